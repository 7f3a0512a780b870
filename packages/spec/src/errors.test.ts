import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  alertIds,
  alertOf,
  alertOfProviderError,
  alerts,
  alertText,
  chainErrorKind,
  chainErrors,
  type ErrorCode,
  type ErrorEntry,
  errors,
  LatchkeyError as FirstError,
  fillSlots,
  firstReason,
  isExecutionReverted,
  isLatchkeyError,
  isRetryableRpcCode,
  isRetryableStatus,
  isUserRejection,
  retryStatuses,
  rpcCodes,
  rpcErrorName,
  rpcErrors,
  type Slots,
} from './errors.js'
import { errorText, LatchkeyError } from './laterErrors.js'

// Object.entries widens the keys of a constant table to string.
const entries = Object.entries(errors) as [ErrorCode, ErrorEntry][]

/** What the type checker must refuse. Never called: an unused `@ts-expect-error` fails `tsc`. */
function refusals() {
  // @ts-expect-error the text has a slot, so the context may not be left out
  new LatchkeyError('email.cooldown')
  // @ts-expect-error the slot is n
  new LatchkeyError('email.cooldown', { seconds: 3 })
  // @ts-expect-error n is a count
  new LatchkeyError('email.cooldown', { n: '3' })
  // @ts-expect-error two slots, one given
  new LatchkeyError('address.invalid', { address: '0x1' })
  // @ts-expect-error no such code
  new LatchkeyError('email.cooldwon', { n: 3 })
  // @ts-expect-error the text alone needs its slots too
  errorText('connection.disconnect-chain-failed')
  new LatchkeyError('request.aborted')
  new LatchkeyError('rpc.not-allowed', { method: 'eth_sign' })
  expectTypeOf<Slots<'{a} of {b}: {c}'>>().toEqualTypeOf<'a' | 'b' | 'c'>()
  expectTypeOf<Slots<'none'>>().toEqualTypeOf<never>()
  // @ts-expect-error the explanation names the network
  alertText('network-not-found', {})
}
void refusals

describe('the error class', () => {
  test('fills the slots of the text and keeps code, context and cause', () => {
    const cause = new Error('from outside')
    const error = new LatchkeyError('email.cooldown', { n: 12, email: 'a@b.example' }, { cause })
    expect(error).toBeInstanceOf(Error)
    expect(error.message).toBe('Please try again after 12 seconds')
    expect(error).toMatchObject({ name: 'LatchkeyError', code: 'email.cooldown', cause })
    expect(error.context).toEqual({ n: 12, email: 'a@b.example' })
  })

  test('has no cause of its own accord', () => {
    expect('cause' in new LatchkeyError('request.aborted')).toBe(false)
  })

  test('is recognised by name and code, and narrows the context', () => {
    const error: unknown = new LatchkeyError('email.cooldown', { n: 3 })
    expect(isLatchkeyError(error)).toBe(true)
    expect(isLatchkeyError(error, 'request.aborted')).toBe(false)
    if (!isLatchkeyError(error, 'email.cooldown')) throw new Error('not recognised')
    expectTypeOf(error.context.n).toEqualTypeOf<number>()
    expect(error.context.n).toBe(3)
  })

  test('is recognised when another copy of this package made it', () => {
    const foreign = Object.assign(new Error('x'), { name: 'LatchkeyError', code: 'request.aborted' })
    expect(isLatchkeyError(foreign, 'request.aborted')).toBe(true)
    for (const other of [
      new Error('x'),
      null,
      'LatchkeyError',
      { name: 'LatchkeyError', code: 'toString' },
    ]) {
      expect(isLatchkeyError(other)).toBe(false)
    }
  })
})

test('what a first load carries throws the codes whose texts it carries; the rest does not compile', () => {
  expect(new FirstError('request.aborted').message).toBe('Request was aborted')
  // @ts-expect-error -- its text comes with laterErrors.ts
  expect(new FirstError('email.invalid').code).toBe('email.invalid')
  expect(new FirstError('request.aborted')).toBeInstanceOf(LatchkeyError)
})

describe('texts', () => {
  test('keep a slot visible when nobody filled it, and take nothing from prototypes', () => {
    expect(fillSlots('{a} and {toString}', { a: 1 })).toBe('1 and {toString}')
  })

  test('have balanced slots and an id of a rule each', () => {
    for (const [code, { text, rule }] of entries) {
      expect(text.replace(/\{\w+\}/g, ''), code).not.toMatch(/[{}]/)
      expect(rule, code).toMatch(/^(S\d-\d\d|D-\d\d)$/)
      expect(code).toMatch(/^[a-z-]+\.[a-z-]+$/)
    }
  })

  test('[S8-13] of names are the first reason of the service, else our own', () => {
    const fallback = errorText('names.register-failed', { name: 'alice' })
    expect(fallback).toBe('Error registering name alice')
    const answer = { status: 'FAILED', reasons: [{ field: 'name', description: 'Name is taken' }, {}] }
    expect(firstReason(answer, fallback)).toBe('Name is taken')
    for (const empty of [
      undefined,
      null,
      'text',
      {},
      { reasons: [] },
      { reasons: {} },
      { reasons: [null] },
      { reasons: [{ description: '' }] },
      { reasons: [{ description: 7 }] },
    ]) {
      expect(firstReason(empty, fallback)).toBe(fallback)
    }
  })
})

describe('alerts', () => {
  test('exist for every error that shows as one, and say what to do', () => {
    for (const [code, { show, alert }] of entries) expect(alert !== undefined, code).toBe(show === 'alert')
    for (const id of alertIds) {
      expect(alerts[id].title).not.toBe('')
      expect(alerts[id].text.length).toBeGreaterThan(alerts[id].title.length)
    }
    expect(alertOf('options.origin-not-allowed')).toBe('invalid-app-configuration')
    expect(alertOf('request.aborted')).toBeUndefined()
  })

  test('fill their explanation', () => {
    expect(alertText('network-not-found', { network: 'eip155:5' })).toEqual({
      title: 'Network Not Found',
      text: expect.stringContaining('eip155:5'),
    })
  })

  test('[S8-30] follow from what providers say, wrapped or not', () => {
    expect(alertOfProviderError('Unauthorized: origin not allowed')).toBe('invalid-app-configuration')
    expect(alertOfProviderError('JWT Token is not yet valid')).toBe('session-expired')
    expect(alertOfProviderError('WebSocket closed: 3000 (Unauthorized: invalid key)')).toBe(
      'invalid-project-id',
    )
    expect(alertOfProviderError('Unauthorized')).toBeUndefined()
  })
})

describe('RPC codes', () => {
  test('[S8-32] have names; an unknown code has the default one', () => {
    const standard = [
      -32700, -32600, -32601, -32602, -32603, -32000, -32001, -32002, -32003, -32004, -32005, -32006,
    ]
    const wallet = [4001, 4100, 4200, 4900, 4901, 4902, 5700, 5710, 5720, 5730, 5740, 5750, 5760]
    const ours = [5000, 32603]
    expect(
      Object.keys(rpcErrors)
        .map(Number)
        .sort((a, b) => a - b),
    ).toEqual([...standard, ...wallet, ...ours].sort((a, b) => a - b))
    expect(rpcCodes.unrecognizedChain).toBe(4902)
    expect(rpcCodes.unknown).toBe(5000)
    expect(rpcCodes.invalidChain).toBe(32603)
    expect(rpcErrorName(-32700)).toBe('parseError')
    expect(rpcErrorName(5760)).toBe('atomicityNotSupported')
    for (const unknown of [0, 1234, Number.NaN]) expect(rpcErrorName(unknown)).toBe('unknown')
  })

  test('name each code once', () => {
    expect(Object.keys(rpcCodes)).toHaveLength(Object.keys(rpcErrors).length)
    for (const [name, code] of Object.entries(rpcCodes)) expect(rpcErrorName(code)).toBe(name)
    expectTypeOf(rpcCodes.userRejected).toEqualTypeOf<4001>()
  })

  test('[S8-32] a user rejection is 4001, however deep a library wrapped it', () => {
    expect(isUserRejection({ code: 4001 })).toBe(true)
    expect(isUserRejection(new Error('a', { cause: new Error('b', { cause: { code: 4001 } }) }))).toBe(true)
    expect(isUserRejection({ code: '4001' })).toBe(false)
    expect(isUserRejection({ code: 4100, cause: undefined })).toBe(false)
    const loop: { cause?: unknown } = {}
    loop.cause = loop
    expect(isUserRejection(loop)).toBe(false)
  })

  test('are worth another try only for a limit or an internal error', () => {
    const codes = Object.keys(rpcErrors).map(Number).filter(isRetryableRpcCode)
    expect(codes.sort((a, b) => a - b)).toEqual([-32603, -32005])
    for (const status of retryStatuses) expect(isRetryableStatus(status)).toBe(true)
    for (const status of [200, 301, 400, 401, 404, 422, 501, 505])
      expect(isRetryableStatus(status)).toBe(false)
  })
})

describe('chain clients', () => {
  test.each([
    ['execution-reverted', 'execution reverted: ERC20: transfer amount exceeds balance'],
    ['execution-reverted', 'VM Exception: Execution Reverted'],
    ['fee-cap-too-high', 'max fee per gas higher than 2^256-1'],
    ['fee-cap-too-low', 'max fee per gas less than block base fee: address 0x1'],
    ['nonce-too-high', 'nonce too high: next nonce 5'],
    ['nonce-too-low', 'nonce too low: next nonce 5, tx nonce 4'],
    ['nonce-at-maximum', 'nonce has max value'],
    ['insufficient-funds', 'insufficient funds for gas * price + value'],
    ['intrinsic-gas-too-high', 'exceeds block gas limit'],
    ['intrinsic-gas-too-low', 'intrinsic gas too low: have 1, want 21000'],
    ['unsupported-transaction-type', 'transaction type not supported'],
    ['tip-above-fee-cap', 'max priority fee per gas higher than max fee per gas'],
  ] as const)('are understood: %s from "%s"', (kind, message) => {
    expect(chainErrorKind(message)).toBe(kind)
    expect(isExecutionReverted(message)).toBe(kind === 'execution-reverted')
  })

  test('[S8-19] every kind the spec lists has a text, and other messages have none', () => {
    expect(Object.keys(chainErrors)).toEqual([
      'execution-reverted',
      'fee-cap-too-high',
      'fee-cap-too-low',
      'nonce-too-high',
      'nonce-too-low',
      'nonce-at-maximum',
      'insufficient-funds',
      'intrinsic-gas-too-high',
      'intrinsic-gas-too-low',
      'unsupported-transaction-type',
      'tip-above-fee-cap',
    ])
    for (const { text } of Object.values(chainErrors)) expect(text).toMatch(/^[A-Z]/)
    expect(chainErrorKind('could not coalesce error')).toBeUndefined()
  })
})
