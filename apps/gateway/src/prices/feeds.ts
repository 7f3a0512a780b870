/** Oracles in the manner of Chainlink: believed while they are as fresh as they promise. */
import { encodeFunctionData, parseAbi } from 'viem'
import type { Chain } from '../chain/chain.js'
import { decodeResult, readMany } from '../chain/multicall.js'
import type { Feed, NetworkFacts } from '../chain/networks.js'
import type { Clock } from '../ports/clock.js'
import type { CallOptions } from '../rpc/rpc.js'
import { power, priceDecimals } from './fixed.js'

const feedAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)',
])

/** What one of each base is worth in dollars. Feeds that are late, empty or negative say nothing. */
export async function readFeeds(
  chain: Chain,
  { facts, clock }: { readonly facts: NetworkFacts; readonly clock: Clock },
  options: CallOptions,
): Promise<Map<Feed['base'], bigint>> {
  const { feeds, multicall } = facts
  const reads = feeds.flatMap(({ address }) =>
    (['decimals', 'latestRoundData'] as const).map((functionName) => ({
      to: address,
      data: encodeFunctionData({ abi: feedAbi, functionName }),
    })),
  )
  const answers = await readMany(chain, reads, { ...options, multicall })
  const now = BigInt(Math.floor(clock.now() / 1000))
  const prices = new Map<Feed['base'], bigint>()
  for (const [index, { base, heartbeat }] of feeds.entries()) {
    const decimals = decodeResult(feedAbi, 'decimals', answers[2 * index])
    const round = decodeResult(feedAbi, 'latestRoundData', answers[2 * index + 1])
    if (typeof decimals !== 'number' || decimals > 36 || !Array.isArray(round)) continue
    const [, answer, , updatedAt] = round as [bigint, bigint, bigint, bigint, bigint] // decoded by that very function
    const isFresh = updatedAt > 0n && now - updatedAt <= 2n * BigInt(heartbeat)
    if (answer <= 0n || !isFresh) continue
    prices.set(base, (answer * power(priceDecimals)) / power(decimals))
  }
  return prices
}
