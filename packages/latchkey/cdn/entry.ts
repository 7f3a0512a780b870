/** What `dist/cdn/latchkey.js` offers to a page without a bundler: the kit, Ethereum and Solana, and common networks. */
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
