/** What a wallet may do to a transaction before it signs it: add a price and guards, and nothing else. */
import {
  type Address,
  type AddressesByLookupTableAddress,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  generateKeyPairSigner,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { beforeAll, describe, expect, test } from 'vitest'
import { alterationOf } from './guards.js'
import { readInstructions } from './message.js'
import { setComputeUnitLimit, setComputeUnitPrice, transferSol } from './programs.js'
import { connect, createSolanaWorld, testTransaction } from './testWorld.js'
import type { SolanaInstruction } from './transactions.js'
import { signTransaction } from './typed.js'
import { readTransaction, type WireTransaction } from './wire.js'

const lighthouse = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'
const memo = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
const blockhash = 'EETubP5AKHgjPAhzPAFcb8BAY1hMH639CWCFTqi3hq1k'

let friend: string
let thief: string
beforeAll(async () => {
  friend = (await generateKeyPairSigner()).address
  thief = (await generateKeyPairSigner()).address
})

/** A wallet that signs what `change` makes of the transaction that it is given: two transfers to a friend. */
async function signChanged(change: (me: string) => TestInput) {
  const world = await createSolanaWorld()
  await connect(world)
  const [me = ''] = world.wallet.addresses
  const features = world.wallet.face.wallet.features as Record<
    string,
    { signTransaction(...inputs: readonly object[]): Promise<unknown> }
  >
  const feature = features['solana:signTransaction']
  if (!feature) throw new Error('the wallet signs')
  const { signTransaction: sign } = feature
  const transaction = testTransaction({ payer: me, ...change(me) })
  feature.signTransaction = (...inputs) => sign(...inputs.map((input) => ({ ...input, transaction })))
  const given = testTransaction({ payer: me, instructions: payments(me) })
  const signed = await signTransaction(world.kit, { transaction: given }).finally(() => world.kit.destroy())
  return { signed, transaction }
}
type TestInput = Omit<Parameters<typeof testTransaction>[0], 'payer'>

const payments = (me: string) => [transferSol(me, friend, 1n), transferSol(me, friend, 2n)] as const
const guard = (me: string): SolanaInstruction => ({
  programAddress: lighthouse,
  accounts: [{ address: me, role: 0 }],
  data: Uint8Array.of(2, 4),
})

describe('taken', () => {
  test.each<[string, (me: string) => TestInput]>([
    ['a newer blockhash', (me) => ({ instructions: payments(me), blockhash })],
    ['the other version', (me) => ({ instructions: payments(me), version: 'legacy' })],
    [
      'a price in front, and guards around each instruction',
      (me) => {
        const [first, second] = payments(me)
        const price = [setComputeUnitLimit(9_000n), setComputeUnitPrice(7n)]
        return { instructions: [...price, guard(me), first, guard(me), second, guard(me)] }
      },
    ],
  ])('%s', async (_, change) => {
    const { signed, transaction } = await signChanged(change)
    expect(readTransaction(signed)?.message).toEqual(readTransaction(transaction)?.message)
  })
})

describe('[D-11] refused, although the account signed it', () => {
  test.each<[string, (me: string) => TestInput, string]>([
    [
      'another receiver',
      (me) => ({ instructions: [transferSol(me, thief, 1n), payments(me)[1]] }),
      'in a way that was not asked for',
    ],
    [
      'another amount',
      (me) => ({ instructions: [payments(me)[0], transferSol(me, friend, 3n)] }),
      'in a way that was not asked for',
    ],
    [
      'a payment more',
      (me) => ({ instructions: [...payments(me), transferSol(me, thief, 1n)] }),
      'in a way that was not asked for',
    ],
    [
      'a payment twice',
      (me) => ({ instructions: [...payments(me), payments(me)[1]] }),
      'in a way that was not asked for',
    ],
    [
      'another order',
      (me) => ({ instructions: payments(me).toReversed() }),
      'in a way that was not asked for',
    ],
    ['a payment less', (me) => ({ instructions: [payments(me)[0]] }), 'an instruction is missing'],
    ['guards alone', (me) => ({ instructions: [guard(me)] }), 'an instruction is missing'],
    [
      'a program that is no guard',
      (me) => ({ instructions: [...payments(me), { programAddress: memo, data: Uint8Array.of(65) }] }),
      memo,
    ],
    [
      'somebody else who has to sign',
      (me) => ({
        instructions: [...payments(me), { ...guard(me), accounts: [{ address: thief, role: 2 }] }],
      }),
      'others have to sign it',
    ],
  ])('%s', async (_, change, reason) => {
    await expect(signChanged(change)).rejects.toMatchObject({
      code: 'transaction.altered',
      context: { reason: expect.stringContaining(reason) },
    })
  })
})

describe('accounts of a lookup table', () => {
  /** Two accounts that only a table names. */
  function withTable(me: string, table: string, addresses: readonly string[]): WireTransaction {
    // Addresses of this test; the encoder refuses what is none.
    const tables = { [table]: addresses } as unknown as AddressesByLookupTableAddress
    const instruction = {
      programAddress: memo,
      accounts: [friend, thief].map((address) => ({ address, role: 1 })),
      data: Uint8Array.of(1),
    } as unknown as Instruction
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (empty) => setTransactionMessageFeePayer(me as Address, empty),
      (paid) =>
        setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: blockhash as Blockhash, lastValidBlockHeight: 1n },
          paid,
        ),
      (living) => appendTransactionMessageInstructions([instruction], living),
      (whole) => compressTransactionMessageUsingAddressLookupTables(whole, tables),
    )
    const read = readTransaction(Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message))))
    if (!read) throw new Error('a transaction is expected')
    return read
  }

  test('are known by the table and their place in it', async () => {
    const me = (await generateKeyPairSigner()).address
    const [table, other] = [(await generateKeyPairSigner()).address, (await generateKeyPairSigner()).address]
    const given = withTable(me, table, [friend, thief])
    expect(readInstructions(given)).toEqual([
      { program: memo, accounts: [`${table}/0`, `${table}/1`], data: Uint8Array.of(1) },
    ])
    expect(alterationOf(given, given)).toBeUndefined()
    expect(alterationOf(withTable(me, table, [thief, friend]), given)).toContain(memo)
    expect(alterationOf(withTable(me, other, [friend, thief]), given)).toContain(memo)
  })

  test('a message that is cut short, or goes on, does nothing that is known', async () => {
    const me = (await generateKeyPairSigner()).address
    const { message, version } = withTable(me, (await generateKeyPairSigner()).address, [friend, thief])
    for (let length = 0; length < message.length; length += 1) {
      expect(readInstructions({ version, message: message.slice(0, length) })).toBeUndefined()
    }
    expect(readInstructions({ version, message: Uint8Array.from([...message, 0]) })).toBeUndefined()
    expect(readInstructions({ version: 1, message })).toBeUndefined()
  })
})
