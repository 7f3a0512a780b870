/** What of a permission nothing counts. */
import { givingFunctions } from '@latchkey/spec/walletApi'
import { expect, test } from 'vitest'
import { isWithoutLimit } from './grantWords.js'

const address = `0x${'22'.repeat(20)}`
const calling = (functionName: string) =>
  isWithoutLimit({ type: 'contract-call', data: { address, functions: [{ functionName }] } })

test.each(givingFunctions)('[A-53] a permission for %s is without limit', (signature) => {
  expect(calling(signature)).toBe(true)
})

test('one for a function that gives nothing away is not, and one for every function is', () => {
  expect(calling('play(uint256)')).toBe(false)
  expect(isWithoutLimit({ type: 'contract-call', data: { address } })).toBe(true)
})
