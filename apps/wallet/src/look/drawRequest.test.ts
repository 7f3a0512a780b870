import type { ApprovalPayload } from '@latchkey/spec/walletApi'
import { afterEach, expect, test } from 'vitest'
import { readRequest } from '../request/readRequest.js'
import { speak } from '../words/words.js'
import { warningsOf } from './drawRequest.js'

const account = '0x1111111111111111111111111111111111111111'
const call = { to: '0x2222222222222222222222222222222222222222', value: '0x1', data: '0x' }
const payload: ApprovalPayload = {
  v: 1,
  origin: 'https://shop.example',
  account,
  namespace: 'eip155',
  chainId: 'eip155:1',
  method: 'wallet_sendCalls',
  params: [{ from: account, calls: [call, call] }],
}

afterEach(() => speak())

test('what the server warns of is said in words of ours, and in the language of the page', () => {
  const warnings = [{ kind: 'look-alike', text: 'Words of the server', call: 1 }] as const
  const told = () => warningsOf(readRequest(payload), { warnings: [...warnings] })
  const text = 'This address looks like one you know, and is another'
  expect(told()).toEqual([{ kind: 'look-alike', weight: 'stop', call: 1, text }])
  speak({ code: 'de', words: { 'warnings.look-alike': 'Sieht nur so aus' } })
  expect(told()).toMatchObject([{ text: 'Sieht nur so aus' }])
})
