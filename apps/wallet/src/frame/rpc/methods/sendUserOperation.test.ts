import { encodeCalls } from '@latchkey/accounts'
import { expect, test } from 'vitest'
import { callsOf } from './sendUserOperation.js'

const to = `0x${'22'.repeat(20)}` as const
const calls = [
  { to, value: 5n, data: '0x' },
  { to: `0x${'33'.repeat(20)}`, value: 0n, data: '0x12345678' },
] as const
const shown = [
  { to, value: '0x5', data: '0x' },
  { to: `0x${'33'.repeat(20)}`, value: '0x0', data: '0x12345678' },
]

test('[S6-03] an operation is read into the calls that it makes', () => {
  expect(callsOf(encodeCalls(calls.slice(0, 1)))).toEqual(shown.slice(0, 1))
  expect(callsOf(encodeCalls(calls))).toEqual(shown)
  expect(callsOf(encodeCalls(calls.slice(1)))).toEqual(shown.slice(1))
})

test.each<[string, (data: string) => string]>([
  ['a delegate call', (data) => data.replace('0xe9ae5c5301', '0xe9ae5c53ff')],
  ['calls that may fail one by one', (data) => data.replace('0xe9ae5c530100', '0xe9ae5c530101')],
  ['another function', (data) => data.replace('0xe9ae5c53', '0x9517e29f')],
  ['bytes that end too early', (data) => data.slice(0, -96)],
  ['nothing', () => '0x'],
])('what cannot be shown is not asked for: %s', (_, bend) => {
  const bent = bend(encodeCalls(calls)) as `0x${string}` // hex stays hex
  expect(() => callsOf(bent)).toThrow(expect.objectContaining({ code: -32_602 }))
})
