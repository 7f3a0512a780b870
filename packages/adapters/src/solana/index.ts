/** Solana: `solana()` goes into the `adapters` of a kit. */

export type { MobileWalletAdapterSdk, MobileWalletsOptions, RegisterWallets } from './mobile.js'
export { mobileWallets } from './mobile.js'
export { solanaDevnet, solanaLocalnet, solanaMainnet, solanaTestnet } from './networks.js'
export type { ProviderRequest, ProviderSending, SolanaProvider } from './provider.js'
export { type SolanaOptions, solana } from './solana.js'
export type {
  InstructionsTransaction,
  SolanaInstruction,
  SolanaTransaction,
  TransferTransaction,
  WholeTransaction,
} from './transactions.js'
export { getProvider, sendTransaction, signAllTransactions, signTransaction } from './typed.js'
