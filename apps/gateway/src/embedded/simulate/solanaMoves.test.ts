import {
  type Solana,
  type SolanaAccounts,
  solanaAccounts,
  solanaNetworkId,
  solanaTokens,
  startSolana,
} from '@latchkey/local'
import { base58 } from '@scure/base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseExact } from '../../rpc/parseExact.js'
import { createSolanaTrial } from './solanaMoves.js'

let solana: Solana
let people: SolanaAccounts['people']
beforeAll(async () => {
  solana = await startSolana()
  people = (await solanaAccounts()).people
})
afterAll(() => solana.close())

const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const systemProgram = '11111111111111111111111111111111'
const { usdc } = solanaTokens

async function ask(method: string, params: readonly unknown[] = []): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = parseExact(await (await fetch(solana.url, { method: 'POST', body })).text())
  return (answer as { result: unknown }).result // of a node of our own
}

const tryOut = (owner: string, raw: string) =>
  createSolanaTrial({ rpc: { call: (_, method, params) => ask(method, params) } })({
    networkId: solanaNetworkId,
    owner,
    raw,
    signal: AbortSignal.timeout(10_000),
  })

interface Instruction {
  readonly program: number
  readonly accounts: readonly number[]
  readonly data: readonly number[]
}

/** The first key pays and signs; the last `readonly` ones are only read. Nobody signs: a trial does not look. */
function transactionOf(keys: readonly string[], readonly: number, instructions: readonly Instruction[]) {
  const bytes = [
    ...[1, ...new Uint8Array(64)],
    ...[1, 0, readonly, keys.length, ...keys.flatMap((key) => [...base58.decode(key)])],
    ...new Uint8Array(32),
    instructions.length,
    ...instructions.flatMap(({ program, accounts, data }) => [
      program,
      accounts.length,
      ...accounts,
      data.length,
      ...data,
    ]),
  ]
  return Buffer.from(bytes).toString('base64')
}

function amount(units: bigint): number[] {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(units)
  return [...bytes]
}

async function tokenAccountOf(owner: string): Promise<string> {
  const settings = { encoding: 'base64' }
  const { value } = (await ask('getTokenAccountsByOwner', [owner, { mint: usdc.address }, settings])) as {
    value: { pubkey: string }[]
  } // of a node of our own
  return value[0]?.pubkey ?? ''
}

const fee = 5_000n

test('coins that leave are told with the fee, those that come without', async () => {
  const [alice = '', bob = ''] = people.map(({ address }) => address)
  const pay = { program: 2, accounts: [0, 1], data: [2, 0, 0, 0, ...amount(7_000_000n)] }
  const raw = transactionOf([alice, bob, systemProgram], 1, [pay])
  expect(await tryOut(alice, raw)).toMatchObject({
    failure: undefined,
    moves: [{ mint: undefined, decimals: 9, net: -(7_000_000n + fee) }],
  })
  expect(await tryOut(bob, raw)).toMatchObject({ moves: [{ mint: undefined, net: 7_000_000n }] })
})

test('tokens are told by what lies in the accounts of the person, whichever instruction takes them', async () => {
  const [alice = '', bob = ''] = people.map(({ address }) => address)
  const [from, to] = [await tokenAccountOf(alice), await tokenAccountOf(bob)]
  const send = { program: 3, accounts: [1, 2, 0], data: [3, ...amount(2_500_000n)] }
  const raw = transactionOf([alice, from, to, tokenProgram], 1, [send])
  expect((await tryOut(alice, raw)).moves).toEqual([
    { mint: undefined, decimals: 9, net: -fee },
    { mint: usdc.address, decimals: usdc.decimals, net: -2_500_000n },
  ])
  expect((await tryOut(bob, raw)).moves).toEqual([
    { mint: usdc.address, decimals: usdc.decimals, net: 2_500_000n },
  ])
  // A token account that is given away takes along what lies in it.
  const giveAway = { program: 2, accounts: [1, 0], data: [6, 2, 1, ...base58.decode(bob)] }
  const given = await tryOut(alice, transactionOf([alice, from, tokenProgram], 1, [giveAway]))
  const lost = given.moves.find(({ mint }) => mint === usdc.address)
  expect(lost?.net).toBeLessThan(-2_500_000n)
})

test('what fails moves nothing, and says why', async () => {
  const [alice = '', bob = ''] = people.map(({ address }) => address)
  const pay = { program: 2, accounts: [0, 1], data: [2, 0, 0, 0, ...amount(2n ** 62n)] }
  const tried = await tryOut(alice, transactionOf([alice, bob, systemProgram], 1, [pay]))
  expect(tried).toMatchObject({ failure: { reason: expect.any(String) }, moves: [] })
})
