/** Every view of the modal with its guards as data, and the predicates of opening, going back and closing (S2, D-04). */
import type { NetworkId } from './caip.js'
import type { LazyFeature } from './options.js'

/** The part of the product a view belongs to; the same noun names its files in every room. */
export type ViewArea =
  | 'connect'
  | 'account'
  | 'networks'
  | 'signIn'
  | 'approve'
  | 'email'
  | 'social'
  | 'send'
  | 'receive'
  | 'swap'
  | 'onramp'
  | 'activity'
  | 'names'
  | 'pay'
  | 'help'
  | 'sessions'

/**
 * `always`: the person may close it. `never-unless-forced`: only the code that opened it may (S2-08).
 * `unless-sign-in-required`: not while a sign-in is required and missing (S2-09).
 * `unless-dismissed`: the person has to choose one of its ways out; the close button, Escape and the backdrop are none (S2-10).
 */
export type CloseGuard = 'always' | 'never-unless-forced' | 'unless-sign-in-required' | 'unless-dismissed'

export interface ViewEntry {
  readonly rule: string
  readonly area: ViewArea
  readonly canClose: CloseGuard
  /** S2-07: going back anywhere above this view closes the modal. */
  readonly closesOnBack?: true
  /** S2-11: the bundle that draws it; absent for views that are always there. */
  readonly feature?: LazyFeature
  /** Needs a connected account; without one the router shows Connect instead. */
  readonly needsAccount?: true
  /** Screens one view walks through without leaving it. */
  readonly steps?: readonly string[]
}

export const views = {
  // S2-02
  Connect: { rule: 'S2-02', area: 'connect', canClose: 'always' },
  Account: { rule: 'S2-02', area: 'account', canClose: 'always', needsAccount: true },
  AllWallets: { rule: 'S2-02', area: 'connect', canClose: 'always' },
  ConnectingWalletConnectBasic: { rule: 'S2-02', area: 'connect', canClose: 'always' },
  ConnectingWalletConnect: { rule: 'S2-02', area: 'connect', canClose: 'always' },
  ConnectingExternal: { rule: 'S2-02', area: 'connect', canClose: 'always' },
  ConnectingSiwe: { rule: 'S2-02', area: 'signIn', canClose: 'unless-sign-in-required' },
  ConnectingFarcaster: { rule: 'S2-02', area: 'social', canClose: 'always', feature: 'socials' },
  UnsupportedChain: { rule: 'S2-02', area: 'networks', canClose: 'unless-dismissed', closesOnBack: true },
  ApproveTransaction: { rule: 'S2-02', area: 'approve', canClose: 'never-unless-forced' },
  SIWXSignMessage: { rule: 'S2-02', area: 'signIn', canClose: 'unless-sign-in-required' },
  Swap: { rule: 'S2-02', area: 'swap', canClose: 'always', feature: 'swaps', needsAccount: true },
  RegisterAccountName: { rule: 'S2-02', area: 'names', canClose: 'always', needsAccount: true },
  RegisterAccountNameSuccess: { rule: 'S2-02', area: 'names', canClose: 'always', needsAccount: true },
  // D-04
  Networks: { rule: 'D-04', area: 'networks', canClose: 'always' },
  SwitchNetwork: { rule: 'D-04', area: 'networks', canClose: 'always' },
  WalletSend: { rule: 'D-04', area: 'send', canClose: 'always', feature: 'send', needsAccount: true },
  WalletSendSelectToken: {
    rule: 'D-04',
    area: 'send',
    canClose: 'always',
    feature: 'send',
    needsAccount: true,
  },
  WalletSendPreview: { rule: 'D-04', area: 'send', canClose: 'always', feature: 'send', needsAccount: true },
  WalletReceive: {
    rule: 'D-04',
    area: 'receive',
    canClose: 'always',
    feature: 'receive',
    needsAccount: true,
  },
  SwapSelectToken: { rule: 'D-04', area: 'swap', canClose: 'always', feature: 'swaps', needsAccount: true },
  SwapPreview: { rule: 'D-04', area: 'swap', canClose: 'always', feature: 'swaps', needsAccount: true },
  OnRampProviders: {
    rule: 'D-04',
    area: 'onramp',
    canClose: 'always',
    feature: 'onramp',
    needsAccount: true,
    steps: ['amount', 'quote', 'progress'],
  },
  Transactions: {
    rule: 'D-04',
    area: 'activity',
    canClose: 'always',
    feature: 'history',
    needsAccount: true,
  },
  EmailVerifyOtp: { rule: 'D-04', area: 'email', canClose: 'always', feature: 'email' },
  EmailVerifyDevice: { rule: 'D-04', area: 'email', canClose: 'always', feature: 'email' },
  UpdateEmail: {
    rule: 'D-04',
    area: 'email',
    canClose: 'always',
    feature: 'email',
    needsAccount: true,
    steps: ['email', 'primary-otp', 'secondary-otp'],
  },
  ConnectingSocial: { rule: 'D-04', area: 'social', canClose: 'always', feature: 'socials' },
  ConnectSocials: { rule: 'D-04', area: 'social', canClose: 'always', feature: 'socials' },
  GetWallet: { rule: 'D-04', area: 'help', canClose: 'always' },
  WhatIsAWallet: { rule: 'D-04', area: 'help', canClose: 'always' },
  WhatIsANetwork: { rule: 'D-04', area: 'help', canClose: 'always' },
  Downloads: { rule: 'D-04', area: 'help', canClose: 'always' },
  ProfileWallets: { rule: 'D-04', area: 'account', canClose: 'always', needsAccount: true },
  AccountSettings: { rule: 'D-04', area: 'account', canClose: 'always', needsAccount: true },
  Pay: { rule: 'D-04', area: 'pay', canClose: 'always', feature: 'pay' },
  SmartSessions: { rule: 'D-04', area: 'sessions', canClose: 'always', needsAccount: true },
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
  const guard: CloseGuard = views[view].canClose
  if (guard === 'never-unless-forced') return false
  if (guard === 'unless-dismissed') return !state.isDismissal
  return guard === 'always' || !state.signInRequired || state.hasSession === true
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
