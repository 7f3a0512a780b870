/** Navigation as pure functions over data: history, transaction stack and the guards of the views. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { WalletListing } from '@latchkey/spec/entities'
import type { ViewId } from '@latchkey/spec/views'

/** What a view needs to know to draw itself. */
export interface RouteData {
  readonly connectorId?: string
  readonly wallet?: WalletListing
  readonly networkId?: NetworkId
  readonly email?: string
  readonly redirectTo?: ViewId
  readonly name?: string
}

export interface RouteEntry {
  readonly view: ViewId
  readonly data?: RouteData
}

/** Where to go when a transaction ends. */
export type TransactionExit = 'back' | 'close' | 'stay' | { readonly replace: ViewId }

export type TransactionOutcome = 'success' | 'error' | 'cancel'

/** One transaction in progress; the views above it belong to it. */
export interface TransactionEntry {
  readonly id: number
  readonly exits: Readonly<Record<TransactionOutcome, TransactionExit>>
}

export interface RouterState {
  /** Oldest first, never empty; the last entry is on screen. */
  readonly history: readonly RouteEntry[]
  readonly transactionStack: readonly TransactionEntry[]
}
