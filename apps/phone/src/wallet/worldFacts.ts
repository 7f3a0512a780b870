/** What the local world says about itself in `/local.json`: names of the accounts, tokens by address, the playground. */
import * as v from 'valibot'
import { safeLine } from '../words/safeText.js'

const line = (most: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => safeLine(text, most)),
  )
const address = v.pipe(v.string(), v.regex(/^0x[\da-f]{40}$/i), v.toLowerCase())
/** Of any namespace; only those of eip155 are the same in other cases of their letters. */
const anyAddress = v.union([address, v.pipe(v.string(), v.regex(/^[\dA-Za-z]{14,100}$/))])

const facts = v.object({
  urls: v.optional(
    v.object({ playground: v.optional(v.pipe(v.string(), v.regex(/^http:\/\/localhost:\d+$/))) }),
  ),
  networks: v.record(
    v.string(),
    v.object({
      tokens: v.optional(
        v.pipe(
          v.array(
            v.object({
              address: anyAddress,
              symbol: line(12),
              decimals: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(36)),
            }),
          ),
          v.maxLength(100),
        ),
      ),
      accounts: v.optional(
        v.pipe(v.array(v.object({ address: anyAddress, name: v.optional(line(40)) })), v.maxLength(100)),
      ),
    }),
  ),
  accounts: v.optional(
    v.object({
      addresses: v.pipe(v.array(v.object({ address, name: v.optional(line(40)) })), v.maxLength(100)),
    }),
  ),
})

export interface Token {
  readonly symbol: string
  readonly decimals: number
}

export interface WorldFacts {
  readonly playground: string | undefined
  /** Names by address; those of eip155 in lower case. */
  readonly names: Readonly<Record<string, string>>
  /** Tokens by network id and address; those of eip155 in lower case. */
  readonly tokens: Readonly<Record<string, Readonly<Record<string, Token>>>>
}

export const noFacts: WorldFacts = { playground: undefined, names: {}, tokens: {} }

/** In milliseconds; without an answer the wallet works with bare addresses. */
const patience = 5_000

export async function readWorldFacts(url: string): Promise<WorldFacts> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(patience) })
    return response.ok ? parseWorldFacts(await response.json()) : noFacts
  } catch {
    return noFacts
  }
}

export function parseWorldFacts(json: unknown): WorldFacts {
  const read = v.safeParse(facts, json)
  if (!read.success) return noFacts
  const { urls, networks, accounts } = read.output
  return {
    playground: urls?.playground,
    names: Object.fromEntries(
      [
        ...(accounts?.addresses ?? []),
        ...Object.values(networks).flatMap((network) => network.accounts ?? []),
      ].flatMap(({ address, name }) => (name ? [[address, name]] : [])),
    ),
    tokens: Object.fromEntries(
      Object.entries(networks).map(([id, { tokens = [] }]) => [
        id,
        Object.fromEntries(tokens.map(({ address, symbol, decimals }) => [address, { symbol, decimals }])),
      ]),
    ),
  }
}
