/** What is going on in one kit right now: attempts, prompts, requests. Nothing here outlives `destroy()`. */
import type { Namespace } from '@latchkey/spec/caip'
import type { AlertId } from '@latchkey/spec/errors'
import type { AdapterHandle } from './adapter.js'
import type { WalletSession } from './connector.js'
import type { Connected } from './kit.js'
import type { Lanes } from './lanes.js'
import type { Scope } from './scope.js'
import type { SingleFlight } from './singleFlight.js'
import type { RelayChoice } from './wallets/chooseRelayWallet.js'

/** Two namespaces may use the same connector id, so a wallet is known by both. */
export type WalletKey = `${Namespace}/${string}`

export const walletKey = (namespace: Namespace, connectorId: string): WalletKey =>
  `${namespace}/${connectorId}`

/** Somebody waits for a wallet of a namespace; a newer attempt aborts this one. */
export interface RunningAttempt {
  readonly id: number
  readonly namespace: Namespace
  readonly signal: AbortSignal
  abort(reason: unknown): void
  release(): void
}

/** A question on a wallet's screen. It may outlive the attempt that asked it: not every wallet can take it back. */
export interface Prompt {
  readonly answer: Promise<WalletSession>
  /** How many attempts still want the answer. */
  waiters: number
  /** Asks the wallet to take the question back. */
  withdraw(): void
  isWithdrawn: boolean
}

/** A connected wallet under observation. */
export interface Watch {
  readonly session: WalletSession
  /** Aborted when the wallet leaves: its requests end with it. */
  readonly signal: AbortSignal
  stop(reason: unknown): void
}

/** The modal waits for a person to choose a wallet. */
export interface Choice {
  readonly answer: Promise<Connected>
  /** How many callers still want the answer. */
  waiters: number
  giveUp(): void
}

export interface Jobs {
  readonly scope: Scope
  readonly adapters: ReadonlyMap<Namespace, AdapterHandle>
  readonly flights: SingleFlight
  readonly lanes: Lanes
  readonly attempts: Map<Namespace, RunningAttempt>
  /** Choices under way, by namespace. */
  readonly choices: Map<Namespace | 'any', Choice>
  readonly prompts: Map<WalletKey, Prompt>
  readonly watches: Map<WalletKey, Watch>
  /** Disconnects under way: a new connection to the same wallet waits for them. */
  readonly leaving: Map<WalletKey, Promise<void>>
  /** Requests of the embedded wallet that end when the modal closes (S4-22): how to reject each. */
  readonly embeddedRequests: Set<(reason: Error) => void>
  /** How many things draw the modal; without any, nothing may be opened. */
  screens: number
  /** Where in the page the frame of the embedded wallet belongs, as whoever draws the modal says. */
  frameHome: (() => Element | undefined) | undefined
  readonly shownAlerts: Set<AlertId>
  /** The wallet of the directory that the person means to reach through the relay. */
  relayChoice: RelayChoice | undefined
  /** Features that were started, by id. */
  readonly features: Map<string, Promise<unknown>>
  /** Cancels the toast's timer: its end, or the pause before its replacement. */
  toastTimer: () => void
  isToastReplacing: boolean
  nextId(): number
}
