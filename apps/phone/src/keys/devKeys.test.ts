import { localAccounts } from '@latchkey/local'
import { expect, test } from 'vitest'
import { accountOf, accounts } from './accounts.js'
import { devKeys } from './devKeys.js'

test('the keys are those of the people whom the local chain pays', { timeout: 30_000 }, () => {
  const people = localAccounts().people.slice(0, devKeys.length)
  expect(devKeys).toEqual(people.map(({ privateKey }) => privateKey))
  expect(accounts.map(({ address }) => address)).toEqual(people.map(({ address }) => address))
})

test('an account is found by its address in any letter case, and nobody else is', () => {
  const [alice] = accounts
  expect(accountOf(alice.address.toLowerCase())).toBe(alice)
  expect(accountOf(`0x${alice.address.slice(2).toUpperCase()}`)).toBe(alice)
  expect(accountOf('0x000000000000000000000000000000000000dEaD')).toBeUndefined()
})
