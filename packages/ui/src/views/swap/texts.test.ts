/** Numbers of a swap: cut where something arrives, rounded up where something is paid at most, never a float. */

import type { SwapToken } from '@latchkey/core/screen'
import { accountId, asAddress } from '@latchkey/spec/caip'
import { createNumbers } from '@latchkey/spec/words'
import { expect, test } from 'vitest'
import { amountText, atMostText, fiatOf, rateText } from './texts.js'

const token = (symbol: string, decimals: number): SwapToken => {
  const address = `0x${symbol.length.toString(16).padStart(40, '0')}`
  return {
    id: accountId({ networkId: 'eip155:1', address }),
    address: asAddress(address),
    name: symbol,
    symbol,
    decimals,
    iconUrl: undefined,
    isNative: false,
  }
}
const english = createNumbers('en')
const ether = token('ETH', 18)
const dollar = token('USDC', 6)

test('[D-14] amounts are cut, and small ones keep the digits that matter', () => {
  expect(amountText(1_492_376_999n, { decimals: 6 }, english)).toBe('1,492.376')
  expect(amountText(100_000_000n, { decimals: 6 }, english)).toBe('100')
  expect(amountText(1_000_000_000n, { decimals: 6 }, english)).toBe('1,000')
  expect(amountText(332_459_999_999_999n, { decimals: 18 }, english)).toBe('0.00033245')
  expect(amountText(1n, { decimals: 18 }, english)).toBe('0.000000000000000001')
  expect(amountText(0n, { decimals: 18 }, english)).toBe('0')
  expect(amountText(500_000_000_000_000_000n, { decimals: 18 }, english)).toBe('0.5')
})

test('[D-14] what is paid at most is never shown as less', () => {
  expect(atMostText(134_912_345_678_901n, ether, english)).toBe('0.00013492 ETH')
  expect(atMostText(500_134_912_345_678_901n, ether, english)).toBe('0.50014 ETH')
  expect(atMostText(500_000_000_000_000_000n, ether, english)).toBe('0.5 ETH')
  expect(atMostText(999_999_999_999_999_999n, ether, english)).toBe('1 ETH')
  expect(atMostText(12_345_678_900_000_000_000n, ether, english)).toBe('12.346 ETH')
})

test('[D-14] a rate is exact for any decimals', () => {
  const question = { networkId: 'eip155:1', address: ether.address, from: ether, to: dollar } as const
  expect(rateText({ ...question, amount: 500_000_000_000_000_000n }, 1_492_376_043n, english)).toBe(
    '2,984.752',
  )
  const back = { ...question, from: dollar, to: ether, amount: 3_000_000_000n }
  expect(rateText(back, 10n ** 18n, english)).toBe('0.00033333')
})

test('[S5-07] money has two decimals, and none where nobody knows a price', () => {
  expect(
    fiatOf(500_000_000_000_000_000n, ether, { prices: { [ether.id]: '2995.229' }, numbers: english }),
  ).toBe('$1,497.61')
  expect(fiatOf(1n, ether, { prices: {}, numbers: english })).toBeUndefined()
})

test('[D-14] a bound is worked out before it is written, so that no mark of a language is read back', () => {
  const german = createNumbers('de')
  expect(amountText(1_492_376_999n, { decimals: 6 }, german)).toBe('1.492,376')
  expect(atMostText(1_234_501_134_912_345_678_901n, ether, german)).toBe('1.234,502 ETH')
  expect(atMostText(134_912_345_678_901n, ether, german)).toBe('0,00013492 ETH')
})
