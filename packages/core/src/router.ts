/** Navigation as pure functions over data: history and transaction stack. Guards are data on the views (spec). */
import type { Namespace, NetworkId } from '@latchkey/spec/caip'
import { type AccountTab, backCloses, type ViewId, viewEntry } from '@latchkey/spec/views'
import type { DirectoryWallet } from './features/directory/wallet.js'
import type { BuyWish } from './features/onramp/choice.js'
import type { PayRequest } from './features/pay/payRequest.js'
import type { SendPrefill } from './features/send/sendState.js'
import type { SwapChoice } from './features/swaps/types.js'

/** What a view needs to know to draw itself. */
export interface RouteData {
  /** What the Pay view asks for. */
  readonly pay?: PayRequest
  readonly connectorId?: string
  /** Where the view is opened for one namespace: only its wallets are listed. */
  readonly namespace?: Namespace
  /** The namespace that was in front, and comes back where nobody connects to this one. */
  readonly cameFrom?: Namespace | undefined
  readonly wallet?: DirectoryWallet
  /** When the press that led here opened the wallet's app, by the kit's clock. */
  readonly openedAt?: number
  /** A wallet of the guide. */
  readonly walletId?: string
  readonly networkId?: NetworkId
  readonly email?: string
  readonly redirectTo?: ViewId
  /** What of the account is shown first. */
  readonly tab?: AccountTab
  readonly name?: string
  /** What the send form starts with. */
  readonly send?: SendPrefill
  /** What the form of a swap starts with. */
  readonly swap?: SwapChoice
  /** What the form of a purchase starts with. */
  readonly onramp?: BuyWish
  /** Which token of a swap is chosen. */
  readonly swapSide?: 'from' | 'to'
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
  /** Told once how it ended, whichever way. */
  readonly onEnd?: (outcome: TransactionOutcome) => void
}

export interface RouterState {
  /** Oldest first, never empty; the last entry is on screen. */
  readonly history: readonly RouteEntry[]
  readonly transactionStack: readonly TransactionEntry[]
}

export const startRouter = (entry: RouteEntry): RouterState => ({ history: [entry], transactionStack: [] })

/** Pushing what is already on screen replaces it: a double click must not need two steps back. */
export function pushRoute(router: RouterState, entry: RouteEntry): RouterState {
  const { history } = router
  if (history.at(-1)?.view === entry.view) return replaceRoute(router, entry)
  return { ...router, history: [...history, entry] }
}

/** Replacing by what lies below leaves one of the two, for the same reason. */
export function replaceRoute(router: RouterState, entry: RouteEntry): RouterState {
  const below = router.history.slice(0, -1)
  const isTwin = below.at(-1)?.view === entry.view
  return { ...router, history: [...(isTwin ? below.slice(0, -1) : below), entry] }
}

/** S2-07: one step back, or `undefined` where going back means closing. */
export function backRoute(router: RouterState): RouterState | undefined {
  const { history } = router
  if (backCloses(history.map(({ view }) => view))) return undefined
  return { ...router, history: history.slice(0, -1) }
}

export function pushTransaction(router: RouterState, transaction: TransactionEntry): RouterState {
  return { ...router, transactionStack: [...router.transactionStack, transaction] }
}

export function popTransaction(router: RouterState): RouterState {
  return { ...router, transactionStack: router.transactionStack.slice(0, -1) }
}

/** Connect in place of every view that needs an account; the same object when there is none. */
export function withoutAccount(router: RouterState): RouterState {
  const needs = ({ view }: RouteEntry) => viewEntry(view).needsAccount === true
  if (!router.history.some(needs)) return router
  const history = router.history
    .map((entry): RouteEntry => (needs(entry) ? { view: 'Connect' } : entry))
    .filter(({ view }, i, all) => all[i - 1]?.view !== view)
  return { ...router, history }
}
