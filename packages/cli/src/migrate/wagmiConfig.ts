/** `getDefaultConfig` of RainbowKit and ConnectKit: becomes wagmi's `createConfig`, with a kit of ours beside it. */
import type { CallExpression, ObjectExpression, ObjectProperty, VariableDeclarator } from 'oxc-parser'
import type { Source } from './source.js'

export interface ConfigMaker {
  readonly packages: RegExp
  /** `getDefaultConfig` makes the config itself, or only what `createConfig` takes. */
  readonly makesConfig: boolean
}

/** Where a kit can stand: after a statement of the file itself that makes a config and names it. */
interface Place {
  readonly config: string
  readonly end: number
  readonly closing: string
}

/** What wagmi's `createConfig` takes. */
const kept = new Set([
  'batch',
  'cacheTime',
  'ccipRead',
  'chains',
  'client',
  'connectors',
  'dataSuffix',
  'experimental_blockTag',
  'multiInjectedProviderDiscovery',
  'pollingInterval',
  'ssr',
  'storage',
  'syncConnectedChain',
  'transports',
])

/** What tells wallets about the app; it goes into the metadata of the kit. */
const told = new Set(['appName', 'appDescription', 'appUrl', 'appIcon'])

/** Whether every call was moved, and whether this file has a kit now. */
export function moveConfigs(
  source: Source,
  maker: ConfigMaker,
): { readonly isMoved: boolean; readonly hasKit: boolean } {
  const local = source.localOf('getDefaultConfig', maker.packages)
  const places = placesIn(source, maker, local)
  let [isMoved, hasKit] = [local !== undefined, false]
  source.walk({
    CallExpression(call) {
      if (local === undefined || call.callee.type !== 'Identifier' || call.callee.name !== local) return
      const place = hasKit || source.knows('kit') ? undefined : places.get(call)
      if (!moveConfig(source, maker, call, place)) isMoved = false
      else if (place) hasKit = true
      else source.note(call, 'make the kit of this config by hand, with createLatchkey')
    },
  })
  return { isMoved, hasKit }
}

function moveConfig(
  source: Source,
  { makesConfig }: ConfigMaker,
  call: CallExpression,
  place: Place | undefined,
): boolean {
  const [options, ...more] = call.arguments
  if (options?.type !== 'ObjectExpression' || more.length > 0) return false
  // What is spread may bring anything.
  if (options.properties.some(({ type }) => type === 'SpreadElement')) return false
  const values = valuesIn(source, options)
  const chains = values.get('chains')
  if (chains === undefined) return false
  const hasWays = values.has('transports') || values.has('client')
  const names = listedChains(source, options)
  if (!hasWays && !names) return false
  if (place) addKit(source, place, chains, values)
  if (!hasWays && names) addTransports(source, options, names)
  dropProperties(source, options)
  const isTold = (name: string) => place !== undefined && values.has('appName') && told.has(name)
  const lost = [...values.keys()].filter((name) => !kept.has(name) && !isTold(name))
  if (lost.length > 0) source.note(call, `${lost.join(', ')} left out: createConfig has no such option`)
  if (makesConfig) {
    source.replace(call.callee, 'createConfig')
    source.need('wagmi', 'createConfig')
  } else {
    source.replace({ start: call.start, end: options.start }, '')
    source.replace({ start: options.end, end: call.end }, '')
  }
  return true
}

function addTransports(source: Source, { start }: ObjectExpression, chains: readonly string[]): void {
  // It is the same one in all of them.
  const http = source.localOf('http', /^(viem|wagmi|@wagmi\/core)$/)
  if (http === undefined) source.need('wagmi', 'http')
  const ways = chains.map((chain) => `[${chain}.id]: ${http ?? 'http'}()`).join(', ')
  source.replace({ start: start + 1, end: start + 1 }, `\n  transports: { ${ways} },`)
}

/** Takes out what wagmi does not know, each with the comma after it; the comments of what stays, stay. */
function dropProperties(source: Source, { properties: list }: ObjectExpression): void {
  const isLost = (one: ObjectExpression['properties'][number] | undefined) => {
    const name = one?.type === 'Property' ? keyOf(one) : undefined
    return name !== undefined && !kept.has(name)
  }
  for (const [i, property] of list.entries()) {
    if (!isLost(property) || isLost(list[i - 1])) continue
    const run = list.slice(i).findIndex((one) => !isLost(one))
    const last = (run === -1 ? list.at(-1) : list[i + run - 1]) ?? property
    const rest = source.text.slice(last.end)
    const comma = /^\s*,/.exec(rest)?.[0] ?? ''
    const blank = run === -1 ? '' : (/^\s*/.exec(rest.slice(comma.length))?.[0] ?? '')
    const start = run === -1 ? source.text.slice(0, property.start).trimEnd().length : property.start
    source.replace({ start, end: last.end + comma.length + blank.length }, '')
  }
}

function addKit(
  source: Source,
  { config, end, closing }: Place,
  chains: string,
  values: ReadonlyMap<string, string>,
): void {
  const name = values.get('appName')
  const icon = values.get('appIcon')
  const description = values.get('appDescription') ?? "''"
  const url = values.get('appUrl') ?? "globalThis.location?.origin ?? ''"
  const metadata =
    name === undefined
      ? ''
      : `\n  metadata: { name: ${name}, description: ${description}, url: ${url}, icons: [${icon ?? ''}] },`
  source.replace(
    { start: end, end },
    `\n\nexport const kit = createLatchkey({${metadata}\n  networks: ${chains},\n  adapters: [eip155({ wagmi: wagmi(${config}) })],\n})${closing}`,
  )
  source.need('latchkey', 'createLatchkey')
  source.need('latchkey/eip155', 'eip155')
  source.need('latchkey/eip155/wagmi', 'wagmi')
}

/** Calls whose config has a name at the top of the file: inside a function nobody could import its kit. */
function placesIn(
  source: Source,
  { makesConfig }: ConfigMaker,
  local: string | undefined,
): ReadonlyMap<CallExpression, Place> {
  const places = new Map<CallExpression, Place>()
  for (const statement of source.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declared.declarations) {
      const call = makesConfig
        ? callOf(init, local)
        : callOf(callOf(init, 'createConfig')?.arguments[0], local)
      if (!call || id.type !== 'Identifier') continue
      const closing = source.slice(statement).endsWith(';') ? ';' : ''
      places.set(call, { config: id.name, end: statement.end, closing })
    }
  }
  return places
}

function callOf(
  node: VariableDeclarator['init'] | CallExpression['arguments'][number] | undefined,
  name: string | undefined,
): CallExpression | undefined {
  if (name === undefined || node?.type !== 'CallExpression') return undefined
  return node.callee.type === 'Identifier' && node.callee.name === name ? node : undefined
}

function keyOf({ key, computed }: ObjectProperty): string | undefined {
  if (computed) return undefined
  if (key.type === 'Identifier') return key.name
  return key.type === 'Literal' && typeof key.value === 'string' ? key.value : undefined
}

/** What the properties of an object are set to, as it is written. */
function valuesIn(source: Source, { properties }: ObjectExpression): Map<string, string> {
  return new Map(
    properties.flatMap((property) => {
      const name = property.type === 'Property' ? keyOf(property) : undefined
      return name === undefined || property.type !== 'Property'
        ? []
        : [[name, source.slice(property.value)] as const]
    }),
  )
}

/** The chains by name, where they are written out. */
function listedChains(source: Source, { properties }: ObjectExpression): string[] | undefined {
  const property = properties.find((one) => one.type === 'Property' && keyOf(one) === 'chains')
  if (property?.type !== 'Property' || property.value.type !== 'ArrayExpression') return undefined
  const { elements } = property.value
  return elements.every((one) => one?.type === 'Identifier')
    ? elements.flatMap((one) => (one ? [source.slice(one)] : []))
    : undefined
}
