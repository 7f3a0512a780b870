/** Where a session learns what its wallet says: from an extension, or from a wallet behind a relay. */
import type { WalletSessionEvent } from '@latchkey/core'
import type { NetworkId } from '@latchkey/spec/caip'
import type { PolkadotAccount } from './accounts.js'

export interface PolkadotSource {
  /** What the extension handed the page; `undefined` behind a relay. */
  readonly native: unknown
  /** In the wallet's order. Empty when it took them back. */
  accounts(): readonly PolkadotAccount[]
  /** Asks the wallet again, for wallets that change without a word. Events come before it resolves. */
  refresh(): Promise<void>
  subscribe(listener: (event: WalletSessionEvent) => void): () => void
  disconnect(): Promise<void>
  /** What the wallet can do now; an event tells when that has changed. */
  abilities(): PolkadotAbilities
  /** Absent where wallets have no notion of a network. */
  readonly place?: {
    networkId(): NetworkId | undefined
    /** Those that the wallet approved. */
    networks(): readonly NetworkId[]
    moveTo(networkId: NetworkId): void
  }
}

/** Absent where the wallet cannot; the answer is whatever the wallet said. */
export interface PolkadotAbilities {
  signMessage?(request: SignMessageRequest): Promise<unknown>
  signPayload?(request: SignPayloadRequest): Promise<unknown>
}

interface SourceRequest {
  readonly account: PolkadotAccount
  readonly signal: AbortSignal
}

export interface SignMessageRequest extends SourceRequest {
  readonly message: string | Uint8Array
}

export interface SignPayloadRequest extends SourceRequest {
  readonly payload: object
}
