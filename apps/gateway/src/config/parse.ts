/** Readers of single settings: text in, typed value out, or a `TypeError` that says what was expected. */
import { type NetworkId, parseNetworkId } from '@latchkey/spec/caip'
import * as v from 'valibot'

export const roles = ['api', 'rpc', 'relay', 'indexer', 'jobs', 'vault'] as const
export type Role = (typeof roles)[number]

export function port(text: string): number {
  const value = wholeNumber(text)
  if (value > 65_535) throw new TypeError('is not a port (0 to 65535)')
  return value
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new TypeError('is not a whole number')
  return Number(text)
}

/** `https://wallet.example`, without a path. */
export function originOf(text: string): string {
  if (!URL.canParse(text) || new URL(text).origin !== text || !/^https?:/.test(text))
    throw new TypeError('is not an origin such as https://wallet.example')
  return text
}

export function codeDigits(text: string): number {
  const value = wholeNumber(text)
  if (value < 6 || value > 9) throw new TypeError('is not a number from 6 to 9')
  return value
}

/** Letters and signs that a header can carry; the text is kept out of the message. */
export function token(text: string): string {
  if (!/^[\x21-\x7e]{16,256}$/.test(text))
    throw new TypeError('is not a token of 16 to 256 letters and signs')
  return text
}

export function flag(text: string): boolean {
  if (text === '1' || text === 'true') return true
  if (text === '0' || text === 'false') return false
  throw new TypeError('is neither 1 nor 0')
}

export function oneOf<const value extends string>(values: readonly value[]) {
  return (text: string): value => {
    const found = values.find((value) => value === text)
    if (found === undefined) throw new TypeError(`is none of ${values.join(', ')}`)
    return found
  }
}

export function list(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

export function roleSet(text: string): ReadonlySet<Role> {
  const names = list(text)
  if (names.length === 0) throw new TypeError(`names no role; known are ${roles.join(', ')}`)
  return new Set(
    names.map((name) => {
      const role = roles.find((known) => known === name)
      if (role === undefined)
        throw new TypeError(`has the unknown role "${name}"; known are ${roles.join(', ')}`)
      return role
    }),
  )
}

/** A URL with one of the given schemes. The text is kept out of the message: it may hold a password. */
export function urlOf(...schemes: readonly string[]) {
  return (text: string): string => {
    if (!URL.canParse(text) || !schemes.includes(new URL(text).protocol.slice(0, -1))) {
      throw new TypeError(`is not a ${schemes.map((scheme) => `${scheme}://`).join(' or ')} URL`)
    }
    return text
  }
}

export function networkIds(text: string): NetworkId[] {
  return list(text).map(networkId)
}

export type Upstreams = ReadonlyMap<
  NetworkId,
  { readonly http: readonly string[]; readonly ws: readonly string[] }
>

/** `{"eip155:1": ["https://…", "wss://…"]}`: the order of the list is the order of trial. */
export function upstreams(text: string): Upstreams {
  const read = v.safeParse(v.record(v.string(), v.pipe(v.array(v.string()), v.minLength(1))), readJson(text))
  if (!read.success) throw new TypeError('is not an object of network id to a list of URLs')
  const readUrl = urlOf('http', 'https', 'ws', 'wss')
  return new Map(
    Object.entries(read.output).map(([id, urls]) => {
      const read = urls.map((url, index) => {
        try {
          return readUrl(url)
        } catch (cause) {
          throw new TypeError(`${id}[${index}] ${(cause as TypeError).message}`, { cause })
        }
      })
      return [
        networkId(id),
        {
          http: read.filter((url) => url.startsWith('http')),
          ws: read.filter((url) => url.startsWith('ws')),
        },
      ]
    }),
  )
}

const calls = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1e12))

/** What a project may use; without a number it is unlimited. */
export const quotasSchema = v.strictObject({ perMinute: v.optional(calls), perDay: v.optional(calls) })
export type Quotas = v.InferOutput<typeof quotasSchema>

/** Clients of this wire know the switch; what they would ask then is answered by nobody here. */
const noExchanges = 'fund_from_exchange cannot be switched on: no exchange is asked here'

export const projectSchema = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,128}$/)),
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  allowedOrigins: v.optional(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(255))), []),
  features: v.optional(
    v.pipe(
      v.record(v.string(), v.unknown()),
      v.check(({ fund_from_exchange: isOn = false }) => isOn === false, noExchanges),
    ),
    {},
  ),
  quotas: v.optional(quotasSchema, {}),
})
export type DeclaredProject = v.InferOutput<typeof projectSchema>

/** `[{"id": "shop", "name": "Shop", "allowedOrigins": ["https://shop.example"]}]`. */
export function projects(text: string): DeclaredProject[] {
  const read = v.safeParse(v.array(projectSchema), readJson(text))
  if (read.success) return read.output
  const issue = read.issues[0]
  throw new TypeError(`is not a list of projects: ${v.getDotPath(issue) ?? 'value'}: ${issue.message}`)
}

function networkId(text: string): NetworkId {
  if (!parseNetworkId(text)) throw new TypeError(`has "${text}", which is not a network id such as eip155:1`)
  return text as NetworkId // parseNetworkId has just said so
}

/** The value of a setting that is JSON; throws a `TypeError` that does not repeat it, since it may hold a key. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new TypeError('is not JSON')
  }
}
