/** Holdings with their prices: amounts stay exact, and only what is shown becomes a number. */
import type { Currency } from '@latchkey/spec/endpoints'
import { compareDecimal, formatUnits, multiplyDecimal } from '@latchkey/spec/validation'
import type { Chain } from '../chain/chain.js'
import { priceText } from '../prices/fixed.js'
import type { Prices } from '../prices/prices.js'
import type { CallOptions } from '../rpc/rpc.js'
import type { Holding } from './balances.js'

export interface PricedHolding extends Holding {
  /** The amount with its decimals, exact. */
  readonly numeric: string
  /** Undefined when nobody knows. */
  readonly price: string | undefined
  readonly value: string | undefined
}

/** The native coin first, then what is worth most; what has no price comes last. */
export async function withPrices(
  chain: Chain,
  holdings: readonly Holding[],
  { prices, currency }: { readonly prices: Prices; readonly currency: Currency },
  options: CallOptions,
): Promise<PricedHolding[]> {
  const assets = holdings.map(({ token, decimals }) => ({ asset: token ?? ('native' as const), decimals }))
  const found = await prices.of(chain, assets, currency, options)
  return holdings
    .map((holding) => {
      const { token, units, decimals } = holding
      const fixed = found.get(token ?? 'native')
      const numeric = formatUnits(units, decimals)
      const price = fixed === undefined ? undefined : priceText(fixed)
      return { ...holding, numeric, price, value: price && multiplyDecimal(numeric, price) }
    })
    .sort((a, b) => {
      if (a.token === undefined || b.token === undefined) return a.token === undefined ? -1 : 1
      return compareDecimal(b.value ?? '0', a.value ?? '0') ?? 0
    })
}
