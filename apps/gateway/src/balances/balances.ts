/** What an account holds, to the last unit: listed tokens and those it has met, read from the chain in few calls. */
import type { NetworkId } from '@latchkey/spec/caip'
import { hours, limits } from '@latchkey/spec/limits'
import * as v from 'valibot'
import { encodeFunctionData } from 'viem'
import type { AccountProvider } from '../accounts/provider.js'
import type { Chain } from '../chain/chain.js'
import { readMany } from '../chain/multicall.js'
import type { Networks } from '../chain/networks.js'
import { chainAddress, type Hex } from '../chain/shapes.js'
import type { Token, Tokens } from '../chain/tokens.js'
import { tokenAbi } from '../chain/tokenText.js'
import type { LookOptions } from '../indexer/account.js'
import type { Indexer } from '../indexer/indexer.js'
import type { Cache } from '../ports/cache.js'
import type { Log } from '../ports/log.js'
import type { CallOptions } from '../rpc/rpc.js'

export interface Holding {
  /** Undefined for the native coin. */
  readonly token: Hex | undefined
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl: string
  readonly units: bigint
}

export interface Balances {
  /** The native coin first, then tokens; nothing that is zero but the native coin. */
  of(chain: Chain, address: Hex, options: BalanceOptions): Promise<Holding[]>
}

export interface BalanceOptions extends LookOptions {
  /** Tokens read past every cache, and shown even when they are unknown. */
  readonly force?: readonly Hex[]
}

/** Listed tokens that are always asked about; of longer lists the rest is asked about once in a while. */
const shortList = 500
/** How long it counts which tokens of a long list an account holds. */
const longListFor = hours(1)

const storedAmounts = v.array(v.tuple([chainAddress, v.pipe(v.string(), v.regex(/^\d{1,78}$/))]))
const storedTokens = v.array(chainAddress)

export function createBalances(input: {
  networks: Networks
  tokens: Tokens
  indexer: Pick<Indexer, 'heldTokens'>
  cache: Cache
  log: Log
  /** Knows which tokens an account has met; where it is away, the index does. */
  provider?: AccountProvider | undefined
}): Balances {
  const { networks, tokens, indexer, cache, log, provider } = input

  async function metTokens(
    networkId: NetworkId,
    address: Hex,
    options: BalanceOptions,
  ): Promise<readonly Hex[]> {
    if (provider?.serves(networkId)) {
      try {
        return await provider.tokens(networkId, address, options)
      } catch (cause) {
        options.signal?.throwIfAborted()
        const reason = cause instanceof Error ? cause.message : 'unknown'
        log.warn({ network: networkId, reason }, 'the account provider is away; the index is asked')
      }
    }
    return indexer.heldTokens(networkId, address, options)
  }

  async function readAmounts(
    chain: Chain,
    address: Hex,
    asked: readonly Hex[],
    options: CallOptions,
  ): Promise<Map<Hex, bigint>> {
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [address] })
    const { multicall } = networks(chain.networkId)
    const reads = asked.map((to) => ({ to, data }))
    const answers = await readMany(chain, reads, { ...options, multicall })
    // A contract that answers with anything but one word is no token.
    return new Map(
      asked.flatMap((token, index) => {
        const answer = answers[index]
        return answer?.length === 66 ? [[token, BigInt(answer)] as const] : []
      }),
    )
  }

  /** Tokens of the rest of a long list that the account holds. */
  async function ofLongList(chain: Chain, address: Hex, options: CallOptions): Promise<readonly Hex[]> {
    const rest = networks(chain.networkId).tokens.slice(shortList)
    if (rest.length === 0) return []
    const key = `listed:${chain.networkId}:${address}`
    const before = await readCache(cache, key, storedTokens)
    if (before) return before
    const amounts = await readAmounts(
      chain,
      address,
      rest.map((token) => token.address),
      options,
    )
    const held = [...amounts].filter(([, units]) => units > 0n).map(([token]) => token)
    await cache.set(key, JSON.stringify(held), longListFor)
    return held
  }

  /** Amounts at the newest block: they are kept by its hash, so that they are never older than the chain itself. */
  async function amountsOf(
    chain: Chain,
    address: Hex,
    options: BalanceOptions,
  ): Promise<Map<Hex | 'native', bigint>> {
    const { networkId } = chain
    const { force = [] } = options
    const { hash } = await chain.newest(options)
    const key = `balance:${networkId}:${address}:${hash}`
    const before = force.length > 0 ? undefined : await readCache(cache, key, storedAmounts)
    if (before)
      return new Map(before.map(([token, units]) => [token === nativeKey ? 'native' : token, BigInt(units)]))
    const [held, long] = await Promise.all([
      metTokens(networkId, address, options),
      ofLongList(chain, address, options),
    ])
    const listed = networks(networkId)
      .tokens.slice(0, shortList)
      .map((token) => token.address)
    const asked = [...new Set([...listed, ...long, ...held, ...force])]
    const [native, amounts] = await Promise.all([
      chain.balance(address, 'latest', options),
      readAmounts(chain, address, asked, options),
    ])
    const found = new Map<Hex | 'native', bigint>([['native', native]])
    for (const [token, units] of amounts) if (units > 0n) found.set(token, units)
    const stored = [...found].map(([token, units]) => [
      token === 'native' ? nativeKey : token,
      units.toString(),
    ])
    await cache.set(key, JSON.stringify(stored), limits.balanceCache)
    return found
  }

  return {
    async of(chain, address, options) {
      const amounts = await amountsOf(chain, address, options)
      const held = [...amounts.keys()].filter((token) => token !== 'native')
      const described = await tokens.describe(chain, held, options)
      const forced = new Set(options.force)
      const { nativeCurrency } = networks(chain.networkId)
      const native = { token: undefined, ...nativeCurrency, iconUrl: '', units: amounts.get('native') ?? 0n }
      const rest = held.flatMap((token) => {
        const known = described.get(token)
        const units = amounts.get(token) ?? 0n
        return known && isShown(known, forced) ? [holdingOf(known, units)] : []
      })
      return [native, ...rest]
    },
  }
}

/** Stands for the native coin among addresses. */
const nativeKey: Hex = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Without decimals an amount means nothing, and bait is not money. Who asks for a token by name gets it. */
function isShown({ address, decimals, symbol, isSuspicious }: Token, forced: ReadonlySet<Hex>): boolean {
  if (decimals === undefined || symbol === undefined) return false
  return !isSuspicious || forced.has(address)
}

function holdingOf({ address, name, symbol, decimals = 0, iconUrl }: Token, units: bigint): Holding {
  const label = symbol ?? address
  return { token: address, name: name ?? label, symbol: label, decimals, iconUrl, units }
}

/** What the cache says, if it is what this module wrote. */
async function readCache<schema extends v.GenericSchema>(
  cache: Cache,
  key: string,
  schema: schema,
): Promise<v.InferOutput<schema> | undefined> {
  const text = await cache.get(key)
  if (text === undefined) return undefined
  try {
    const read = v.safeParse(schema, JSON.parse(text))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}
