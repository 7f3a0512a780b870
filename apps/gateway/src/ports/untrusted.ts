/**
 * Requests to addresses that a stranger wrote: avatars, images, CCIP-Read gateways, webhooks. Only https to hosts of the
 * public internet; the name is resolved once and the connection goes to exactly that address, so that a name cannot
 * answer differently the second time; every redirect is judged anew.
 */
import { lookup as systemLookup } from 'node:dns/promises'
import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { isIP } from 'node:net'
import { seconds } from '@latchkey/spec/limits'
import { type Clock, within } from './clock.js'
import { OutboundError } from './outboundError.js'
import { isLoopbackAddress, isPublicAddress } from './publicAddress.js'
import { readBytes } from './readBytes.js'

export interface UntrustedRequest {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal
  /** Bytes that are read at most; 2 MiB when absent. */
  readonly maxBytes?: number
  /** Milliseconds over all redirects; 5 s when absent. */
  readonly deadline?: number
  /** Content types that are wanted, such as `image/`; any when absent. */
  readonly types?: readonly string[]
}

export interface UntrustedAnswer {
  readonly status: number
  /** Without parameters, in lower case; empty when there is none. */
  readonly contentType: string
  readonly bytes: Buffer
}

export interface Untrusted {
  fetch(request: UntrustedRequest): Promise<UntrustedAnswer>
}

interface Address {
  readonly address: string
  readonly family: number
}

export interface UntrustedInput {
  readonly clock: Clock
  /** `host` or `host:port` of services that the operator runs privately; they may also speak http. */
  readonly trustedHosts?: readonly string[]
  /** Local mode: this machine counts as one of them. */
  readonly isLocal?: boolean
  readonly lookup?: (host: string) => Promise<readonly Address[]>
}

const usualBytes = 2 * 1024 * 1024
const usualDeadline = seconds(5)
const redirectsFollowed = 3
const redirects = new Set([301, 302, 303, 307, 308])

export function createUntrusted(input: UntrustedInput): Untrusted {
  const { clock, trustedHosts = [], isLocal = false, lookup = lookUpAll } = input
  const trusted = new Set(trustedHosts)

  /** The addresses to connect to, all of them judged; a name that has one private address is refused whole. */
  async function judge(url: URL): Promise<readonly Address[]> {
    const isTrusted = trusted.has(url.host) || trusted.has(url.hostname)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (url.username !== '' || url.password !== '') throw new OutboundError('refused')
    const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await lookup(host)
    const isOwn = isLocal && addresses.every(({ address }) => isLoopbackAddress(address))
    if (addresses.length === 0) throw new OutboundError('unreachable')
    if (isTrusted || isOwn) return addresses
    const isWeb = url.protocol === 'https:' && url.port === ''
    if (!isWeb || !addresses.every(({ address }) => isPublicAddress(address)))
      throw new OutboundError('refused')
    return addresses
  }

  async function follow(request: UntrustedRequest, signal: AbortSignal): Promise<UntrustedAnswer> {
    let url = read(request.url)
    for (let hop = 0; hop <= redirectsFollowed; hop++) {
      const answer = await ask(url, await judge(url), request, signal)
      if (typeof answer !== 'string') return answer
      url = read(answer, url)
    }
    throw new OutboundError('refused')
  }

  return {
    async fetch(request) {
      const ending = new AbortController()
      const signal = request.signal ? AbortSignal.any([request.signal, ending.signal]) : ending.signal
      const late = () => new OutboundError('aborted')
      try {
        return await within(clock, request.deadline ?? usualDeadline, follow(request, signal), late)
      } catch (cause) {
        if (cause instanceof OutboundError) throw cause
        throw new OutboundError(signal.aborted ? 'aborted' : 'unreachable')
      } finally {
        ending.abort()
      }
    },
  }
}

function read(text: string, base?: URL): URL {
  if (!URL.canParse(text, base?.href)) throw new OutboundError('refused')
  const url = new URL(text, base)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new OutboundError('refused')
  return url
}

/** One exchange on a connection of its own, to one of the judged addresses; a text is where a redirect leads. */
function ask(
  url: URL,
  addresses: readonly Address[],
  { method = 'GET', headers = {}, body, maxBytes = usualBytes, types }: UntrustedRequest,
  signal: AbortSignal,
): Promise<UntrustedAnswer | string> {
  const start = url.protocol === 'https:' ? requestTls : requestPlain
  return new Promise((resolve, reject) => {
    const options = {
      method,
      signal,
      // A pooled connection could be one to an address that was judged for another name.
      agent: false,
      // Compressed answers can be a thousand times as large as they look.
      headers: { accept: '*/*', ...headers, 'accept-encoding': 'identity', 'user-agent': 'latchkey-gateway' },
      lookup: pin(addresses),
    } as const
    const request = start(url, options, (response) => {
      const { statusCode = 0, headers: said } = response
      const leave = (kind: ConstructorParameters<typeof OutboundError>[0]) => {
        response.destroy()
        reject(new OutboundError(kind))
      }
      if (redirects.has(statusCode) && said.location !== undefined) {
        response.destroy()
        // A body is not sent on to where somebody else points.
        return method === 'GET' ? resolve(said.location) : reject(new OutboundError('refused'))
      }
      const contentType = (said['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
      if ((said['content-encoding'] ?? 'identity') !== 'identity') return leave('not-text')
      if (types && !types.some((type) => contentType.startsWith(type))) return leave('unwanted-type')
      readBytes(response, said['content-length'], maxBytes).then(
        (bytes) => resolve({ status: statusCode, contentType, bytes }),
        reject,
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}

type LookupDone = (error: Error | null, address: string | Address[], family?: number) => void

/** Answers every question about the name with what was judged. */
function pin(addresses: readonly Address[]) {
  return (_: string, options: { all?: boolean | undefined }, done: LookupDone): void => {
    const [first] = addresses
    if (options.all === true) done(null, [...addresses])
    else done(null, first?.address ?? '', first?.family ?? 4)
  }
}

async function lookUpAll(host: string): Promise<readonly Address[]> {
  return systemLookup(host, { all: true, verbatim: true }).catch(() => [])
}
