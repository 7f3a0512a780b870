/** The message a person signs to sign in: written and read the way of EIP-4361 and CAIP-122, for all four namespaces. */
import { type Namespace, type NetworkId, networkId, parseNetworkId, solanaClusters } from './caip.js'
import type { SignInSession } from './entities.js'

/** S3-13: what the message says, field by field. */
export type SignInData = SignInSession['data']

/** What the message calls each namespace. */
const chainNames = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
} as const satisfies Record<Namespace, string>

/** Nobody reads more, and a server need not. */
export const mostMessageLength = 10_000
const mostResources = 32

/** The message to sign, as CAIP-122 and EIP-4361 lay it out. */
export function writeSignIn(data: SignInData): string {
  const network = parseNetworkId(data.chainId)
  if (!network) throw new Error(`Not a network: ${data.chainId}`)
  const lines = [
    `${data.domain} wants you to sign in with your ${chainNames[network.namespace]} account:`,
    data.accountAddress,
    '',
    ...(data.statement === undefined ? [] : [data.statement]),
    '',
    `URI: ${data.uri}`,
    `Version: ${data.version}`,
    `Chain ID: ${network.reference}`,
    `Nonce: ${data.nonce}`,
    ...optional('Issued At', data.issuedAt),
    ...optional('Expiration Time', data.expirationTime),
    ...optional('Not Before', data.notBefore),
    ...optional('Request ID', data.requestId),
    ...(data.resources === undefined ? [] : ['Resources:', ...data.resources.map((each) => `- ${each}`)]),
  ]
  const message = lines.join('\n')
  // A field that reaches into the next line would be read as another field.
  if (lines.some((line) => /[\n\r]/.test(line))) throw new Error('A field of the message has a line break')
  return message
}

const optional = (label: string, value: string | undefined) =>
  value === undefined ? [] : [`${label}: ${value}`]

const head = /^(?:[a-zA-Z][a-zA-Z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your (\S+) account:$/

/** What the message says; `undefined` where it is no such message, down to the last character. */
export function readSignIn(message: string): SignInData | undefined {
  if (message.length > mostMessageLength) return undefined
  const lines = message.split('\n')
  const next = () => lines.shift()
  const [, domain, chainName] = head.exec(next() ?? '') ?? []
  const accountAddress = next()
  if (domain === undefined || !accountAddress || next() !== '') return undefined
  const namespace = namespaceOf(chainName)
  if (!namespace) return undefined
  // Solana wallets that write the message themselves leave out the empty line of a statement that is not there.
  const isShort = namespace === 'solana' && lines[0]?.startsWith('URI: ') && lines[1] !== ''
  const statement = isShort || lines[0] === '' ? undefined : next()
  if (!isShort && next() !== '') return undefined

  /** The line has this label, or nothing is read. */
  const take = (label: string): string | undefined => {
    const line = lines[0]
    if (!line?.startsWith(`${label}: `)) return undefined
    lines.shift()
    return line.slice(label.length + 2)
  }
  const uri = take('URI')
  const version = take('Version')
  const early = take('Chain ID')
  const nonce = take('Nonce')
  const times = {
    issuedAt: take('Issued At'),
    expirationTime: take('Expiration Time'),
    notBefore: take('Not Before'),
    requestId: take('Request ID'),
  }
  // EIP-4361 has the network before the nonce, the general form of CAIP-122 after the request; it stands in one place.
  const reference = early ?? take('Chain ID')
  const rest = { ...times, resources: takeResources(lines) }
  const isWhole = lines.length === 0 && uri && version && reference && nonce
  if (!isWhole) return undefined
  const chainId = solanaChain(namespace, reference) ?? networkId({ namespace, reference })
  if (!parseNetworkId(chainId)) return undefined
  return {
    domain,
    accountAddress,
    chainId,
    uri,
    version,
    nonce,
    ...(statement !== undefined && { statement }),
    ...definedOf(rest),
  }
}

/** Solana wallets call networks by their names; the example of CAIP-122 has the whole genesis hash. */
function solanaChain(namespace: Namespace, reference: string): NetworkId | undefined {
  if (namespace !== 'solana') return undefined
  const name = reference.replace(/^solana:/, '')
  if (Object.hasOwn(solanaClusters, name)) return solanaClusters[name as keyof typeof solanaClusters] // its own key
  return /^[1-9A-HJ-NP-Za-km-z]{43,44}$/.test(name) ? `solana:${name.slice(0, 32)}` : undefined
}

function takeResources(lines: string[]): string[] | undefined {
  if (lines[0] !== 'Resources:') return undefined
  const resources = lines.slice(1)
  if (resources.length > mostResources || !resources.every((line) => line.startsWith('- '))) return undefined
  lines.length = 0
  return resources.map((line) => line.slice(2))
}

function namespaceOf(chainName: string | undefined): Namespace | undefined {
  // The table's own keys.
  return (Object.keys(chainNames) as Namespace[]).find((each) => chainNames[each] === chainName)
}

type Defined<fields> = { [key in keyof fields]?: Exclude<fields[key], undefined> }

function definedOf<fields extends object>(fields: fields): Defined<fields> {
  // Only entries that have a value are left, which is what the type says.
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<fields>
}

/** What a server knows of the sign-in it waits for. */
export interface SignInExpected {
  /** Host, with its port where it has one. */
  readonly domain: string
  /** Where given, the origin that the address of the message must have. */
  readonly origin?: string | undefined
  readonly nonce: string
  readonly chainIds?: readonly NetworkId[] | undefined
  /** Now, in milliseconds. */
  readonly now: number
}

/** Why a message is not the one that was waited for. */
export const signInFaults = [
  'domain',
  'uri',
  'version',
  'chain',
  'nonce',
  'time-unreadable',
  'issued-in-future',
  'expired',
  'not-yet-valid',
] as const
export type SignInFault = (typeof signInFaults)[number]

/** Clocks differ; by this much they may. */
const clockSkew = 60_000

/** The first thing that is wrong with a message, or `undefined`. An unreadable time is wrong, never "no limit". */
export function signInFaultOf(data: SignInData, expected: SignInExpected): SignInFault | undefined {
  const { now } = expected
  if (data.domain.toLowerCase() !== expected.domain.toLowerCase()) return 'domain'
  const origin = originOf(data.uri)
  if (origin === undefined) return 'uri'
  if (expected.origin !== undefined && origin !== expected.origin) return 'uri'
  if (data.version !== '1') return 'version'
  if (expected.chainIds && !expected.chainIds.includes(data.chainId)) return 'chain'
  if (data.nonce !== expected.nonce) return 'nonce'
  const issuedAt = timeOf(data.issuedAt)
  const expires = timeOf(data.expirationTime)
  const notBefore = timeOf(data.notBefore)
  if (issuedAt === undefined || Number.isNaN(issuedAt)) return 'time-unreadable'
  if (Number.isNaN(expires) || Number.isNaN(notBefore)) return 'time-unreadable'
  if (issuedAt > now + clockSkew) return 'issued-in-future'
  if (expires !== undefined && expires <= now) return 'expired'
  if (notBefore !== undefined && notBefore > now + clockSkew) return 'not-yet-valid'
  return undefined
}

/** Milliseconds; `NaN` where it cannot be read; `undefined` where there is none. RFC 3339 and nothing looser. */
function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  return rfc3339.test(text) ? Date.parse(text) : Number.NaN
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i

/** The origin of a web address; the default port is not written out. */
function originOf(address: string): string | undefined {
  const [, scheme, host] = /^(https?):\/\/([^/?#@\s\\]+)(?:[/?#]|$)/i.exec(address) ?? []
  if (scheme === undefined || host === undefined) return undefined
  const protocol = scheme.toLowerCase()
  return `${protocol}://${host.toLowerCase().replace(protocol === 'https' ? /:443$/ : /:80$/, '')}`
}
