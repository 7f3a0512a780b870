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

/** What the modal offers (S3-17). All of it is on but `pay`, `legalCheckbox`, `smartSessions` and `collapseWallets`. */
export interface Features {
  /** Sign-in by email with the embedded wallet. */
  readonly email?: boolean
  /** A list in the order shown, or false for none. */
  readonly socials?: readonly SocialProvider[] | false
  /** Exchange of tokens. */
  readonly swaps?: boolean
  /** Transfers from the account view. */
  readonly send?: boolean
  /** The address as a code. */
  readonly receive?: boolean
  /** Purchases with money. */
  readonly onramp?: boolean
  /** What the account did. */
  readonly history?: boolean
  /** Payments that the app asks for with `kit.pay`. */
  readonly pay?: boolean
  /** Events to the gateway of the app. */
  readonly analytics?: boolean
  /** The list of every wallet in the directory. */
  readonly allWallets?: boolean
  /** A box to tick before somebody connects. */
  readonly legalCheckbox?: boolean
  /** Permissions that a page holds for a while. */
  readonly smartSessions?: boolean
  /** In which order the ways to connect stand. */
  readonly connectMethodsOrder?: readonly ConnectMethod[]
  /** In which order the actions of the account stand. */
  readonly walletFeaturesOrder?: readonly WalletFeature[]
  /** Whether wallets hide behind one button where there are other ways. */
  readonly collapseWallets?: boolean
  /** In which order the kinds of wallets stand. */
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
  /** The scheme of its app, such as `acme://`. */
  readonly mobile_link?: string
  /** Its universal link: an address of the web that its app answers for. */
  readonly link_mode?: string
  readonly desktop_link?: string
  readonly webapp_link?: string
  /** Opens a page in the wallet's own browser; `{url}` and `{origin}` stand for the page's. */
  readonly browse_link?: string
  readonly app_store?: string
  readonly play_store?: string
  readonly chrome_store?: string
  readonly firefox_store?: string
  readonly edge_store?: string
  readonly homepage?: string
  readonly rdns?: string
  /** Networks that it takes; without it, it is offered for all. */
  readonly chains?: readonly NetworkId[]
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
  /** How far apart things stand in the modal: 1 as usual, less for closer. */
  readonly '--latchkey-spacing'?: number
  /** How long movements take: 1 as usual, 0 for none. */
  readonly '--latchkey-motion'?: number
  readonly '--latchkey-width'?: string
  readonly '--latchkey-z-index'?: number
}

/** The options that are data (S3-17), with the base URLs (D-01). `siwx` and `siweConfig` are checked where they are called. */
export interface LatchkeyOptions {
  /** The name of the app at the gateway; needed only with one. */
  readonly projectId?: string
  /** What wallets show about the app. */
  readonly metadata?: Metadata
  /** What the modal offers; what is left out takes its default. */
  readonly features?: Features
  /** Of the directory only these wallets. */
  readonly includeWalletIds?: readonly string[]
  /** Wallets of the directory that are not offered. */
  readonly excludeWalletIds?: readonly string[]
  /** Wallets of the directory that stand first. */
  readonly featuredWalletIds?: readonly string[]
  /** Wallets that the directory does not have. */
  readonly customWallets?: readonly CustomWallet[]
  /** A token to show for a network, by its id. */
  readonly tokens?: Readonly<Record<NetworkId, TokenOption>>
  /** Linked below the ways to connect. */
  readonly termsConditionsUrl?: string
  /** Linked below the ways to connect. */
  readonly privacyPolicyUrl?: string
  /** `auto` follows the system, and its changes. */
  readonly themeMode?: ThemeMode | 'auto'
  /** Colour, type, radius, spacing and motion. */
  readonly themeVariables?: ThemeVariables
  /** Which account of the embedded wallet stands first, by namespace. */
  readonly defaultAccountTypes?: Partial<Readonly<Record<Namespace, AccountType>>>
  /** Whether people may change the network; on by default. */
  readonly enableNetworkSwitch?: boolean
  /** Whether a wallet may stay on a network that the app did not ask for; off by default. */
  readonly allowUnsupportedChain?: boolean
  /** Whether extensions that announce themselves are listed; on by default. */
  readonly enableEIP6963?: boolean
  /** Whether wallets on phones are offered, over the relay; on by default. */
  readonly enableWalletConnect?: boolean
  /** Whether people without a wallet are shown the way to one; on by default. */
  readonly enableWalletGuide?: boolean
  /** Whether wallets are offered at all, beside email and the services; on by default. */
  readonly enableWallets?: boolean
  /** Whether the modal is part of the page instead of lying over it; off by default. */
  readonly enableEmbedded?: boolean
  /** Whether the app puts `<latchkey-modal>` into the page itself; off by default. */
  readonly disableAppend?: boolean
  /** Sign-in with the wallet: `gatewaySignIn()` of `latchkey/signIn`, or a server of the app. */
  readonly siwx?: unknown
  /** Sign-in as AppKit has it for Ethereum; `siwx` is the newer one. */
  readonly siweConfig?: unknown
  /** D-01: the app's own gateway. Without it, what needs a gateway is not offered. */
  readonly gatewayUrl?: string
  /** D-44: where wallets on phones are reached, if not at the gateway. */
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
export * from './timeZones.js'
