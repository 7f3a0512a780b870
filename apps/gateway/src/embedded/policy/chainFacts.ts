/** What the chain and its lists say about a request: names of tokens, whom somebody vouches for, and what it is worth. */
import { type NetworkId, parseNetworkId } from '@latchkey/spec/caip'
import { seconds } from '@latchkey/spec/limits'
import type { SessionPermission } from '@latchkey/spec/walletApi'
import type { ChainData } from '../../chain/openChainData.js'
import type { Hex } from '../../chain/shapes.js'
import type { Token } from '../../chain/tokens.js'
import type { Log } from '../../ports/log.js'
import { one, power } from '../../prices/fixed.js'
import { decodeCalls, type IndexedFacts } from './decodeCalls.js'
import { isTestNetwork } from './networks.js'
import { type AskedFor, callsIn } from './readRequest.js'
import { wordsOfSolana } from './solanaWords.js'
import { type Coin, plain, type Words } from './words.js'

export interface FoundFacts {
  readonly words: Words
  readonly isListed: (token: string) => boolean
  /** Value and highest fee together, rounded up; undefined where nobody knows, and on networks where it is play money. */
  readonly cents: bigint | undefined
}

export interface ChainFacts {
  /** Never fails and never waits long: what cannot be read is told as unknown, and then a window is needed. */
  of(chainId: string, asked: AskedFor, signal: AbortSignal): Promise<FoundFacts>
  /** Words for tokens of what was permitted before. Likewise. */
  permitted(
    chainId: NetworkId,
    permissions: readonly SessionPermission[],
    signal: AbortSignal,
  ): Promise<Words>
}

const patience = seconds(3)

export function createChainFacts({ chainData, log }: { chainData: ChainData; log: Log }): ChainFacts {
  async function tokensOf(
    networkId: NetworkId,
    { asked, facts }: { asked: AskedFor; facts: readonly IndexedFacts[] },
    signal: AbortSignal,
  ) {
    const permitted = asked.kind === 'grant' ? asked.grant.permissions : []
    const addresses = [
      ...facts.flatMap(({ facts: each }) => ('token' in each ? [each.token.toLowerCase() as Hex] : [])),
      ...tokensIn(permitted),
    ]
    if (addresses.length === 0) return new Map<Hex, Token>()
    return chainData.tokens.describe(chainData.chainOf(networkId), [...new Set(addresses)], { signal })
  }

  async function centsOf(
    networkId: NetworkId,
    {
      asked,
      facts,
      tokens,
    }: {
      asked: Extract<AskedFor, { kind: 'calls' }>
      facts: readonly IndexedFacts[]
      tokens: Map<Hex, Token>
    },
    signal: AbortSignal,
  ): Promise<bigint | undefined> {
    if (isTestNetwork(networkId)) return undefined
    const { decimals } = chainData.networks(networkId).nativeCurrency
    const amounts = new Map<Hex | 'native', { units: bigint; decimals: number }>()
    // What the account itself sends along, whatever becomes of it inside.
    const value = asked.calls.reduce((sum, call) => sum + call.value, 0n)
    amounts.set('native', { units: value + asked.most.gas * asked.most.maxFeePerGas, decimals })
    for (const { facts: each } of facts) {
      if (each.kind !== 'send-token') continue
      const address = each.token.toLowerCase() as Hex
      const token = tokens.get(address)
      if (token?.decimals === undefined) return undefined
      const before = amounts.get(address)?.units ?? 0n
      amounts.set(address, { units: before + each.amount, decimals: token.decimals })
    }
    const assets = [...amounts].map(([asset, entry]) => ({ asset, decimals: entry.decimals }))
    const prices = await chainData.prices.of(chainData.chainOf(networkId), assets, 'usd', { signal })
    let cents = 0n
    for (const [asset, { units, decimals: places }] of amounts) {
      const price = prices.get(asset)
      if (price === undefined) return undefined
      const unit = one * power(places)
      cents += (units * price * 100n + unit - 1n) / unit
    }
    return cents
  }

  return {
    async of(chainId, request, caller) {
      const asked = callsIn(request)
      const network = parseNetworkId(chainId)
      const unknown: FoundFacts = {
        words: wordsOf({ symbol: 'coins' }, new Map()),
        isListed: () => false,
        cents: undefined,
      }
      if (network?.namespace !== 'eip155' || !asked) return unknown
      // Parsed above.
      const networkId = chainId as NetworkId
      const { nativeCurrency } = chainData.networks(networkId)
      const facts = decodeCalls(asked.calls, new Set())
      const signal = AbortSignal.any([caller, AbortSignal.timeout(patience)])
      try {
        const tokens = await tokensOf(networkId, { asked: request, facts }, signal)
        const words = wordsOf(nativeCurrency, tokens)
        const isListed = (token: string) => tokens.get(token as Hex)?.isListed === true
        const cents = await centsOf(networkId, { asked, facts, tokens }, signal).catch(() => undefined)
        return { words, isListed, cents }
      } catch (cause) {
        log.warn({ chainId, reason: String(cause) }, 'a request is described without its tokens')
        return { ...unknown, words: wordsOf(nativeCurrency, new Map()) }
      }
    },
    async permitted(networkId, permissions, caller) {
      const { nativeCurrency } = chainData.networks(networkId)
      const addresses = tokensIn(permissions)
      if (addresses.length === 0) return wordsOf(nativeCurrency, new Map())
      const signal = AbortSignal.any([caller, AbortSignal.timeout(patience)])
      try {
        const tokens = await chainData.tokens.describe(chainData.chainOf(networkId), addresses, { signal })
        return wordsOf(nativeCurrency, tokens)
      } catch (cause) {
        log.warn({ chainId: networkId, reason: String(cause) }, 'a permission is told without its tokens')
        return wordsOf(nativeCurrency, new Map())
      }
    },
  }
}

/** Those that an allowance counts. */
function tokensIn(permissions: readonly SessionPermission[]): Hex[] {
  const addresses = permissions.flatMap(({ type, data }) =>
    // In small letters, as its schema has it.
    type !== 'contract-call' && 'address' in data ? [data.address as Hex] : [],
  )
  return [...new Set(addresses)]
}

function wordsOf(coin: Coin, tokens: ReadonlyMap<Hex, Token>): Words {
  return {
    coin,
    token(address) {
      const known = tokens.get(address.toLowerCase() as Hex)
      // Its own words do not count where it lures, or where nobody has heard of it.
      const isTrusted = known?.symbol !== undefined && !known.isSuspicious
      return isTrusted
        ? { symbol: plain(known.symbol), decimals: known.decimals }
        : { symbol: `token ${address}`, decimals: known?.decimals }
    },
    solana: wordsOfSolana,
  }
}
