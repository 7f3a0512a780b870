/** A wallet at the other end of a relay, as one namespace sees it: what an adapter makes a session of. */
import type { Address, NetworkId } from '@latchkey/spec/caip'
import type { SignInSession } from '@latchkey/spec/entities'

export interface RelayAccount {
  readonly networkId: NetworkId
  readonly address: Address
}

/** How the wallet describes itself. Nothing of it is verified. */
export interface RelayWallet {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
  /** Where a phone finds the app again. */
  readonly redirect?: { readonly native?: string; readonly universal?: string }
}

export type RelayLinkEvent =
  /** Accounts, networks or methods are others than before; read them from the link. */
  | { readonly type: 'updated' }
  /** The wallet said something by itself: `accountsChanged`, `chainChanged`, an event of its namespace. */
  | { readonly type: 'emitted'; readonly networkId: NetworkId; readonly name: string; readonly data: unknown }
  /** The session is over: ended by the wallet, in another tab, or by its age. */
  | { readonly type: 'deleted'; readonly cause?: unknown }

export interface RelayRequest {
  readonly networkId: NetworkId
  readonly method: string
  readonly params: unknown
  /** Ends the wait. The wallet keeps its question: the protocol cannot take one back. */
  readonly signal?: AbortSignal | undefined
}

/** One namespace of one session. Everything is read at the moment of asking, so a link never goes stale. */
export interface RelayLink {
  /** The session's topic: the same after a reload. */
  readonly id: string
  readonly wallet: RelayWallet
  /** The network the page would like to start on. */
  readonly preferredNetworkId: NetworkId | undefined
  /** In the wallet's order, once per network. Empty when the session is over. */
  accounts(): readonly RelayAccount[]
  /** Networks the wallet approved. */
  networks(): readonly NetworkId[]
  methods(): readonly string[]
  events(): readonly string[]
  /** Rejects with the wallet's own error, a `RelayPeerError`, or with why the relay could not carry the question. */
  request(request: RelayRequest): Promise<unknown>
  subscribe(listener: (event: RelayLinkEvent) => void): () => void
  /** Ends the session, for every namespace that it serves. */
  disconnect(): Promise<void>
}

/** What a wallet may be asked to sign while it connects (EIP-4361, as the relay carries it). */
export interface RelayAuthRequest {
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  readonly statement?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
  /** ISO 8601. */
  readonly notBefore?: string
  readonly expirationTime?: string
}

/**
 * One-click sign-in: a `siwx` that has these two is asked while the wallet connects (S5-16). Without them the person
 * signs after connecting.
 */
export interface RelaySignIn {
  /** `undefined` when nothing needs to be signed. */
  createRelayRequest(input: {
    readonly networks: readonly NetworkId[]
  }): Promise<RelayAuthRequest | undefined>
  /** The signed messages, one a network. A rejection refuses the connection: they did not verify. */
  addRelaySessions(sessions: readonly SignInSession[]): Promise<void>
}
