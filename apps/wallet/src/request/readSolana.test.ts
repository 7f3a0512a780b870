/** Value that leaves by a Solana transaction is told with its amount and receiver, however the instruction is called. */
import { base58, base64 } from '@scure/base'
import { expect, test } from 'vitest'
import { readSolana } from './readSolana.js'

const key = (byte: number) => new Uint8Array(32).fill(byte)
const [payer, other, third] = [key(7), key(9), key(11)]
const system = key(0)
const token2022 = base58.decode('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
const budget = base58.decode('ComputeBudget111111111111111111111111111111')

const little = (value: bigint, length: number) =>
  Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))
const sol = 1_000_000_000n

interface Step {
  readonly program: Uint8Array
  readonly data: readonly number[]
}

/** A transaction of the payer, with every account of the test in every instruction: payer, other, third. */
function read(...steps: readonly Step[]) {
  const programs = [...new Set(steps.map(({ program }) => program))]
  const keys = [payer, other, third, ...programs]
  const instructions = steps.flatMap(({ program, data }) => [
    3 + programs.indexOf(program),
    3,
    ...[0, 1, 2],
    data.length,
    ...data,
  ])
  const head = [1, 0, programs.length, keys.length, ...keys.flatMap((each) => [...each]), ...key(1)]
  const message = [...head, steps.length, ...instructions]
  return readSolana(base64.encode(new Uint8Array([1, ...new Uint8Array(64), ...message])))
}

const rowOf = ({ parts }: ReturnType<typeof read>, label: string) =>
  parts[0]?.rows.find((row) => row.label === label)?.value
const kindsOf = ({ warnings }: ReturnType<typeof read>) => warnings.map(({ kind }) => kind)

test.each([
  ['CreateAccount', [...little(0n, 4), ...little(sol, 8), ...little(0n, 8), ...key(5)], other],
  [
    'CreateAccountWithSeed',
    [
      ...little(3n, 4),
      ...payer,
      ...little(2n, 8),
      ...[97, 98],
      ...little(sol, 8),
      ...little(0n, 8),
      ...key(5),
    ],
    other,
  ],
  ['WithdrawNonceAccount', [...little(5n, 4), ...little(sol, 8)], other],
  ['TransferWithSeed', [...little(11n, 4), ...little(sol, 8), ...little(1n, 8), 97, ...key(5)], third],
])('[A-52] %s is told as what it sends, and to whom', (_, data, to) => {
  const told = read({ program: system, data })
  expect(told.parts[0]?.title).toContain('Send 1 SOL')
  expect(rowOf(told, 'Amount')).toBe('1 SOL')
  expect(rowOf(told, 'To')).toBe(base58.encode(to))
  expect(told.isTransfer).toBe(false)
})

test('a new account names the program that it belongs to, and one that nobody knows is warned of', () => {
  const create = (owner: Uint8Array) =>
    read({
      program: system,
      data: [...little(0n, 4), ...little(sol, 8), ...little(165n, 8), ...owner],
    })
  expect(rowOf(create(key(5)), 'Belongs to')).toBe(base58.encode(key(5)))
  expect(kindsOf(create(key(5)))).toEqual(['unverified-contract'])
  expect(kindsOf(create(token2022))).toEqual([])
})

test('[A-52] the price of going first is part of the fee, and warned of where it is far from usual', () => {
  const send = { program: system, data: [...little(2n, 4), ...little(sol, 8)] }
  const at = (price: bigint, limit: bigint) =>
    read(
      { program: budget, data: [2, ...little(limit, 4)] },
      { program: budget, data: [3, ...little(price, 8)] },
      send,
    )
  expect(read(send).fee).toBe(5_000n)
  expect(at(10_000n, 100_000n).fee).toBe(6_000n)
  expect(kindsOf(at(10_000n, 100_000n))).toEqual([])
  expect(at(1_000_000_000_000n, 1_000_000n).fee).toBe(1_000n * sol + 5_000n)
  expect(kindsOf(at(1_000_000_000_000n, 1_000_000n))).toEqual(['high-fee'])
  // Without a limit of its own: what the network allows each instruction.
  expect(read({ program: budget, data: [3, ...little(1_000_000n, 8)] }, send).fee).toBe(205_000n)
})

test('tokens that leave are told whatever the instruction is called, and what is not known is warned of', () => {
  const tell = (...data: number[]) => read({ program: token2022, data })
  const withFee = tell(26, 1, ...little(1_500n, 8), 3, ...little(1n, 8))
  expect(rowOf(withFee, 'Amount')).toBe('1.5')
  expect(rowOf(withFee, 'To')).toBe(base58.encode(third))
  expect(tell(8, ...little(5n, 8)).parts[0]?.title).toBe('Destroy tokens')
  expect(rowOf(tell(9), 'What is left goes to')).toBe(base58.encode(other))
  expect(kindsOf(tell(17))).toEqual([])
  expect(kindsOf(tell(200))).toEqual(['unverified-contract'])
})

test.each([
  ['Assign', 1n, ['owner-change']],
  ['AuthorizeNonceAccount', 7n, ['owner-change']],
  ['AdvanceNonceAccount', 4n, []],
  ['one that nobody knows', 99n, ['unverified-contract']],
])('of the system program, %s', (_, kind, expected) => {
  expect(kindsOf(read({ program: system, data: [...little(kind, 4), ...key(5)] }))).toEqual(expected)
})
