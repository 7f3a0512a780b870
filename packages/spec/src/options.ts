/** Option names, their types and their defaults; checks with side effects live in core (S3-17, S9-13, D-03). */
import type { Namespace, NetworkId } from './caip.js'

export const socialProviders = ['google', 'github', 'apple', 'facebook', 'x', 'discord', 'farcaster'] as const
/** S1-02: the six providers and Farcaster. */
export type SocialProvider = (typeof socialProviders)[number]
/** S3-18: the providers the embedded wallet signs in with by redirect; Farcaster has its own messages. */
export const redirectProviders = ['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const
export type RedirectProvider = (typeof redirectProviders)[number]

export const connectMethods = ['email', 'social', 'wallet'] as const
export type ConnectMethod = (typeof connectMethods)[number]

/** S9-13 */
export const walletFeaturesOrder = ['onramp', 'swaps', 'receive', 'send'] as const
export type WalletFeature = (typeof walletFeaturesOrder)[number]

/** S9-13 */
export const connectorTypeOrder = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
] as const
export type ConnectorTypeOrder = (typeof connectorTypeOrder)[number]

/** S2-11: bundles that are loaded when they are first needed. */
export const lazyFeatures = [
  'email',
  'socials',
  'swaps',
  'send',
  'receive',
  'onramp',
  'history',
  'pay',
] as const
export type LazyFeature = (typeof lazyFeatures)[number]

export const accountTypes = ['eoa', 'smartAccount', 'payment'] as const
/** S3-02 */
export type AccountType = (typeof accountTypes)[number]

export const themeModes = ['light', 'dark'] as const
/** S5-14 */
export type ThemeMode = (typeof themeModes)[number]
/** S9-16 */
export const defaultThemeMode: ThemeMode = 'dark'

/** S3-17, every key optional: what is left out takes its default. */
export interface Features {
  readonly email?: boolean
  /** A list in the order shown, or false for none. */
  readonly socials?: readonly SocialProvider[] | false
  readonly swaps?: boolean
  readonly send?: boolean
  readonly receive?: boolean
  readonly onramp?: boolean
  readonly history?: boolean
  readonly pay?: boolean
  readonly analytics?: boolean
  readonly allWallets?: boolean
  readonly legalCheckbox?: boolean
  readonly smartSessions?: boolean
  readonly connectMethodsOrder?: readonly ConnectMethod[]
  readonly walletFeaturesOrder?: readonly WalletFeature[]
  readonly collapseWallets?: boolean
  readonly connectorTypeOrder?: readonly ConnectorTypeOrder[]
}

/** The order of connect methods has no fixed default: it depends on what is installed (S2-14). */
export type ResolvedFeatures = Required<Omit<Features, 'connectMethodsOrder'>> &
  Pick<Features, 'connectMethodsOrder'>

/** S9-13; socials follow the list of S1-02. */
export const defaultFeatures: ResolvedFeatures = {
  email: true,
  socials: socialProviders,
  swaps: true,
  send: true,
  receive: true,
  onramp: true,
  history: true,
  pay: false,
  analytics: true,
  allWallets: true,
  legalCheckbox: false,
  smartSessions: false,
  walletFeaturesOrder,
  collapseWallets: false,
  connectorTypeOrder,
}

/** Fills in S9-13 for every feature that is left out or explicitly undefined. */
export function resolveFeatures(
  features: { readonly [K in keyof Features]?: Features[K] | undefined } = {},
): ResolvedFeatures {
  const given = Object.fromEntries(Object.entries(features).filter(([, value]) => value !== undefined))
  return { ...defaultFeatures, ...given }
}

export interface Metadata {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
}

/** S3-17: a wallet the app adds to the list; fields of a directory listing (S3-07). */
export interface CustomWallet {
  readonly id: string
  readonly name: string
  readonly image_url?: string
  readonly mobile_link?: string
  readonly desktop_link?: string
  readonly webapp_link?: string
  readonly homepage?: string
  readonly rdns?: string
}

/** A token shown for a network, by network id. */
export interface TokenOption {
  readonly address: string
  readonly image?: string
}

export interface ThemeVariables {
  readonly '--latchkey-font-family'?: string
  readonly '--latchkey-font-size'?: string
  readonly '--latchkey-accent'?: string
  readonly '--latchkey-color-mix'?: string
  readonly '--latchkey-color-mix-strength'?: number
  readonly '--latchkey-radius'?: string
  readonly '--latchkey-width'?: string
  readonly '--latchkey-z-index'?: number
}

/** S3-17 with the base URLs of D-01. `siwx` and `siweConfig` are typed by core, which calls them. */
export interface LatchkeyOptions {
  readonly projectId?: string
  readonly metadata?: Metadata
  readonly features?: Features
  readonly includeWalletIds?: readonly string[]
  readonly excludeWalletIds?: readonly string[]
  readonly featuredWalletIds?: readonly string[]
  readonly customWallets?: readonly CustomWallet[]
  readonly tokens?: Readonly<Record<NetworkId, TokenOption>>
  readonly termsConditionsUrl?: string
  readonly privacyPolicyUrl?: string
  readonly themeMode?: ThemeMode
  readonly themeVariables?: ThemeVariables
  readonly defaultAccountTypes?: Partial<Readonly<Record<Namespace, AccountType>>>
  readonly enableNetworkSwitch?: boolean
  readonly allowUnsupportedChain?: boolean
  readonly enableEIP6963?: boolean
  readonly enableWalletConnect?: boolean
  readonly enableWalletGuide?: boolean
  readonly enableWallets?: boolean
  readonly enableEmbedded?: boolean
  readonly disableAppend?: boolean
  readonly siwx?: unknown
  readonly siweConfig?: unknown
  /** D-01: the app's own gateway. Without it, what needs a gateway is not offered. */
  readonly gatewayUrl?: string
  /** D-44 */
  readonly relayUrl?: string
  /** D-30: the origin the embedded wallet is served from. */
  readonly walletUrl?: string
  /** D-23: used instead of the URLs above in a restricted time zone. */
  readonly alternateUrls?: {
    readonly gatewayUrl?: string
    readonly relayUrl?: string
    readonly walletUrl?: string
  }
}

/** The names of S3-17 in its order; a test holds them against SPEC.md. */
export const optionNames = [
  'projectId',
  'metadata',
  'features',
  'includeWalletIds',
  'excludeWalletIds',
  'featuredWalletIds',
  'customWallets',
  'tokens',
  'termsConditionsUrl',
  'privacyPolicyUrl',
  'themeMode',
  'themeVariables',
  'defaultAccountTypes',
  'enableNetworkSwitch',
  'allowUnsupportedChain',
  'enableEIP6963',
  'enableWalletConnect',
  'enableWalletGuide',
  'enableWallets',
  'enableEmbedded',
  'disableAppend',
  'siwx',
  'siweConfig',
] as const satisfies readonly (keyof LatchkeyOptions)[]

export const featureNames = [
  'email',
  'socials',
  'swaps',
  'send',
  'receive',
  'onramp',
  'history',
  'pay',
  'analytics',
  'allWallets',
  'legalCheckbox',
  'smartSessions',
  'connectMethodsOrder',
  'walletFeaturesOrder',
  'collapseWallets',
  'connectorTypeOrder',
] as const satisfies readonly (keyof Features)[]

/** Switches of S3-17 that are not features, with what they are when left out. */
export const defaultSwitches = {
  enableNetworkSwitch: true,
  allowUnsupportedChain: false,
  enableEIP6963: true,
  enableWalletConnect: true,
  enableWalletGuide: true,
  enableWallets: true,
  enableEmbedded: false,
  disableAppend: false,
} as const satisfies Partial<Record<keyof LatchkeyOptions, boolean>>

export * from './support.js'
