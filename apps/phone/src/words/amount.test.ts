import { expect, test } from 'vitest'
import { exactAmount, shortAddress, shortAmount } from './amount.js'

test('an amount that somebody decides about has all its digits', () => {
  expect(exactAmount(1_234_567_000_000_000_000_000n, 18, 'ETH')).toBe('1,234.567 ETH')
  expect(exactAmount(1n, 18, 'ETH')).toBe('0.000000000000000001 ETH')
  expect(exactAmount(0n, 6, 'USDC')).toBe('0 USDC')
})

test('[D-14] an amount for a glance is never rounded up, and dust is not nothing', () => {
  expect(shortAmount(1_999_999_999_999_999_999n, 18, 'ETH')).toBe('1.9999 ETH')
  expect(shortAmount(1n, 18, 'ETH')).toBe('< 0.0001 ETH')
  expect(shortAmount(10_050_000n, 6, 'USDC')).toBe('10.05 USDC')
  expect(shortAmount(100_000_000n, 6, 'USDC')).toBe('100 USDC')
  expect(shortAmount(0n, 18, 'ETH')).toBe('0 ETH')
})

test('an address keeps both its ends', () => {
  expect(shortAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe('0xf39F…2266')
})
