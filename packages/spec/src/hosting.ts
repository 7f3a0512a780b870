/** What a page that uses the kit must be allowed by its content security policy, from the options of the kit (D-22). */
import type { Features, LatchkeyOptions } from './options.js'

/** The options that decide it; those of a kit can be handed in as they are. */
export interface HostingOptions
  extends Pick<
    LatchkeyOptions,
    'gatewayUrl' | 'relayUrl' | 'walletUrl' | 'alternateUrls' | 'enableWalletConnect'
  > {
  readonly features?: Pick<Features, 'email' | 'socials'>
  /** Without a gateway their nodes are asked by the page itself. */
  readonly networks?: readonly {
    readonly rpcUrls: { readonly default: { readonly http: readonly string[] } }
  }[]
  /**
   * The folder that the files of the kit are loaded from, if not the page's own origin: `https:`, or this machine. Only
   * what lies below it may run, so that the other files of a public CDN may not.
   */
  readonly cdnUrl?: string
  /** Hashes of inline scripts that the page keeps, such as its import map: `sha256-…`. */
  readonly scriptHashes?: readonly string[]
  /** Without it the policy does not ask for Trusted Types; the kit needs no exception from them. */
  readonly trustedTypes?: boolean
}

/** A policy by directive; a directive without sources stands alone. */
export type Policy = Readonly<Record<string, readonly string[]>>

const self = "'self'"
const none = ["'none'"]

/** The least that lets everything work; an app adds what it needs itself. Throws on an address that is none. */
export function policyFor(options: HostingOptions): Policy {
  const { cdnUrl, scriptHashes = [], trustedTypes = true } = options
  const cdn = cdnUrl === undefined ? [] : [folderOf(cdnUrl)]
  const frames = each(options, 'walletUrl').map(originOf)
  return {
    'default-src': [self],
    'script-src': unique([self, ...cdn, ...scriptHashes.map((hash) => `'${hash}'`)]),
    'style-src': [self],
    'connect-src': unique([self, ...connections(options)]),
    'frame-src': hasEmbeddedWallet(options) ? unique(frames) : none,
    'object-src': none,
    'base-uri': none,
    'form-action': [self],
    'frame-ancestors': none,
    ...(trustedTypes && { 'require-trusted-types-for': ["'script'"], 'trusted-types': none }),
  }
}

/** As a header has it. */
export function writePolicy(policy: Policy): string {
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')
}

function connections(options: HostingOptions): string[] {
  const { networks = [], enableWalletConnect = true } = options
  const gateways = each(options, 'gatewayUrl')
  // D-22: with a gateway the page talks to that and to nobody else.
  const nodes = gateways.length > 0 ? [] : networks.flatMap(({ rpcUrls }) => rpcUrls.default.http)
  const ownRelays = each(options, 'relayUrl')
  const relays = ownRelays.length > 0 ? ownRelays : gateways
  return [
    ...[...gateways, ...nodes].map(originOf),
    ...(enableWalletConnect ? relays.map((url) => originOf(url).replace(/^http/, 'ws')) : []),
  ]
}

const hasEmbeddedWallet = ({ features: { email = true, socials } = {}, ...options }: HostingOptions) =>
  each(options, 'walletUrl').length > 0 && (email || (socials !== false && socials?.length !== 0))

/** The address and the one that takes its place in restricted time zones (D-23). */
const each = (options: HostingOptions, name: 'gatewayUrl' | 'relayUrl' | 'walletUrl'): string[] =>
  [options[name], options.alternateUrls?.[name]].filter((url) => url !== undefined)

/** Scheme and host, without a name or a password, and without anything that could end a directive. */
const origin = /^(?:https?|wss?):\/\/[a-z0-9.:[\]-]+(?=[/?#]|$)/i

/** A path of the page's own is its own origin. */
function originOf(url: string): string {
  if (url.startsWith('/') && !url.startsWith('//')) return self
  const [found] = origin.exec(url) ?? []
  if (found === undefined) throw new TypeError(`${url} is not a web address`)
  return found.toLowerCase()
}

/** Whoever can change a file on its way can run code in the page. */
const isGuarded = (source: string) =>
  source.startsWith('https://') || /^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/.test(source)

/** A source that ends with a slash allows what lies below it; one without a path all of its origin. */
function folderOf(url: string): string {
  const from = originOf(url)
  if (from === self) return from
  if (!isGuarded(from)) throw new TypeError(`${url} is not an https: address, nor one of this machine`)
  const path = url.slice(from.length).replace(/[?#].*$/su, '')
  if (path.replaceAll('/', '') === '') return from
  return `${from}${path.replace(notOfPath, encodeURIComponent)}${path.endsWith('/') ? '' : '/'}`
}

/** What would end a source or a directive, and all that no address has. */
const notOfPath = /[^\w.~!$&()*+=:@%/-]/gu

const unique = (sources: readonly string[]): string[] => [...new Set(sources)]
