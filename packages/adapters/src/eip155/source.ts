/** Where a session learns what its wallet says: from the provider itself, or from the app's wagmi. */
import type { Address } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'
import type { Eip1193Provider } from './provider.js'

export type SourceEvent =
  | { readonly type: 'accounts' }
  | { readonly type: 'network' }
  | { readonly type: 'disconnected'; readonly cause?: unknown }

export interface WalletSource {
  readonly provider: Eip1193Provider
  /** As the wallet lists them: the one selected in the wallet first. Empty when it took them back. */
  accounts(): readonly Address[]
  chainId(): number
  subscribe(listener: (event: SourceEvent) => void): () => void
  /** Asks the wallet again, for wallets that change without a word. Events come before it resolves. */
  refresh(): Promise<void>
  disconnect(): Promise<void>
  /** Instead of asking the provider directly. */
  switchNetwork?(network: Network): Promise<void>
}
