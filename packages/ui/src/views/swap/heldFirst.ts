/** The tokens that can be swapped, those that the account holds before the others. */
import type { SwapToken } from '@latchkey/core/screen'
import { fiatText } from '@latchkey/core/screen'
import type { TokenBalance } from '@latchkey/spec/entities'
import { compareDecimal } from '@latchkey/spec/validation'
import type { Numbers } from '@latchkey/spec/words'
import type { TokenItem } from '../../parts/TokenRow.js'
import { decimalText } from '../account/amounts.js'

/** `held` is worth most first; the order of the others is the gateway's. */
export function heldFirst(
  tokens: readonly SwapToken[],
  held: readonly TokenBalance[],
  numbers: Numbers,
): readonly TokenItem[] {
  const places = new Map(
    held
      .filter(({ quantity }) => compareDecimal(quantity.numeric, '0') === 1)
      .map((item, index) => [item.address?.toLowerCase() ?? native, { item, index }] as const),
  )
  const found = tokens.map((token) => ({
    token,
    own: places.get(token.isNative ? native : token.id.toLowerCase()),
  }))
  const last = held.length
  return found
    .toSorted((one, other) => (one.own?.index ?? last) - (other.own?.index ?? last))
    .map(({ token, own }) => ({
      id: token.id,
      name: token.name,
      symbol: token.symbol,
      address: token.isNative ? undefined : token.address,
      icon: token.iconUrl,
      quantity: own && decimalText(own.item.quantity.numeric, numbers, { symbol: token.symbol }),
      worth: own?.item.value === undefined ? undefined : fiatText(own.item.value, numbers),
    }))
}

const native = 'native'
