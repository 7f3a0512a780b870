/** Every view of the modal with its guards as data, and the predicates of opening, going back and closing (S2, D-04). */
import type { NetworkId } from './caip.js'
import type { LazyFeature } from './options.js'

/**
 * What keeps a person from closing a view; nothing does unless it says so. `never-unless-forced`: only the code that opened it may (S2-08).
 * `unless-sign-in-required`: not while a sign-in is required and missing (S2-09).
 * `unless-dismissed`: the person has to choose one of its ways out; the close button, Escape and the backdrop are none (S2-10).
 */
export type CloseGuard = 'never-unless-forced' | 'unless-sign-in-required' | 'unless-dismissed'

export interface ViewEntry {
  /** Absent: whenever the person likes. */
  readonly canClose?: CloseGuard
  /** S2-07: going back anywhere above this view closes the modal. */
  readonly closesOnBack?: true
  /** S2-11: the bundle that draws it; absent for views that are always there. */
  readonly feature?: LazyFeature
  /** Needs a connected account; without one the router shows Connect instead. */
  readonly needsAccount?: true
}

export const views = {
  // S2-02
  Connect: {},
  Account: { needsAccount: true },
  AllWallets: {},
  ConnectingWalletConnectBasic: {},
  ConnectingWalletConnect: {},
  ConnectingExternal: {},
  ConnectingSiwe: { canClose: 'unless-sign-in-required' },
  ConnectingFarcaster: { feature: 'socials' },
  UnsupportedChain: { canClose: 'unless-dismissed', closesOnBack: true },
  ApproveTransaction: { canClose: 'never-unless-forced' },
  SIWXSignMessage: { canClose: 'unless-sign-in-required' },
  Swap: { feature: 'swaps', needsAccount: true },
  RegisterAccountName: { needsAccount: true },
  RegisterAccountNameSuccess: { needsAccount: true },
  // D-04
  Networks: {},
  SwitchNetwork: {},
  WalletSend: { feature: 'send', needsAccount: true },
  WalletSendSelectToken: { feature: 'send', needsAccount: true },
  WalletSendPreview: { feature: 'send', needsAccount: true },
  WalletReceive: { feature: 'receive', needsAccount: true },
  SwapSelectToken: { feature: 'swaps', needsAccount: true },
  SwapPreview: { feature: 'swaps', needsAccount: true },
  OnRampProviders: { feature: 'onramp', needsAccount: true },
  Transactions: { feature: 'history', needsAccount: true },
  EmailVerifyOtp: { feature: 'email' },
  EmailVerifyDevice: { feature: 'email' },
  UpdateEmail: { feature: 'email', needsAccount: true },
  ConnectingSocial: { feature: 'socials' },
  ConnectSocials: { feature: 'socials' },
  GetWallet: {},
  WhatIsAWallet: {},
  WhatIsANetwork: {},
  Downloads: {},
  ProfileWallets: { needsAccount: true },
  AccountSettings: { needsAccount: true },
  Pay: { feature: 'pay' },
  SmartSessions: { needsAccount: true },
  ConnectingMultiChain: {},
} as const satisfies Record<string, ViewEntry>

export type ViewId = keyof typeof views
// Object.keys widens to string[]; the table is a constant, so its keys are exactly the ids.
export const viewIds = /* @__PURE__ */ Object.keys(views) as readonly ViewId[]

export function isViewId(value: unknown): value is ViewId {
  return typeof value === 'string' && Object.hasOwn(views, value)
}

/** The entry of a view with its optional guards visible to the type checker. */
export function viewEntry(view: ViewId): ViewEntry {
  return views[view]
}

/** S2-09, D-05: the two faces of one screen. */
export const signInViews = ['SIWXSignMessage', 'ConnectingSiwe'] as const satisfies readonly ViewId[]

/** D-02; a page may hold several of each but the frame. */
export const elementNames = {
  modal: 'latchkey-modal',
  button: 'latchkey-button',
  connectButton: 'latchkey-connect-button',
  accountButton: 'latchkey-account-button',
  networkButton: 'latchkey-network-button',
} as const

/** S2-01, D-02 */
export const frameElementId = 'w3m-iframe'

/** S2-01: the modal is put into the page by itself unless the app places it. */
export function appendsModal(options: {
  readonly disableAppend?: boolean | undefined
  readonly enableEmbedded?: boolean | undefined
}): boolean {
  return !options.disableAppend && !options.enableEmbedded
}

/** S2-03 */
export const accountTabs = ['Tokens', 'NFTs', 'Activity'] as const
export type AccountTab = (typeof accountTabs)[number]

/** S2-04, S2-05: what an opening modal shows when nobody asked for a view. */
export function initialView(state: {
  readonly connected: boolean
  readonly hasAdapters: boolean
  readonly isMobile: boolean
}): ViewId {
  if (state.connected) return 'Account'
  if (state.hasAdapters) return 'Connect'
  return state.isMobile ? 'AllWallets' : 'ConnectingWalletConnectBasic'
}

/** S2-08, S2-09, S2-10. Force is for the code that ends an approval or cancels a sign-in; a person never has it. */
export function canClose(
  view: ViewId,
  state: {
    readonly forced?: boolean
    /** By the close button, Escape or the backdrop. */
    readonly isDismissal?: boolean
    readonly signInRequired?: boolean
    readonly hasSession?: boolean
  } = {},
): boolean {
  if (state.forced) return true
  const guard = viewEntry(view).canClose
  if (guard === 'never-unless-forced') return false
  if (guard === 'unless-dismissed') return !state.isDismissal
  return guard === undefined || !state.signInRequired || state.hasSession === true
}

/** S4-22: what closing means for who waits for the embedded wallet. */
export function rejectsFrameRequests(transactionStack: readonly unknown[]): boolean {
  return transactionStack.length === 0
}

/** S2-07: what going back does to a history whose last entry is on screen. */
export function backCloses(history: readonly ViewId[]): boolean {
  return history.length <= 1 || history.some((view) => viewEntry(view).closesOnBack)
}

/** S2-10 */
export function opensUnsupportedChain(state: {
  readonly activeNetworkId: NetworkId | undefined
  readonly requestedNetworkIds: readonly NetworkId[]
  readonly enableNetworkSwitch: boolean
  readonly allowUnsupportedChain: boolean
}): boolean {
  if (state.activeNetworkId === undefined || !state.enableNetworkSwitch || state.allowUnsupportedChain)
    return false
  return !state.requestedNetworkIds.includes(state.activeNetworkId)
}

export {
  connectMethodsOrder,
  hidesInjectedWallet,
  isExcludedWallet,
  type TelegramPlatform,
  takeTelegramResult,
  telegramHiddenSocials,
  telegramResultParameter,
  telegramSocials,
  walletSearchText,
} from './connectRules.js'
