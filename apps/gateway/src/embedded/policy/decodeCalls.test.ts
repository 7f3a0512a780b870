import * as fc from 'fast-check'
import { encodeFunctionData, erc20Abi, maxUint256, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { areTransfers, decodeCalls } from './decodeCalls.js'
import { readBatch } from './readBatch.js'
import type { EthereumCall } from './readRequest.js'

type Hex = `0x${string}`
const stranger = `0x${'ee'.repeat(20)}` as const
const alice = `0x${'a1'.repeat(20)}` as const
const own = `0x${'0a'.repeat(20)}` as const
const nobody: ReadonlySet<string> = new Set()
const approveAll = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [alice, maxUint256] })

type Inner = { readonly to: Hex; readonly value: bigint; readonly data: Hex }
const encode = (signature: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi: parseAbi([signature] as readonly string[]), args } as never)
const bytes32 = `0x${'00'.repeat(32)}`
const zero = (calls: readonly Inner[]) => calls.map((each) => ({ ...each, value: 0n }))
const atOuter = (calls: readonly Inner[]) => zero(calls).map((each) => ({ ...each, to: stranger }))

/** How each batch writes the calls, and which of them it says. */
const batches: Record<
  string,
  [write: (calls: readonly Inner[]) => Hex, says: (calls: readonly Inner[]) => Inner[]]
> = {
  multicall: [(calls) => encode('function multicall(bytes[])', [calls.map(({ data }) => data)]), atOuter],
  'multicall until': [
    (calls) => encode('function multicall(uint256,bytes[])', [9n, calls.map(({ data }) => data)]),
    atOuter,
  ],
  'multicall after': [
    (calls) => encode('function multicall(bytes32,bytes[])', [bytes32, calls.map(({ data }) => data)]),
    atOuter,
  ],
  aggregate: [
    (calls) => encode('function aggregate((address,bytes)[])', [calls.map(({ to, data }) => [to, data])]),
    zero,
  ],
  tryAggregate: [
    (calls) =>
      encode('function tryAggregate(bool,(address,bytes)[])', [
        true,
        calls.map(({ to, data }) => [to, data]),
      ]),
    zero,
  ],
  aggregate3: [
    (calls) =>
      encode('function aggregate3((address,bool,bytes)[])', [calls.map(({ to, data }) => [to, false, data])]),
    zero,
  ],
  aggregate3Value: [
    (calls) =>
      encode('function aggregate3Value((address,bool,uint256,bytes)[])', [
        calls.map(({ to, value, data }) => [to, true, value, data]),
      ]),
    (calls) => [...calls],
  ],
  executeBatch: [
    (calls) =>
      encode('function executeBatch((address,uint256,bytes)[])', [
        calls.map(({ to, value, data }) => [to, value, data]),
      ]),
    (calls) => [...calls],
  ],
  'executeBatch of lists': [
    (calls) =>
      encode('function executeBatch(address[],uint256[],bytes[])', [
        calls.map(({ to }) => to),
        calls.map(({ value }) => value),
        calls.map(({ data }) => data),
      ]),
    (calls) => [...calls],
  ],
}
const entries = Object.entries(batches)

test.each(entries)(
  '[A-53] [A-59] %s of a stranger stands for itself, with what is sent along, before what is inside',
  (_, [write]) => {
    for (const inner of [[], [{ to: alice, value: 0n, data: '0x' }]] as const) {
      const call = { to: stranger, value: 10n, data: write(inner) }
      const facts = decodeCalls([call], nobody)
      expect(facts[0]).toEqual({ index: 0, facts: { call, kind: 'other', to: stranger } })
      expect(facts).toHaveLength(1 + inner.length)
      expect(areTransfers(facts)).toBe(false)
    }
    const hidden = decodeCalls(
      [{ to: stranger, value: 0n, data: write([{ to: alice, value: 0n, data: approveAll }]) }],
      nobody,
    )
    expect(hidden.map(({ facts: { kind } }) => kind)).toEqual(['other', 'approve'])
    const mine = decodeCalls([{ to: own, value: 1n, data: write([]) }], new Set([own]))
    expect(mine.map(({ facts: { kind } }) => kind)).toEqual(['own-account'])
  },
)

const hexOf = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
const inner = fc.record({
  to: hexOf(20),
  value: fc.bigInt({ min: 0n, max: maxUint256 }),
  data: fc.integer({ min: 0, max: 70 }).chain(hexOf),
})

test.each(entries)('[A-53] %s is read as an encoder writes it', (_, [write, says]) => {
  fc.assert(
    fc.property(fc.array(inner, { maxLength: 6 }), (calls) => {
      const read = readBatch({ to: stranger, value: 1n, data: write(calls) })
      expect(read).toEqual(says(calls))
    }),
    { numRuns: 25 },
  )
})

test('[A-59] whatever is inside of what, nothing that the account sends along is forgotten', () => {
  const { call } = fc.letrec<{ call: EthereumCall }>((tie) => ({
    call: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      inner.map((each) => ({ ...each, value: each.value % 1000n })),
      fc
        .tuple(fc.constantFrom(...entries), fc.array(tie('call'), { maxLength: 3 }), fc.nat(1000))
        .map(([[, [write]], calls, value]) => ({
          to: stranger,
          value: BigInt(value),
          // Made above, all with a target.
          data: write(calls as readonly Inner[]),
        })),
    ),
  }))
  const sum = (calls: readonly EthereumCall[]) => calls.reduce((all, { value }) => all + value, 0n)
  fc.assert(
    fc.property(fc.array(call, { minLength: 1, maxLength: 4 }), (calls) => {
      const facts = decodeCalls(calls, nobody)
      expect(sum(facts.map((each) => each.facts.call))).toBeGreaterThanOrEqual(sum(calls))
      expect(new Set(facts.map(({ index }) => index)).size).toBe(calls.length)
    }),
    { numRuns: 100 },
  )
})

const word = (value: number) => value.toString(16).padStart(64, '0')

test('calls that share their bytes are refused before they are read, however often they are pointed at', () => {
  const [pointers, length] = [100, 3200]
  const data: Hex = `0xac9650d8${word(32)}${word(pointers)}${word(pointers * 32).repeat(pointers)}${word(length)}${'ab'.repeat(length)}`
  expect(() => decodeCalls([{ to: stranger, value: 0n, data }], nobody)).toThrow(RangeError)
})

test('a batch that ends too early, or points outside, is a call that nobody can read', () => {
  const whole = batches.multicall?.[0]([{ to: alice, value: 0n, data: approveAll }]) ?? '0x'
  const outside: Hex = `0xac9650d8${'ff'.repeat(32)}${word(1)}`
  for (const data of [whole.slice(0, 10) as Hex, whole.slice(0, -128) as Hex, outside]) {
    const facts = decodeCalls([{ to: stranger, value: 0n, data }], nobody)
    expect(facts.map(({ facts: { kind } }) => kind)).toEqual(['other'])
  }
})

test('calls inside of calls are counted together', () => {
  const write = batches.aggregate?.[0] ?? (() => '0x' as const)
  const many = (count: number, data: Hex) =>
    write(Array.from({ length: count }, () => ({ to: alice, value: 0n, data })))
  const data = many(20, many(20, '0x'))
  expect(() => decodeCalls([{ to: stranger, value: 0n, data }], nobody)).toThrow('Too many calls')
})
