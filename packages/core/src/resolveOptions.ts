/** Checks the options once, names what is wrong, and fills in every default. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'
import { LatchkeyError } from '@latchkey/spec/errors'
import {
  defaultSwitches,
  defaultThemeMode,
  featureNames,
  isRestrictedTimeZone,
  optionNames,
  resolveFeatures,
} from '@latchkey/spec/options'
import { checkOptions, isThemeMode } from '@latchkey/spec/validation'
import { type NetworkInput, toNetwork, toNetworkId } from './network.js'
import { networkProblem } from './networkProblem.js'
import { type CreateLatchkeyOptions, type KitOptions, ownSwitches } from './options.js'

const codeOptions = [
  'networks',
  'defaultNetwork',
  'adapters',
  'id',
  'gatewayUrl',
  'relayUrl',
  'walletUrl',
  'alternateUrls',
  'storage',
  'clock',
  'fetch',
  'logLevel',
  'analyticsWithAddress',
  'isMobile',
  'language',
  'words',
] as const
const switches = { ...defaultSwitches, ...ownSwitches }
const logLevels: readonly unknown[] = ['debug', 'info', 'warn', 'error', 'silent']

/** Throws `options.invalid` with the option's name; `onUnknown` hears of names that no option has. */
export function resolveOptions(
  options: CreateLatchkeyOptions,
  { onUnknown = () => {} }: { onUnknown?: (name: string) => void } = {},
): KitOptions {
  if (!(options instanceof Object)) throw invalid('options', 'an object is expected')
  const [wrong] = checkOptions({ ...options, needsProjectId: false })
  if (wrong) throw wrong
  checkShapes(options)
  const networks = checkNetworks(options.networks)
  const knownOptions: readonly string[] = [...optionNames, ...Object.keys(ownSwitches), ...codeOptions]
  Object.keys(options)
    .filter((name) => !knownOptions.includes(name))
    .forEach(onUnknown)
  const gatewayUrl = nearest(options, 'gatewayUrl')
  const relayUrl = nearest(options, 'relayUrl')
  const walletUrl = nearest(options, 'walletUrl')
  return Object.freeze({
    ...switches,
    ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
    ...(gatewayUrl ? { gatewayUrl } : {}),
    ...(relayUrl ? { relayUrl } : {}),
    ...(walletUrl ? { walletUrl } : {}),
    id: options.id ?? 'default',
    networks,
    defaultNetwork: defaultNetwork(options.defaultNetwork, networks),
    adapters: checkAdapters(options.adapters ?? []),
    features: resolveFeatures(options.features),
    themeMode: options.themeMode ?? defaultThemeMode,
    themeVariables: options.themeVariables ?? {},
    analyticsWithAddress: options.analyticsWithAddress ?? false,
    isMobile: options.isMobile ?? isMobileBrowser(),
    fetch: options.fetch ?? ((...input) => globalThis.fetch(...input)),
  })
}

const invalid = (option: string, reason: string) => new LatchkeyError('options.invalid', { option, reason })

function checkShapes(options: CreateLatchkeyOptions) {
  const expect = (
    option: keyof CreateLatchkeyOptions,
    isFine: (value: unknown) => boolean,
    reason: string,
  ) => {
    if (options[option] !== undefined && !isFine(options[option])) throw invalid(option, reason)
  }
  const isText = (value: unknown) => typeof value === 'string' && value !== ''
  expect('projectId', isText, 'a text is expected')
  expect('id', isText, 'a text is expected')
  for (const name of [
    'gatewayUrl',
    'relayUrl',
    'walletUrl',
    'termsConditionsUrl',
    'privacyPolicyUrl',
  ] as const) {
    expect(name, isAddress, 'a web address or a path that starts with / is expected')
  }
  for (const name of Object.keys(switches) as (keyof typeof switches)[]) {
    expect(name, (value) => typeof value === 'boolean', 'true or false is expected')
  }
  expect('themeMode', (value) => value === 'auto' || isThemeMode(value), 'it is light, dark or auto')
  expect('logLevel', (value) => logLevels.includes(value), 'it is debug, info, warn, error or silent')
  for (const name of [
    'includeWalletIds',
    'excludeWalletIds',
    'featuredWalletIds',
    'customWallets',
  ] as const) {
    expect(name, Array.isArray, 'a list is expected')
  }
  expect('features', (value) => value instanceof Object, 'an object is expected')
  expect('words', (value) => value instanceof Object, 'an object is expected')
  expect('language', (value) => value instanceof Object && 'load' in value, 'this is not a language')
  for (const name of Object.keys(options.features ?? {})) {
    if (!featureNames.some((known) => known === name))
      throw invalid(`features.${name}`, 'there is no such feature')
  }
  for (const name of ['get', 'set', 'remove'] as const) {
    expect('storage', (value) => value instanceof Object && name in value, `the method ${name} is missing`)
  }
}

const isAddress = (value: unknown) =>
  typeof value === 'string' && /^(?:(?:https?|wss?):\/\/[^\s/]|\/(?!\/))/i.test(value)

function checkNetworks(networks: unknown): readonly [Network, ...Network[]] {
  if (!Array.isArray(networks) || networks.length === 0) {
    throw invalid('networks', 'a list with at least one network is expected')
  }
  const known = new Set<NetworkId>()
  const checked = networks.map((input: NetworkInput, i) => {
    const network = toNetwork(input)
    const problem = networkProblem(network)
    if (problem) throw invalid(`networks[${i}]${problem.path && `.${problem.path}`}`, problem.reason)
    const { caipNetworkId } = network
    if (known.has(caipNetworkId)) throw invalid(`networks[${i}]`, `${caipNetworkId} is listed twice`)
    known.add(caipNetworkId)
    return network
  })
  return checked as unknown as readonly [Network, ...Network[]] // there is at least one, as seen above
}

function defaultNetwork(
  wanted: CreateLatchkeyOptions['defaultNetwork'],
  networks: readonly [Network, ...Network[]],
): Network {
  if (wanted === undefined) return networks[0]
  const id = toNetworkId(wanted)
  const found = networks.find(({ caipNetworkId }) => caipNetworkId === id)
  if (!found) throw invalid('defaultNetwork', `${id} is not among networks`)
  return found
}

function checkAdapters(adapters: unknown): KitOptions['adapters'] {
  if (!Array.isArray(adapters)) throw invalid('adapters', 'a list is expected')
  const list = adapters as KitOptions['adapters'] // entries are checked right below
  list.forEach((adapter, i) => {
    if (typeof adapter?.start !== 'function') throw invalid(`adapters[${i}]`, 'this is not an adapter')
    if (list.findIndex(({ namespace }) => namespace === adapter.namespace) !== i) {
      throw invalid(`adapters[${i}]`, `there is already an adapter for ${adapter.namespace}`)
    }
  })
  return list
}

/** D-23 */
function nearest(options: CreateLatchkeyOptions, name: 'gatewayUrl' | 'relayUrl' | 'walletUrl') {
  const alternate = options.alternateUrls?.[name]
  return alternate && isRestrictedTimeZone(timeZone()) ? alternate : options[name]
}

const timeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

function isMobileBrowser(): boolean {
  const browser: Partial<Navigator> = globalThis.navigator ?? {}
  const agent = browser.userAgent ?? ''
  // An iPad says that it is a Mac; Macs have no touch screen.
  const isTablet = /Macintosh/.test(agent) && (browser.maxTouchPoints ?? 0) > 1
  return isTablet || /Android|iPhone|iPad|iPod|Mobile/i.test(agent)
}
