/** What a gateway says an account holds, as the kit shows it: exact, of one network, worth most first. */
import { accountId, type NetworkId } from '@latchkey/spec/caip'
import type { AnswerOf, balance } from '@latchkey/spec/endpoints'
import { type Network, type TokenBalance, tokenBalanceSchema } from '@latchkey/spec/entities'
import type { TokenOption } from '@latchkey/spec/options'
import {
  addDecimal,
  compareDecimal,
  formatUnits,
  multiplyDecimal,
  shownTokenBalances,
} from '@latchkey/spec/validation'
import * as v from 'valibot'
import type { NativeBalance } from '../../adapter.js'
import { gatewayPath } from '../../gatewayPath.js'

type Holdings = AnswerOf<typeof balance>['balances']

/** One holding that cannot be read costs its own line and no other. Entries without decimals are no amounts (S5-06). */
export function readTokens(
  holdings: Holdings,
  { networkId, gatewayUrl }: { readonly networkId: NetworkId; readonly gatewayUrl: string },
): readonly TokenBalance[] {
  const read = holdings.flatMap((holding) => {
    const { chainId = networkId, value: _, ...rest } = holding
    const parsed = v.safeParse(tokenBalanceSchema, { ...rest, chainId })
    // D-15: a token of another network has the same address and is another token.
    if (!parsed.success || parsed.output.chainId !== networkId) return []
    return [withValue({ ...parsed.output, iconUrl: iconOf(parsed.output.iconUrl, gatewayUrl) })]
  })
  return shownTokenBalances(read).sort(byValue)
}

/**
 * What the chain itself says, where there is nobody else to ask: the coin, or the token that the app shows in its
 * place (`options.tokens`). Nobody knows what it is worth.
 */
export function chainToken(
  network: Network,
  { value, decimals, symbol }: NativeBalance,
  instead?: TokenOption,
): TokenBalance {
  const { caipNetworkId: networkId, nativeCurrency, assets } = network
  return {
    name: instead ? symbol : nativeCurrency.name,
    symbol,
    chainId: networkId,
    ...(instead && { address: accountId({ networkId, address: instead.address }) }),
    price: '0',
    quantity: { decimals: String(decimals), numeric: formatUnits(value, decimals) },
    iconUrl: (instead ? instead.image : assets?.imageUrl) ?? '',
  }
}

/** In the currency of the prices; `undefined` where something is held and the price of nothing is known. */
export function totalOf(items: readonly TokenBalance[]): string | undefined {
  const values = items.flatMap(({ value }) => (value === undefined ? [] : [value]))
  if (items.length > 0 && values.length === 0) return undefined
  return values.reduce<string | undefined>((sum, value) => sum && addDecimal(sum, value), '0')
}

/** Counted from the amount, which is exact, and not from the rounded number on the wire. A price of 0 is none. */
function withValue(token: TokenBalance): TokenBalance {
  if (compareDecimal(token.price, '0') !== 1) return token
  const value = multiplyDecimal(token.quantity.numeric, token.price)
  return value === undefined ? token : { ...token, value }
}

/** Pictures that the gateway keeps are named by their path on it. */
const iconOf = (iconUrl: string, gatewayUrl: string) =>
  iconUrl.startsWith('/') ? gatewayPath(gatewayUrl, iconUrl as `/${string}`) : iconUrl // seen just before

function byValue(a: TokenBalance, b: TokenBalance): number {
  if (a.value === undefined || b.value === undefined)
    return Number(a.value === undefined) - Number(b.value === undefined)
  return compareDecimal(b.value, a.value) ?? 0
}
