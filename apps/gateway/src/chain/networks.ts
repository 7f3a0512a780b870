/** What is known of eip155 networks before anything is asked: their coin, and the contracts that reads go through. */
import type { NetworkId } from '@latchkey/spec/caip'
import * as v from 'valibot'
import { readJson } from '../config/parse.js'
import { knownNetworks } from './knownNetworks.js'
import type { Listed } from './listed.js'
import { chainAddress, type Hex } from './shapes.js'

const text = (max: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(max))
const decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(77))

/** A token that somebody vouches for: its own words about itself do not count. */
const listedToken = v.object({
  address: chainAddress,
  name: text(64),
  symbol: text(32),
  decimals,
  iconUrl: v.optional(v.pipe(v.string(), v.maxLength(2048), v.regex(/^(?:$|https?:\/\/|\/)/)), ''),
  /** Has `permit` (ERC-2612). */
  isPermit: v.optional(v.boolean(), false),
})
export type ListedToken = v.InferOutput<typeof listedToken>

/** An oracle in the manner of Chainlink: what one `base` is worth in `quote`. */
const feed = v.object({
  address: chainAddress,
  /** `native`, a currency, or a token. */
  base: v.union([
    v.literal('native'),
    v.picklist(['btc', 'eth', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy']),
    chainAddress,
  ]),
  quote: v.optional(v.literal('usd'), 'usd'),
  /** Seconds within which it promises a new answer. */
  heartbeat: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(604_800)),
})
export type Feed = v.InferOutput<typeof feed>

/** Pools of constant product, with the interface of Uniswap v2. */
const pairs = v.object({
  kind: v.optional(v.literal('pairs'), 'pairs'),
  name: text(64),
  factory: chainAddress,
  router: chainAddress,
})
export type PairExchange = v.InferOutput<typeof pairs>

/** What a pool may keep of what comes in, in millionths: the tiers that Uniswap has everywhere. */
const usualFees = [100, 500, 3_000, 10_000]

/** Pools whose liquidity stands in ranges of prices, with the interface of Uniswap v3: QuoterV2 and SwapRouter02. */
const concentrated = v.object({
  kind: v.literal('concentrated'),
  name: text(64),
  factory: chainAddress,
  quoter: chainAddress,
  router: chainAddress,
  fees: v.optional(
    v.pipe(
      v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999_999))),
      v.minLength(1),
      v.maxLength(8),
    ),
    usualFees,
  ),
})
export type ConcentratedExchange = v.InferOutput<typeof concentrated>

const exchange = v.variant('kind', [pairs, concentrated])
export type Exchange = v.InferOutput<typeof exchange>

const facts = v.object({
  nativeCurrency: v.optional(v.object({ name: text(64), symbol: text(32), decimals })),
  /** Multicall3; null where there is none. */
  multicall: v.optional(v.nullable(chainAddress)),
  /** The contract that wraps the native coin. */
  wrapped: v.optional(chainAddress),
  /** Tokens taken to be worth one dollar. */
  dollars: v.optional(v.pipe(v.array(chainAddress), v.maxLength(16))),
  feeds: v.optional(v.pipe(v.array(feed), v.maxLength(64))),
  exchanges: v.optional(v.pipe(v.array(exchange), v.maxLength(8))),
  /** The contract that finds names of ENS (ENSIP-23); null where it is not to be asked. */
  universalResolver: v.optional(v.nullable(chainAddress)),
  tokens: v.optional(v.pipe(v.array(listedToken), v.maxLength(2_000))),
})

export interface NetworkFacts {
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly multicall: Hex | undefined
  readonly wrapped: Hex | undefined
  readonly dollars: readonly Hex[]
  readonly feeds: readonly Feed[]
  readonly exchanges: readonly Exchange[]
  readonly universalResolver: Hex | undefined
  readonly tokens: readonly ListedToken[]
}

export type Networks = (networkId: NetworkId) => NetworkFacts

/** What the operator says wins, field by field, over what is known. */
export type NetworkSettings = ReadonlyMap<NetworkId, v.InferOutput<typeof facts>>

const settings = v.record(v.pipe(v.string(), v.regex(/^eip155:\d{1,32}$/)), facts)

/** `{"eip155:31337": {"wrapped": "0x…", "exchanges": […]}}`; throws a `TypeError` that says what is wrong. */
export function readNetworks(text: string): NetworkSettings {
  const read = v.safeParse(settings, readJson(text))
  if (!read.success) {
    const [issue] = read.issues
    throw new TypeError(
      `is not an object of network id to facts: ${v.getDotPath(issue) ?? 'value'}: ${issue.message}`,
    )
  }
  // The keys were checked to be eip155 network ids.
  return new Map(Object.entries(read.output) as [NetworkId, v.InferOutput<typeof facts>][])
}

const known: NetworkSettings = new Map(
  (Object.entries(knownNetworks) as [NetworkId, unknown][]).map(([id, entry]) => [id, v.parse(facts, entry)]), // keys of a literal table
)

/** Where nearly every network has it. */
const usualMulticall: Hex = '0xca11bde05977b3631167028862be2a173976ca11'
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }

export function createNetworks(
  configured: NetworkSettings,
  /** What the directory says; absent: nothing. */
  listed?: Listed,
): Networks {
  const found = new Map<NetworkId, NetworkFacts>()
  return (networkId) => {
    const before = found.get(networkId)
    if (before) return before
    const entry = { ...known.get(networkId), ...withoutGaps(configured.get(networkId)) }
    const tokens = mergeTokens(entry, listed?.tokens(networkId) ?? [])
    const made: NetworkFacts = {
      nativeCurrency: entry.nativeCurrency ?? listed?.currency(networkId) ?? ether,
      multicall: entry.multicall === null ? undefined : (entry.multicall ?? usualMulticall),
      wrapped: entry.wrapped,
      dollars: entry.dollars ?? [],
      feeds: entry.feeds ?? [],
      exchanges: entry.exchanges ?? [],
      universalResolver: entry.universalResolver ?? undefined,
      tokens,
    }
    found.set(networkId, made)
    return made
  }
}

/** The operator's tokens first, and in their words; then what prices are told in; then the rest of the list. */
function mergeTokens(
  { tokens = [], wrapped, dollars = [] }: v.InferOutput<typeof facts>,
  listed: readonly ListedToken[],
): ListedToken[] {
  const bases = new Set([...dollars, ...(wrapped ? [wrapped] : [])])
  const sorted = [...listed.filter(({ address }) => bases.has(address)), ...listed]
  const merged = new Map(tokens.map((token) => [token.address, token]))
  for (const token of sorted) if (!merged.has(token.address)) merged.set(token.address, token)
  return [...merged.values()]
}

function withoutGaps<entry extends object>(entry: entry | undefined): Partial<entry> {
  const kept = Object.entries(entry ?? {}).filter(([, value]) => value !== undefined)
  // Only entries without a value were left out.
  return Object.fromEntries(kept) as Partial<entry>
}
