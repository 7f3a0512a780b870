/** What the sandbox has to give away: the coin and the tokens of a test network that its account holds and that have a price. */
import type { NetworkId } from '@latchkey/spec/caip'
import { currencies } from '@latchkey/spec/endpoints'
import { limits, seconds } from '@latchkey/spec/limits'
import { decodeFunctionResult, encodeFunctionData, erc20Abi } from 'viem'
import type { ChainData } from '../../chain/openChainData.js'
import type { Hex } from '../../chain/shapes.js'
import { refuse } from '../../http/refusal.js'
import type { Clock } from '../../ports/clock.js'
import type { Asset } from '../../prices/onChain.js'
import type { CallOptions } from '../../rpc/rpc.js'
import { paymentMethods } from '../methods.js'
import type { PaymentLimit, SoldAsset } from '../provider.js'

/** Tokens looked at; a test network may list very many. */
const mostTokens = 32
const freshFor = seconds(30)

export interface StockedAsset extends SoldAsset {
  readonly asset: Asset
  readonly decimals: number
}

export interface Stock {
  assets(options: CallOptions): Promise<readonly StockedAsset[]>
  /** The price of one whole unit in a currency, in fixed point; undefined where nobody knows it. */
  price(
    asset: Pick<StockedAsset, 'asset' | 'decimals'>,
    currency: string,
    options: CallOptions,
  ): Promise<bigint | undefined>
  limits(options: CallOptions): Promise<readonly PaymentLimit[]>
}

export function createStock(input: {
  readonly chainData: Pick<ChainData, 'chainOf' | 'networks' | 'prices'>
  readonly clock: Clock
  readonly networkId: NetworkId
  readonly networkName: string
  readonly account: Hex
}): Stock {
  const { chainData, clock, networkId, networkName, account } = input
  const chain = chainData.chainOf(networkId)
  let kept: { assets: readonly StockedAsset[]; until: number } | undefined

  async function holds({ asset }: StockedAsset, options: CallOptions): Promise<boolean> {
    if (asset === 'native') return (await chain.balance(account, 'latest', options)) > 0n
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
    try {
      const result = await chain.call({ to: asset, data }, options)
      return decodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', data: result }) > 0n
    } catch {
      options.signal?.throwIfAborted()
      // A listed address without a token behind it.
      return false
    }
  }

  async function read(options: CallOptions): Promise<readonly StockedAsset[]> {
    const { nativeCurrency, tokens } = chainData.networks(networkId)
    const place = { networkId, networkName }
    const all: StockedAsset[] = [
      { ...nativeCurrency, ...place, asset: 'native', contract: '' },
      ...tokens.slice(0, mostTokens).map(({ address, name, symbol, decimals }) => ({
        ...place,
        name,
        symbol,
        decimals,
        asset: address,
        contract: address,
      })),
    ]
    const prices = await chainData.prices.of(chain, all, 'usd', options)
    const held = await Promise.all(
      all.map(async (one) => prices.has(one.asset) && (await holds(one, options))),
    )
    return all.filter((_, index) => held[index])
  }

  return {
    async assets(options) {
      if (kept && kept.until > clock.now()) return kept.assets
      const assets = await read(options)
      kept = { assets, until: clock.now() + freshFor }
      return assets
    },
    async price({ asset, decimals }, currency, options) {
      const known = currencies.find((one) => one === currency.toLowerCase())
      if (!known) throw refuse('currency', `${currency} is not accepted`)
      return (await chainData.prices.of(chain, [{ asset, decimals }], known, options)).get(asset)
    },
    async limits(options) {
      const rated = await Promise.all(
        limits.onrampCurrencies.map(async (currency) => {
          const known = currencies.find((one) => one === currency.toLowerCase())
          return known !== undefined && (await chainData.prices.rate(known, options)) !== undefined
        }),
      )
      const bounds = { card: limits.onrampCard, ach_bank_account: limits.onrampBankAccount } // S9-05
      return limits.onrampCurrencies
        .filter((_, index) => rated[index])
        .flatMap((currency) => paymentMethods.map((method) => ({ currency, method, ...bounds[method] })))
    },
  }
}
