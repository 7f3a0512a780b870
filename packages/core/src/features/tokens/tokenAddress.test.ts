/** How gateways name tokens. */
import { expect, test } from 'vitest'
import { tokenAddress } from './tokenAddress.js'

test.each([
  ['eip155:1:0x00000000000000000000000000000000000000D0', '0x00000000000000000000000000000000000000D0'],
  ['0x00000000000000000000000000000000000000D0', '0x00000000000000000000000000000000000000D0'],
  ['eip155:1:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', undefined],
  ['0x0000000000000000000000000000000000000000', undefined],
  ['So11111111111111111111111111111111111111111', undefined],
  [undefined, undefined],
])('[D-15] %s is %s', (address, bare) => {
  expect(tokenAddress({ address })).toBe(bare)
})
