import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from './limits.js'
import {
  checkCalls,
  checkSend,
  checkSlippage,
  checkTransaction,
  isPreflightCommitment,
  preflightCommitments,
  sendWarnings,
} from './transactions.js'

const address = `0x${'ab'.repeat(20)}`

describe('send', () => {
  const complete = { namespace: 'eip155', amount: '1.5', receiverAddress: address, token: {} } as const

  test('[S5-10] needs an amount, a receiver and a token', () => {
    expect(checkSend(complete)).toBeUndefined()
    for (const missing of [{ amount: undefined }, { amount: '' }, { receiverAddress: undefined }]) {
      expect(checkSend({ ...complete, ...missing })?.message).toBe(
        'An amount and receiver address are required',
      )
    }
    for (const zero of ['0', '0.00']) {
      expect(checkSend({ ...complete, amount: zero })?.code).toBe('send.incomplete')
    }
    expect(checkSend({ ...complete, token: undefined })?.message).toBe('A token is required')
  })

  test('[S5-10] works on eip155 and solana only', () => {
    for (const namespace of ['bip122', 'polkadot'] as const) {
      expect(checkSend({ ...complete, namespace })?.message).toBe('Unsupported chain')
    }
    expect(checkSend({ ...complete, namespace: 'solana', receiverAddress: '1'.repeat(32) })).toBeUndefined()
  })

  test('refuses what is no amount and no address of the namespace', () => {
    for (const amount of ['-1', '1e3', 'NaN', '1,5']) {
      expect(checkSend({ ...complete, amount })?.code).toBe('amount.invalid')
    }
    expect(checkSend({ ...complete, namespace: 'solana' })?.code).toBe('address.invalid')
  })
})

describe('an EVM transaction', () => {
  test('[S5-11] has addresses of 40 hexadecimal digits', () => {
    expect(checkTransaction({ from: address, to: address })).toBeUndefined()
    expect(checkTransaction({})).toBeUndefined()
    for (const bad of ['0x1', address.slice(0, -1), `${address}0`, address.slice(2), 'vitalik.eth', '']) {
      expect(checkTransaction({ to: bad })).toMatchObject({
        code: 'transaction.address-invalid',
        context: { address: bad },
      })
      expect(checkTransaction({ from: bad })?.code).toBe('transaction.address-invalid')
    }
  })

  test('[S5-11] does not mix the two kinds of fee', () => {
    expect(checkTransaction({ gasPrice: 0n })).toBeUndefined()
    expect(checkTransaction({ gasPrice: 0n, maxFeePerGas: 0n })?.code).toBe('transaction.fees-mixed')
    expect(checkTransaction({ gasPrice: 1n, maxPriorityFeePerGas: 1n })?.code).toBe('transaction.fees-mixed')
  })

  test('[S5-11] keeps the priority fee below the max fee, and that below 2^256', () => {
    const fee = fc.bigInt({ min: 0n, max: limits.maxUint256 })
    fc.assert(
      fc.property(fee, fee, (maxFeePerGas, maxPriorityFeePerGas) => {
        expect(checkTransaction({ maxFeePerGas, maxPriorityFeePerGas })?.code).toBe(
          maxPriorityFeePerGas > maxFeePerGas ? 'transaction.tip-above-max' : undefined,
        )
      }),
    )
    expect(checkTransaction({ maxFeePerGas: 7n, maxPriorityFeePerGas: 7n })).toBeUndefined()
    expect(checkTransaction({ maxFeePerGas: 2n ** 256n - 1n })).toBeUndefined()
    expect(checkTransaction({ maxFeePerGas: 2n ** 256n })?.code).toBe('transaction.max-fee-too-high')
  })
})

test('[S5-12] every call of a bundle has a to, and data where given, that starts with 0x', () => {
  expect(checkCalls([])).toBeUndefined()
  expect(checkCalls([{ to: '0x1' }, { to: '0x2', data: '0x' }])).toBeUndefined()
  expect(checkCalls([{ to: '0x1' }, { to: '1' }])).toMatchObject({
    code: 'calls.to-invalid',
    context: { n: 2 },
  })
  expect(checkCalls([{ data: '0x' }])?.code).toBe('calls.to-invalid')
  expect(checkCalls([{ to: '0x1', data: 'a9059cbb' }])).toMatchObject({
    code: 'calls.data-invalid',
    context: { n: 1 },
  })
  expect(checkCalls([{ to: '0x1', data: null }])?.code).toBe('calls.data-invalid')
})

test('[S5-13] a preflight commitment is one of eight words', () => {
  expect(preflightCommitments).toHaveLength(8)
  for (const word of preflightCommitments) expect(isPreflightCommitment(word)).toBe(true)
  for (const other of ['Processed', 'singlegossip', 'safe', '', undefined]) {
    expect(isPreflightCommitment(other)).toBe(false)
  }
})

test('slippage lies between 0.1 and 5 percent', () => {
  for (const good of ['0.1', '0.10', '1', limits.slippageDefault, '5', '5.0']) {
    expect(checkSlippage(good), good).toBeUndefined()
  }
  for (const bad of ['0', '0.09', '5.01', '50', '-1', '1%', '']) {
    expect(checkSlippage(bad)?.message, bad).toBe('Slippage must be between 0.1 and 5 %')
  }
})

describe('before sending', () => {
  const known = '0xAbCd000000000000000000000000000000001234'
  const alike = '0xabcdffffffffffffffffffffffffffffffff1234'
  const input = { namespace: 'eip155', receiverAddress: known, recentAddresses: [known] } as const

  test('a recent recipient gives no warning, in any case of letters', () => {
    expect(sendWarnings(input)).toEqual([])
    expect(sendWarnings({ ...input, receiverAddress: known.toLowerCase() })).toEqual([])
  })

  test('a new recipient does, and one that only looks like a recent one does so twice', () => {
    expect(sendWarnings({ ...input, recentAddresses: [] })).toEqual(['first-time-recipient'])
    expect(sendWarnings({ ...input, receiverAddress: alike })).toEqual([
      'first-time-recipient',
      'looks-like-recent',
    ])
  })

  test("the token's own contract and a contract that cannot receive do", () => {
    expect(sendWarnings({ ...input, tokenAddress: known.toLowerCase() })).toEqual(['own-contract'])
    expect(sendWarnings({ ...input, contractRefuses: true })).toEqual(['contract-cannot-receive'])
  })
})
