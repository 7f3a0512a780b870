/** What a session asks its wallet: the same of a wallet in the page and of one behind a relay. */
import type { WalletSessionEvent } from '@latchkey/core'
import type { Address, NetworkId } from '@latchkey/spec/caip'
import type { SignInData } from '@latchkey/spec/signIn'

/** What a node or a wallet is told about how to send. */
export interface SendOptions {
  readonly preflightCommitment?: 'processed' | 'confirmed' | 'finalized'
  readonly skipPreflight?: boolean
  readonly maxRetries?: number
  readonly minContextSlot?: number
}

export interface SignedBytes {
  readonly signature: Uint8Array
  /** What the wallet says it signed; hardware wallets put the text into an envelope of their own. */
  readonly signed: Uint8Array | undefined
}

interface Asking {
  /** The account that must sign. */
  readonly address: Address
  readonly networkId: NetworkId
  readonly signal: AbortSignal
}

/** Read each time before it is used: wallets gain and lose features while they are connected. */
export interface SolanaAbilities {
  readonly signMessage?: (input: Omit<Asking, 'networkId'> & { bytes: Uint8Array }) => Promise<SignedBytes>
  readonly signTransactions?: (
    input: Asking & { transactions: readonly Uint8Array[]; options: SendOptions },
  ) => Promise<readonly Uint8Array[]>
  /** Answers with the signature of whoever pays. */
  readonly sendTransaction?: (
    input: Asking & { transaction: Uint8Array; options: SendOptions },
  ) => Promise<Uint8Array>
  readonly signIn?: (
    input: Asking & { data: SignInData },
  ) => Promise<SignedBytes & { readonly address: string }>
  /** Only transactions of these versions are understood. */
  readonly versions: readonly ('legacy' | number)[]
}

export interface SolanaSource {
  readonly wallet: string
  /** As the wallet lists them: the one selected in the wallet first. Empty when it took them back. */
  accounts(): readonly Address[]
  /** `undefined` for wallets in the page: each request names its network. */
  networkId(): NetworkId | undefined
  /** The only networks that can be asked for; `undefined` where the wallet has not said. */
  networks(): readonly NetworkId[] | undefined
  /** Only of wallets that have a network. */
  moveTo?(networkId: NetworkId): void
  abilities(): SolanaAbilities
  subscribe(listener: (event: WalletSessionEvent) => void): () => void
  disconnect(): Promise<void>
  /** For apps that bring their own library. */
  readonly native?: unknown
}
