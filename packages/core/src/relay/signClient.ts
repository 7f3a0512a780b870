/** The page's side of the sign protocol, as the kit and its tabs see it. */
import type { Clock } from '../clock.js'
import type { ProposalNamespaces } from './namespaces.js'
import type { AuthReader, Metadata, PairingAuth, Settled } from './pairing.js'
import type { AuthQuestion, Cacao, Session } from './schemas.js'
import type { SignEvent } from './signEvent.js'
import type { RelayLog, RelayStatus, RelayTransport, TransportListener } from './transport.js'
import type { Vault } from './vault.js'

export interface SignClientInput {
  readonly vault: Vault
  readonly clock: Clock
  readonly log: RelayLog
  readonly metadata: Metadata
  readonly openTransport: (listener: SharedListener) => SharedTransport
  readonly onStatus: (status: RelayStatus) => void
}

/** A transport that several tabs may share. */
export interface SharedTransport extends RelayTransport {
  /** Exactly one of the tabs applies and answers what wallets ask. */
  readonly isAnswering: boolean
  announce(news: News): void
}

/** What one tab tells the others. */
export interface News {
  /** The vault's sessions: storage may show another tab's write later than a message tells of it. */
  readonly sessions: string
  readonly event?: SignEvent | undefined
}

export interface SharedListener extends TransportListener {
  onNews(news: News): void
}

export interface PairInput {
  readonly required?: ProposalNamespaces
  readonly optional?: ProposalNamespaces
  /** Asks for a signature at the same time: `createAuth`. */
  readonly auth?: PairingAuth | undefined
  readonly signal: AbortSignal
  readonly onUri: (uri: string) => void
  /** Which namespaces of the page use the session. */
  readonly usedBy?: (session: Session) => readonly string[]
}

export interface ResumeInput {
  readonly usedBy: NonNullable<PairInput['usedBy']>
  /** For a sign-in that was asked for with the code; its chunk is fetched only then. */
  readonly readAuth: (question: AuthQuestion) => Promise<AuthReader>
  /** What was signed with the connection. A rejection gives the session up. */
  readonly keepSignIn: (cacaos: readonly Cacao[]) => Promise<void>
}

export interface SignRequest {
  readonly topic: string
  readonly chainId: string
  readonly method: string
  readonly params: unknown
  readonly signal?: AbortSignal | undefined
}

export interface SignClient {
  sessions(): readonly Session[]
  session(topic: string): Session | undefined
  /** Shows codes until a wallet settles a session. */
  pair(input: PairInput): Promise<Settled>
  /** Waits on for a wallet to answer the code of an earlier page; a session that comes of it is told as `settled`. */
  resume(input: ResumeInput): Promise<void>
  request(request: SignRequest): Promise<unknown>
  /** Resolves when the wallet answers, wherever it is. */
  ping(topic: string, signal?: AbortSignal): Promise<void>
  /** Says which namespaces of the page use a session. */
  use(topic: string, usedBy: readonly string[]): void
  disconnect(topic: string): Promise<void>
  subscribe(listener: (event: SignEvent) => void): () => void
  /** Tries the relay at once. */
  retry(): void
  close(): void
}
