/** Everything that the screens show. */
import type { Address } from 'viem'
import type { Ask } from '../asks/ask.js'
import type { OtherPart } from '../others/session.js'
import type { LinkProblem } from '../relay/readLink.js'
import type { RelayState } from '../relay/watchRelay.js'
import type { Face } from '../words/face.js'
import type { WalletNetwork } from './networks.js'
import type { WorldFacts } from './worldFacts.js'

/** An app that the person said yes to. */
export interface ConnectedApp {
  readonly topic: string
  readonly app: Face
  /** What the app sees, the one in use first. */
  readonly accounts: readonly Address[]
  readonly networks: readonly WalletNetwork[]
  /** Networks of other families, where the app sees the same people’s accounts. */
  readonly others: readonly OtherPart[]
  /** The network that the app was told to be on. */
  readonly networkId: string
  readonly methods: readonly string[]
  readonly events: readonly string[]
  readonly expiresAt: number
}

export type PairingProblem = LinkProblem | 'used' | 'silent' | 'unreachable'

export type PairingState =
  | { readonly status: 'idle' }
  /** `joining`: the relay is being asked. `waiting`: the app is. */
  | { readonly status: 'joining' | 'waiting'; readonly topic: string }
  | { readonly status: 'failed'; readonly problem: PairingProblem; readonly text: string }

/** What came of the last thing the person did. */
export interface Notice {
  readonly tone: 'good' | 'bad' | 'plain'
  readonly title: string
  readonly text?: string
  /** Shown in full, to copy: a hash or a signature. */
  readonly proof?: string
}

export interface WalletState {
  /** `elsewhere`: another tab has the wallet. */
  readonly phase: 'starting' | 'ready' | 'elsewhere' | 'failed'
  readonly relay: RelayState
  readonly account: Address
  readonly networkId: string
  readonly networks: readonly WalletNetwork[]
  readonly facts: WorldFacts
  /** Ids of the networks that have a node; undefined where nobody knows. */
  readonly nodes: readonly string[] | undefined
  readonly apps: readonly ConnectedApp[]
  /** In the order in which they came. */
  readonly asks: readonly Ask[]
  /** The question that is being answered. */
  readonly busy: number | undefined
  /** Why an answer could not be given; the question stays. */
  readonly failure: { readonly id: number; readonly text: string } | undefined
  readonly pairing: PairingState
  readonly notice: Notice | undefined
  /** Counts up when balances may have changed. */
  readonly beat: number
}
