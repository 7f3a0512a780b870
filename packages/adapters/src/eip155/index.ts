/** Ethereum and its kin: `eip155()` goes into the `adapters` of a kit. */
export type { WalletTarget } from './announcedWallets.js'
export { type Eip155Options, eip155, type OwnWallets } from './eip155.js'
export type { CoinbaseOptions, ExternalWallet, SafeOptions } from './external.js'
export { coinbase, safe } from './external.js'
export type { Eip1193Provider, RequestArguments } from './provider.js'
export { ProviderError } from './provider.js'
export type { Eip155Transaction } from './transactions.js'
export type { ReadContractInput, SignTypedDataInput, WriteContractInput } from './typed.js'
export {
  getProvider,
  hexAddress,
  readContract,
  sendTransaction,
  signTypedData,
  writeContract,
} from './typed.js'
