/**
 * What `dist/cdn/latchkey.js` offers to a page without a bundler: the kit, Ethereum and Solana, common networks, and a
 * way to fetch the other namespaces and the languages.
 */
export * from '@latchkey/adapters/eip155'
export {
  mobileWallets,
  solana,
  solanaDevnet,
  solanaLocalnet,
  solanaMainnet,
  solanaTestnet,
} from '@latchkey/adapters/solana'
export { policyFor, writePolicy } from '@latchkey/spec/hosting'
export {
  arbitrum,
  avalanche,
  base,
  baseSepolia,
  bsc,
  gnosis,
  linea,
  mainnet,
  optimism,
  polygon,
  scroll,
  sepolia,
  zksync,
} from 'viem/chains'
export * from '../src/index.js'

/** Bitcoin: `const { bip122, bitcoin } = await loadBitcoin()`. */
export const loadBitcoin = () => import('@latchkey/adapters/bip122')

/** Polkadot: `const { polkadot, polkadotRelay } = await loadPolkadot()`. */
export const loadPolkadot = () => import('@latchkey/adapters/polkadot')

/** The languages beside English: `const { chooseLanguage } = await loadLanguages()`. */
export const loadLanguages = () => import('@latchkey/ui/languages')
