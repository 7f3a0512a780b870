import { describe, expect, test } from 'vitest'
import { one } from './fixed.js'
import { priceAt, sideAt } from './ticks.js'

/** Whether two prices are the same to a millionth. */
const isNear = (price: bigint, other: bigint) =>
  (price > other ? price - other : other - price) * 1_000_000n <= other

describe('a tick', () => {
  test.each([
    [0, 1],
    [1, 1.0001],
    [-1, 1 / 1.0001],
    [80_067, 1.0001 ** 80_067],
    [-80_067, 1.0001 ** -80_067],
    [200_000, 1.0001 ** 200_000],
  ])('%d is a price, and its inverse from the other side', (tick, price) => {
    const expected = BigInt(Math.round(price * 1e18))
    expect(isNear(priceAt(tick, true, one), expected)).toBe(true)
    expect(isNear(priceAt(-tick, false, one), expected)).toBe(true)
  })

  test('at either end of what there is keeps its digits', () => {
    const [high, low] = [priceAt(887_272, true, one), priceAt(-887_272, true, one * one * one)]
    expect(high / one).toBeGreaterThan(10n ** 38n)
    expect(isNear((high * low) / one, one * one * one)).toBe(true)
  })
})

test('liquidity is what a pair of the same depth would hold of the other side', () => {
  // 4 of token1 for one of token0: the root is 2, so that 100 of liquidity are 50 of token0 and 200 of token1.
  const root = 2n << 96n
  expect([sideAt(root, 100n, true), sideAt(root, 100n, false)]).toEqual([200n, 50n])
})
