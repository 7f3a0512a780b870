/** One transaction under observation: what a page says of it, what became of it, and what the kit remembers to go on. */
import type { Address, NetworkId } from '@latchkey/spec/caip'

export const transactionKinds = ['send', 'swap', 'approve', 'pay', 'call'] as const
export type TransactionKind = (typeof transactionKinds)[number]

/** `dropped`: the network does not have it any more. Slow is none of these: it stays `pending`. */
export const transactionStatuses = ['pending', 'confirmed', 'failed', 'replaced', 'dropped'] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

/** What became of the place of a replaced transaction. */
export const replacements = ['sped-up', 'cancelled', 'other'] as const
export type Replacement = (typeof replacements)[number]

/** Why one did not end well. `partial`: of a bundle some calls were made. */
export const transactionFaults = ['reverted', 'partial', 'refused', 'taken', 'unknown'] as const
export type TransactionFault = (typeof transactionFaults)[number]

/** What a page may say about a transaction, to show it in lists. */
export interface TransactionMeta {
  readonly kind?: TransactionKind
  /** A few words such as "Send 5 USDC"; without them, what its kind is called. */
  readonly title?: string
  readonly detail?: string
  /** The page's own name for it, to find it again after a reload; at most 512 characters. */
  readonly reference?: string
}

export interface FollowInput extends TransactionMeta {
  readonly networkId: NetworkId
  /** The transaction's; with `connectorId`, the id that the wallet gave a bundle of calls. */
  readonly hash: string
  readonly address: Address
  /** The wallet to ask about a bundle of calls. */
  readonly connectorId?: string
}

export interface FollowedTransaction {
  readonly id: string
  readonly networkId: NetworkId
  readonly hash: string
  readonly address: Address
  readonly kind: TransactionKind
  readonly title?: string
  readonly detail?: string
  readonly reference?: string
  readonly status: TransactionStatus
  readonly startedAt: number
  /** When `status` became what it is. */
  readonly settledAt?: number
  /** The hash that took its place. */
  readonly replacedBy?: string
  readonly replacement?: Replacement
  readonly error?: TransactionFault
  /** Blocks since it was included, its own counted; 0 while it waits. */
  readonly confirmations: number
  /** Still asked about: what it says now may change. */
  readonly isFollowed: boolean
  /** Present where `hash` is the id of a bundle of calls: the wallet that knows it. */
  readonly connectorId?: string
  /** The transaction of a bundle, once the wallet has told. */
  readonly bundleHash?: string
  /** When the chain or the wallet was last heard of it, and how high the chain was. */
  readonly seenAt: number
  readonly height: number
  /** What the adapter needs to find it again; nobody else reads it. */
  readonly trace?: string
  readonly doubt?: Doubt
}

/** `gone`: it was settled, and its block or what replaced it is no longer there. */
export const doubts = ['unknown', 'taken', 'gone'] as const

/** Answers in a row that do not fit what a transaction says: what about, how many, since when and since which height. */
export interface Doubt {
  readonly about: (typeof doubts)[number]
  readonly answers: number
  readonly since: number
  readonly height: number
}

/** By which a followed transaction is known; a hash alone may be on several networks. */
export const transactionId = (networkId: NetworkId, hash: string): string => `${networkId}:${hash}`

/** The hash to look up in an explorer; a bundle has none until the wallet tells. */
export const explorerHash = ({ connectorId, bundleHash, hash }: FollowedTransaction): string | undefined =>
  connectorId === undefined ? hash : bundleHash
