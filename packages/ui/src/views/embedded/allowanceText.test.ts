import { createNumbers } from '@latchkey/spec/words'
import { expect, test } from 'vitest'
import { allowanceText } from './allowanceText.js'

const english = { language: 'en', numbers: createNumbers('en'), any: 'Any amount of' }
const token = '0x00000000000000000000000000000000000000C3'

test.each([
  ['in all', { amount: '5', symbol: 'USDC', token }, '5 USDC'],
  ['every two hours', { amount: '0.5', symbol: 'ETH', period: 7200 }, '0.5 ETH / 2 hours'],
  ['every ninety seconds', { amount: '1', symbol: 'ETH', period: 90 }, '1 ETH / 90 seconds'],
  ['without an end', { symbol: 'ETH' }, 'Any amount of ETH'],
  ['of a token that nobody knows', { amount: '7', token }, '7 0x0000…00C3'],
])('an allowance %s', (_, allowance, text) => {
  expect(allowanceText(allowance, english)).toBe(text)
})

test('a period is told in the words of the language', () => {
  const german = { language: 'de', numbers: createNumbers('de'), any: '' }
  expect(allowanceText({ amount: '1500.5', symbol: 'USDC', period: 86_400 }, german)).toBe(
    '1.500,5 USDC / 1 Tag',
  )
})
