/** The options of AppKit 1.8 in the words of ours; what has no counterpart is named, not swallowed. */
import {
  type CreateLatchkeyOptions,
  type Network,
  type NetworkInput,
  toNetwork,
  toNetworkId,
} from '@latchkey/core'
import { type Features, featureNames, type ThemeVariables } from '@latchkey/spec/options'
import type { OwnWords } from '@latchkey/ui'
import { type AppKitCustomWallet, toCustomWallets } from './customWallets.js'

/** A chain of viem, or a network of ours. */
export type AppKitNetwork = NetworkInput

type AllWallets = 'SHOW' | 'HIDE' | 'ONLY_MOBILE'

/** Both prefixes that AppKit knows, `--apkt-` and the older `--w3m-`. */
export type AppKitThemeVariables = Readonly<Record<`--${'apkt' | 'w3m'}-${string}`, string | number>>

/** What of a feature we do not have may stay in the options; a warning names it. */
export type AppKitFeatures = Features & Readonly<Record<string, unknown>>

/** How a node is asked is for the transports of wagmi, which `WagmiAdapter` makes; the kit needs where it is. */
interface CustomNode {
  readonly url: string
  readonly config?: unknown
}

/** Options with our own names, such as `gatewayUrl` and `language`, are taken as they are. */
export interface AppKitOptions
  extends Omit<CreateLatchkeyOptions<OwnWords>, 'features' | 'themeVariables' | 'customWallets'> {
  /** Listings as AppKit has them. */
  readonly customWallets?: readonly AppKitCustomWallet[]
  readonly features?: AppKitFeatures
  readonly themeVariables?: AppKitThemeVariables | ThemeVariables
  readonly allWallets?: AllWallets
  readonly customRpcUrls?: Readonly<Record<string, readonly CustomNode[]>>
  /** Accepted and without effect; a warning names each. */
  readonly chainImages?: Readonly<Record<string | number, string>>
  readonly connectorImages?: Readonly<Record<string, string>>
  readonly coinbasePreference?: 'all' | 'smartWalletOnly' | 'eoaOnly'
  readonly debug?: boolean
  readonly enableCoinbase?: boolean
  readonly universalProvider?: unknown
  readonly universalProviderConfigOverride?: unknown
  readonly manualWCControl?: boolean
  readonly experimental_preferUniversalLinks?: boolean
}

const withoutEffect = [
  'chainImages',
  'connectorImages',
  'coinbasePreference',
  'enableCoinbase',
  'universalProvider',
  'universalProviderConfigOverride',
  'manualWCControl',
  'experimental_preferUniversalLinks',
] as const satisfies readonly (keyof AppKitOptions)[]

const themeNames: Readonly<Record<string, keyof ThemeVariables | undefined>> = {
  'font-family': '--latchkey-font-family',
  accent: '--latchkey-accent',
  'color-mix': '--latchkey-color-mix',
  'color-mix-strength': '--latchkey-color-mix-strength',
  'border-radius-master': '--latchkey-radius',
  'z-index': '--latchkey-z-index',
}

/** `onLost` is told what of the options does nothing here. */
export function toOptions(
  options: AppKitOptions,
  onLost: (name: string, why?: string) => void,
): CreateLatchkeyOptions {
  const {
    features,
    themeVariables,
    allWallets,
    customRpcUrls = {},
    debug,
    networks,
    customWallets,
    ...rest
  } = options
  for (const name of withoutEffect) if (options[name] !== undefined) onLost(name)
  const taken = Object.fromEntries(
    Object.entries(rest).filter(([name]) => !withoutEffect.some((lost) => lost === name)),
  )
  const [first, ...others] = networks
  return {
    // The names that are left are those of our own options.
    ...(taken as Omit<CreateLatchkeyOptions, 'networks'>),
    networks: [withNodes(first, customRpcUrls), ...others.map((one) => withNodes(one, customRpcUrls))],
    features: toFeatures(features, allWallets, onLost),
    ...(themeVariables && { themeVariables: toThemeVariables(themeVariables, onLost) }),
    ...(customWallets && { customWallets: toCustomWallets(customWallets, onLost) }),
    ...(debug && { logLevel: 'info' as const }),
  }
}

function toFeatures(
  features: AppKitFeatures = {},
  allWallets: AllWallets | undefined,
  onLost: (name: string, why?: string) => void,
): Features {
  const isOurs = (name: string) => featureNames.some((known) => known === name)
  const entries = Object.entries(features)
  for (const [name] of entries) if (!isOurs(name)) onLost(`features.${name}`)
  if (allWallets === 'ONLY_MOBILE') onLost('allWallets', 'the list is shown everywhere')
  return {
    ...Object.fromEntries(entries.filter(([name]) => isOurs(name))),
    ...(allWallets === 'HIDE' && { allWallets: false }),
  }
}

export function toThemeVariables(
  variables: AppKitThemeVariables | ThemeVariables,
  onLost: (name: string, why?: string) => void = () => {},
): ThemeVariables {
  const entries = Object.entries(variables).flatMap(([name, value]): [string, string | number][] => {
    if (name.startsWith('--latchkey-')) return [[name, value]]
    const ours = themeNames[name.replace(/^--(apkt|w3m)-/, '')]
    if (!ours) onLost(`themeVariables.${name}`)
    return ours ? [[ours, value]] : []
  })
  return Object.fromEntries(entries)
}

/** The app's own nodes stand before those that the chain names. */
function withNodes(network: NetworkInput, nodes: Readonly<Record<string, readonly CustomNode[]>>): Network {
  const made = toNetwork(network)
  const own = nodes[toNetworkId(network)]?.map(({ url }) => url)
  if (!own || own.length === 0) return made
  const { default: named } = made.rpcUrls
  return {
    ...made,
    rpcUrls: { ...made.rpcUrls, default: { ...named, http: [...own, ...named.http] } },
  }
}
