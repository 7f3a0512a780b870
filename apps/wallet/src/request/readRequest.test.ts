import { writeSignIn } from '@latchkey/spec/signIn'
import type { ApprovalPayload } from '@latchkey/spec/walletApi'
import { base58, base64 } from '@scure/base'
import * as fc from 'fast-check'
import { encodeFunctionData, type Hex, maxUint160, maxUint256, parseAbi, stringToHex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { speak } from '../words/words.js'
import { readRequest } from './readRequest.js'

const origin = 'https://shop.example'
const account = '0x1111111111111111111111111111111111111111'
const other = '0x2222222222222222222222222222222222222222'
const token = '0x3333333333333333333333333333333333333333'

// Moments are told by the clock of whoever reads them.
beforeAll(() => void vi.stubEnv('TZ', 'Europe/Berlin'))
afterAll(() => void vi.unstubAllEnvs())
afterEach(() => speak())

const asked = (method: string, params: ApprovalPayload['params'], more: Partial<ApprovalPayload> = {}) =>
  readRequest({ v: 1, origin, account, namespace: 'eip155', chainId: 'eip155:1', method, params, ...more })

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function approve(address token, address spender, uint160 amount, uint48 until)',
  'function setApprovalForAll(address operator, bool approved)',
  'function multicall(bytes[] data)',
  'function transferOwnership(address owner)',
  'function strange(uint256 x)',
])
const fees = { gas: '0x5208', maxFeePerGas: '0x3b9aca00', maxPriorityFeePerGas: '0x1' }
const send = (data: Hex, value = '0x0', to = token) =>
  asked('eth_sendTransaction', [{ from: account, to, value, data, ...fees }])
const kinds = (facts: ReturnType<typeof asked>) => facts.warnings.map(({ kind, call }) => [kind, call])

test('a payment says how much, to whom, and what the network may take', () => {
  const facts = send('0x', '0xde0b6b3a7640000', other)
  expect(facts).toMatchObject({
    origin,
    kind: 'transfer',
    title: 'Send 1 ETH',
    network: 'Ethereum',
    fee: '0.000021 ETH',
  })
  expect(facts.parts[0]?.rows).toContainEqual({ label: 'To', value: other, look: 'address' })
  expect(facts.refusal).toBeUndefined()
})

test('a token is sent in its own units where they are known', () => {
  const data = encodeFunctionData({ abi, functionName: 'transfer', args: [other, 1_500_000n] })
  const payload = { from: account, to: token, value: '0x0', data, ...fees }
  const tokens = new Map([[token, { symbol: 'USDC', decimals: 6 }]])
  const facts = readRequest(
    {
      v: 1,
      origin,
      account,
      namespace: 'eip155',
      chainId: 'eip155:1',
      method: 'eth_sendTransaction',
      params: [payload],
    },
    { tokens },
  )
  expect(facts.parts[0]?.rows).toContainEqual({ label: 'Amount', value: '1.5 USDC', look: 'amount' })
})

test('[D-14] amounts have the marks of the language that is spoken, and every digit', () => {
  const paid = () => send('0x', '0x4563918244f40001', other)
  expect(paid()).toMatchObject({ title: 'Send 5.000000000000000001 ETH' })
  const rich = () => send('0x', '0x3635c9adc5dea00001', other)
  expect(rich()).toMatchObject({ title: 'Send 1,000.000000000000000001 ETH', fee: '0.000021 ETH' })
  speak({ code: 'de', words: {} })
  expect(paid()).toMatchObject({ title: 'Send 5,000000000000000001 ETH' })
  expect(rich()).toMatchObject({ title: 'Send 1.000,000000000000000001 ETH', fee: '0,000021 ETH' })
  speak({ code: 'ar', words: {} })
  expect(rich().fee).toBe('\u20660.000021 ETH\u2069')
})

test('[A-53] an unlimited approval is flagged in a call, in a batch with its number, and inside of a multicall', () => {
  const approve = encodeFunctionData({ abi, functionName: 'approve', args: [other, maxUint256] })
  const pay = encodeFunctionData({ abi, functionName: 'transfer', args: [other, 1n] })
  expect(kinds(send(approve))).toEqual([['unlimited-approval', undefined]])
  const nested = encodeFunctionData({ abi, functionName: 'multicall', args: [[pay, approve]] })
  const deeper = encodeFunctionData({ abi, functionName: 'multicall', args: [[nested]] })
  expect(kinds(send(deeper))).toEqual([['unlimited-approval', undefined]])
  expect(send(deeper).kind).toBe('approval')
  const batch = asked('wallet_sendCalls', [
    {
      from: account,
      calls: [
        { to: token, data: pay },
        { to: token, data: nested },
      ],
      gas: '0x1',
      maxFeePerGas: '0x1',
    },
  ])
  expect(batch.title).toBe('2 calls at once')
  expect(kinds(batch)).toEqual([['unlimited-approval', 1]])
})

test('in another language the words are others, and what they stand for is the same', () => {
  const words = {
    'calls.approve-permit2': 'Andere Adresse ausgeben lassen',
    'labels.amount': 'Menge',
    'labels.until': 'Bis',
    'values.unlimited': 'Unbegrenzt',
    'warnings.unlimited-approval': 'Lässt alles nehmen',
  }
  speak({ code: 'de', words })
  const args = [token, other, maxUint160, 1_800_000_000] as const
  const { title, parts, warnings } = send(encodeFunctionData({ abi, functionName: 'approve', args }))
  expect(title).toBe('Andere Adresse ausgeben lassen')
  expect(parts[0]?.rows.slice(2, 4)).toEqual([
    { label: 'Menge', value: 'Unbegrenzt', look: 'amount' },
    { label: 'Bis', value: '15. Jan. 2027, 09:00 MEZ', look: 'plain' },
  ])
  expect(warnings).toEqual([{ kind: 'unlimited-approval', weight: 'stop', text: 'Lässt alles nehmen' }])
})

test('whole collections, owners and foreign calls are told', () => {
  const all = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [other, true] })
  expect(kinds(send(all))).toEqual([['approval-for-all', undefined]])
  const none = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [other, false] })
  expect(kinds(send(none))).toEqual([])
  const owner = encodeFunctionData({ abi, functionName: 'transferOwnership', args: [other] })
  expect(kinds(send(owner))).toEqual([['owner-change', undefined]])
  const strange = encodeFunctionData({ abi, functionName: 'strange', args: [1n] })
  expect(kinds(send(strange))).toEqual([['unverified-contract', undefined]])
  expect(kinds(send(`0x095ea7b3${'ff'.repeat(10)}`))).toEqual([['unverified-contract', undefined]])
})

test('[A-52] a request for another account is refused', () => {
  expect(asked('eth_sendTransaction', [{ from: other, to: token, ...fees }]).refusal).toBeDefined()
})

test('[A-52] signing in is for the page that asks, and for no other', () => {
  const write = (domain: string) =>
    stringToHex(
      writeSignIn({
        domain,
        accountAddress: account,
        chainId: 'eip155:1',
        uri: origin,
        version: '1',
        nonce: 'abcdefgh1',
      }),
    )
  expect(asked('personal_sign', [write('shop.example'), account])).toMatchObject({
    kind: 'sign-in',
    title: 'Sign in',
  })
  expect(asked('personal_sign', [write('shop.example'), account]).refusal).toBeUndefined()
  expect(asked('personal_sign', [write('bank.example'), account]).refusal).toBe(
    'This page asks you to sign in to another site',
  )
})

test('[A-52] a bare hash of 32 bytes gets the red screen', () => {
  expect(kinds(asked('personal_sign', [`0x${'a7'.repeat(32)}`, account]))).toEqual([['raw-hash', undefined]])
  expect(kinds(asked('personal_sign', [stringToHex('hello'), account]))).toEqual([])
})

const typed = (
  domain: object,
  primaryType = 'Mail',
  types: object = { Mail: [{ name: 'text', type: 'string' }] },
  message: object = { text: 'hi' },
) => asked('eth_signTypedData_v4', [account, { domain, types, primaryType, message }])

test('[A-52] typed data for another network, or for the account itself, is refused', () => {
  expect(typed({ chainId: 1 }).refusal).toBeUndefined()
  expect(typed({ chainId: 5 }).refusal).toBe('The data is for another network')
  expect(typed({ chainId: 1, verifyingContract: account }).refusal).toContain('your own account')
})

test('permits are told as what they are', () => {
  const types = {
    Permit: ['owner', 'spender']
      .map((name) => ({ name, type: 'address' }))
      .concat({ name: 'value', type: 'uint256' }),
  }
  const message = { owner: account, spender: other, value: maxUint256.toString() }
  expect(kinds(typed({ chainId: 1 }, 'Permit', types, message))).toEqual([
    ['permit', undefined],
    ['unlimited-approval', undefined],
  ])
})

test('[A-54] names inside of typed data cannot turn or hide what stands around them', () => {
  const facts = typed({ name: 'wallet.example\u202E' }, 'Mail', undefined, {
    text: `\u200B${'x'.repeat(10_000)}`,
  })
  expect(JSON.stringify(facts)).not.toMatch(/[\u200B\u202E]/)
  expect(facts.origin).toBe(origin)
})

test('[A-69] everything that a sign-in means is shown, and what it gives beside is named and warned of', () => {
  const recap = 'urn:recap:eyJhdHQiOnt9fQ'
  const write = (more: object) =>
    asked('personal_sign', [
      stringToHex(
        writeSignIn({
          domain: 'shop.example',
          accountAddress: account,
          chainId: 'eip155:1',
          uri: `${origin}/login`,
          version: '1',
          nonce: 'abcdefgh1',
          expirationTime: '2030-01-01T00:00:00.000Z',
          ...more,
        }),
      ),
      account,
    ])
  const values = write({}).parts.flatMap(({ rows }) => rows.map(({ value }) => value))
  expect(values).toEqual(expect.arrayContaining([`${origin}/login`, 'Ethereum', '2030-01-01T00:00:00.000Z']))
  expect(write({}).warnings).toEqual([])
  const more = write({ resources: ['https://shop.example/terms', recap] })
  expect(more.title).toBe('Sign in, and more than that')
  expect(more.parts[1]?.rows.map(({ value }) => value)).toEqual(['https://shop.example/terms', recap])
  expect(more.warnings).toMatchObject([{ kind: 'capability', weight: 'stop' }])
})

test('[A-52] what is too long to be shown whole is not signed', () => {
  const ask = (text: string) => asked('personal_sign', [stringToHex(text), account])
  expect(ask('a'.repeat(20_000)).refusal).toBeUndefined()
  expect(ask('a'.repeat(20_001)).refusal).toBe('This message is too long to be shown whole')
  const bytes = (length: number) => asked('personal_sign', [`0x${'ff'.repeat(length)}`, account])
  expect(bytes(1024).refusal).toBeUndefined()
  expect(bytes(1025).refusal).toBeDefined()
})

test('[A-52] a Solana transaction that pretends to be a message is refused, and one that is asked for is told', () => {
  const payer = new Uint8Array(32).fill(7)
  const payee = new Uint8Array(32).fill(9)
  const system = new Uint8Array(32)
  const data = new Uint8Array([2, 0, 0, 0, 0, 0xca, 0x9a, 0x3b, 0, 0, 0, 0])
  const message = new Uint8Array([
    1,
    0,
    1,
    3,
    ...payer,
    ...payee,
    ...system,
    ...new Uint8Array(32).fill(1),
    1,
    2,
    2,
    0,
    1,
    data.length,
    ...data,
  ])
  const solana = {
    namespace: 'solana',
    account: base58.encode(payer),
    chainId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  } as const
  const disguised = asked(
    'solana_signMessage',
    { message: base58.encode(message), pubkey: solana.account },
    solana,
  )
  expect(disguised.refusal).toBe('This message is a transaction in disguise')
  const transaction = base64.encode(new Uint8Array([1, ...new Uint8Array(64), ...message]))
  const facts = asked('solana_signTransaction', { transaction }, solana)
  expect(facts).toMatchObject({ kind: 'transfer', title: 'Send 1 SOL', warnings: [] })
  expect(facts.parts[0]?.rows).toContainEqual({ label: 'To', value: base58.encode(payee), look: 'address' })
})

test('whatever a page sends, reading it ends in facts or in a refusal, and never in an error', () => {
  const methods = [
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'wallet_sendCalls',
    'solana_signTransaction',
    'constructor',
    '__proto__',
  ]
  fc.assert(
    fc.property(fc.constantFrom(...methods), fc.array(fc.jsonValue()), (method, params) => {
      const facts = asked(method, params)
      expect(facts.origin).toBe(origin)
    }),
  )
})
