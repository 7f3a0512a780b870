/** Wallets refuse in many shapes; callers see one. */
import { isUserRejection } from '@latchkey/spec/errors'
import { describe, expect, test } from 'vitest'
import { ask, isMethodMissing, isProvider, ProviderError, providerError } from './provider.js'
import { parseAmount, parseChainId } from './quantity.js'

describe('refusals', () => {
  const shapes: readonly (readonly [string, unknown, number])[] = [
    ['an error with a code', Object.assign(new Error('no'), { code: 4100 }), 4100],
    ['a plain object', { code: 4200, message: 'no' }, 4200],
    ['a code written as text', { code: '4902', message: 'no' }, 4902],
    [
      'a wallet behind a gateway',
      { code: -32603, message: 'x', data: { originalError: { code: 4902 } } },
      4902,
    ],
    ['a text', 'broken', -32603],
    ['nothing', undefined, -32603],
    [
      'a refusal without its code',
      new Error('MetaMask Tx Signature: User denied transaction signature.'),
      4001,
    ],
    ['a refusal hidden in an internal error', { code: -32603, message: 'User rejected the request' }, 4001],
  ]
  for (const [what, thrown, code] of shapes) {
    test(`[S8-32] ${what} becomes an error with code ${code}, and is kept as its cause`, async () => {
      const refused = ask({ request: () => Promise.reject(thrown) }, { method: 'm' })
      const error: unknown = await refused.catch((cause: unknown) => cause)
      expect(error).toBeInstanceOf(ProviderError)
      expect(error).toMatchObject({ code, cause: thrown })
      expect(isUserRejection(error)).toBe(code === 4001)
    })
  }

  test('an error that was put into shape before stays as it is', () => {
    const error = providerError('x')
    expect(providerError(error)).toBe(error)
  })

  test('a provider that throws at once refuses like any other', async () => {
    const broken = {
      request() {
        throw Object.assign(new Error('at once'), { code: 4900 })
      },
    }
    await expect(ask(broken, { method: 'm' })).rejects.toMatchObject({ code: 4900 })
  })

  test('a missing method is recognised in each of its codes and in no other', () => {
    const missing = [-32601, -32004, 4200, 4001, -32603].map((code) =>
      isMethodMissing(providerError({ code })),
    )
    expect(missing).toEqual([true, true, true, false, false])
    expect(isMethodMissing(new Error('x'))).toBe(false)
  })
})

test('only something that answers requests is a provider', () => {
  expect([{}, null, 'x', { request: 1 }, { request: () => {} }].map(isProvider)).toEqual([
    false,
    false,
    false,
    false,
    true,
  ])
})

test('[D-15] chain ids are read whole, in every way wallets write them', () => {
  expect(['0x1', '10', 10, '0X2105'].map(parseChainId)).toEqual([1, 10, 10, 8453])
  expect(
    ['0x', '', '1.5', 'eip155:1', -1, 0, Number.NaN, null, {}, '0xfffffffffffffffff'].map(parseChainId),
  ).toEqual(new Array(10).fill(undefined))
})

test('[D-14] amounts stay exact, or are refused', () => {
  expect([1n, '0x10', '10', 5].map(parseAmount)).toEqual([1n, 16n, 10n, 5n])
  expect([-1n, -1, 1.5, 2 ** 60, '1.5', '0x', '', null].map(parseAmount)).toEqual(
    new Array(8).fill(undefined),
  )
})
