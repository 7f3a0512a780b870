/** Names, symbols and decimals of tokens: from lists first, then from the chain, kept in the database. */
import type { NetworkId } from '@latchkey/spec/caip'
import { days } from '@latchkey/spec/limits'
import { and, eq, sql } from 'drizzle-orm'
import { encodeFunctionData } from 'viem'
import { tokens as tokenTable } from '../indexer/tables.js'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import type { CallOptions } from '../rpc/rpc.js'
import type { Chain } from './chain.js'
import { readMany } from './multicall.js'
import type { Networks } from './networks.js'
import type { Hex } from './shapes.js'
import {
  decodeDecimals,
  decodeText,
  isLure,
  longestName,
  longestSymbol,
  lookOf,
  tokenAbi,
} from './tokenText.js'

export interface Token {
  readonly address: Hex
  readonly name: string | undefined
  readonly symbol: string | undefined
  readonly decimals: number | undefined
  readonly iconUrl: string
  readonly isListed: boolean
  /** Advertises something, or looks like a listed token that it is not. */
  readonly isSuspicious: boolean
}

export interface Tokens {
  /** What is known of each; asks the chain for what is not. */
  describe(chain: Chain, addresses: readonly Hex[], options?: CallOptions): Promise<Map<Hex, Token>>
}

/** A token may change its words; nobody waits for it. */
const freshFor = days(7)
/** Tokens asked about at once; the rest are asked about next time. */
const mostAsked = 200

type Words = Pick<Token, 'name' | 'symbol' | 'decimals'>

const questions = (['name', 'symbol', 'decimals'] as const).map((functionName) =>
  encodeFunctionData({ abi: tokenAbi, functionName }),
)

export function createTokens({ db, clock, networks }: { db: Db; clock: Clock; networks: Networks }): Tokens {
  async function stored(networkId: NetworkId, addresses: readonly Hex[]): Promise<Map<Hex, Words>> {
    if (addresses.length === 0) return new Map()
    const rows = await db.query
      .select()
      .from(tokenTable)
      .where(
        and(
          eq(tokenTable.networkId, networkId),
          sql`${tokenTable.address} = any(${sql.param([...addresses])}::text[])`,
        ),
      )
    const now = clock.now()
    return new Map(
      rows
        .filter(({ readAt }) => now - readAt.getTime() < freshFor)
        .map(({ address, name, symbol, decimals }) => [
          // Written by this module.
          address as Hex,
          { name: name ?? undefined, symbol: symbol ?? undefined, decimals: decimals ?? undefined },
        ]),
    )
  }

  async function ask(
    chain: Chain,
    addresses: readonly Hex[],
    options: CallOptions,
  ): Promise<Map<Hex, Words>> {
    if (addresses.length === 0) return new Map()
    const { multicall } = networks(chain.networkId)
    const reads = addresses.flatMap((to) => questions.map((data) => ({ to, data })))
    const answers = await readMany(chain, reads, { ...options, multicall })
    const found = new Map(
      addresses.map((address, index) => {
        const [name, symbol, decimals] = answers.slice(index * 3, index * 3 + 3)
        const words: Words = {
          name: decodeText('name', name, longestName),
          symbol: decodeText('symbol', symbol, longestSymbol),
          decimals: decodeDecimals(decimals),
        }
        return [address, words]
      }),
    )
    const readAt = new Date(clock.now())
    // Always in the same order: two at once that share tokens would otherwise each wait for a row of the other.
    const rows = [...found]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([address, words]) => ({ networkId: chain.networkId, address, ...words, readAt }))
    await db.query
      .insert(tokenTable)
      .values(rows)
      .onConflictDoUpdate({
        target: [tokenTable.networkId, tokenTable.address],
        set: {
          name: sql`excluded.name`,
          symbol: sql`excluded.symbol`,
          decimals: sql`excluded.decimals`,
          readAt: sql`excluded.read_at`,
        },
      })
    return found
  }

  return {
    async describe(chain, addresses, options = {}) {
      const { tokens } = networks(chain.networkId)
      const listed = new Map(tokens.map((token) => [token.address, token]))
      const looks = new Set(tokens.map(({ symbol }) => lookOf(symbol)))
      const others = [...new Set(addresses)].filter((address) => !listed.has(address))
      const kept = await stored(chain.networkId, others)
      const unknown = others.filter((address) => !kept.has(address)).slice(0, mostAsked)
      const asked = await ask(chain, unknown, options)
      return new Map<Hex, Token>(
        [...new Set(addresses)].map((address): [Hex, Token] => {
          const known = listed.get(address)
          if (known) return [address, { ...known, isListed: true, isSuspicious: false }]
          const words = kept.get(address) ?? asked.get(address) ?? nothing
          const isSuspicious =
            isLure(words.name, words.symbol) ||
            (words.symbol !== undefined && looks.has(lookOf(words.symbol)))
          return [address, { address, ...words, iconUrl: '', isListed: false, isSuspicious }]
        }),
      )
    },
  }
}

const nothing: Words = { name: undefined, symbol: undefined, decimals: undefined }
