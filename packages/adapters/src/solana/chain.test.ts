/** Transfers, fees, trials and what becomes of them, on the local chain. */
import type { AdapterHandle, TransactionRequest } from '@latchkey/core'
import { type Solana, solanaAccounts, solanaTokens, startSolana } from '@latchkey/local'
import { type Address, asAddress } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'
import { generateKeyPairSigner } from '@solana/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { solanaLabKeys } from '../lab/solana/solanaKeys.js'
import { solana } from './solana.js'
import { connect, createSolanaWorld, isEd25519, solanaNetwork } from './testWorld.js'
import { tokenAccountOf } from './tokens.js'
import { readTransaction } from './wire.js'

let chain: Solana
let network: Network
let alice: Address
let bob: Address
let carol: Address
const signal = new AbortController().signal

beforeAll(async () => {
  chain = await startSolana({ slotTime: 0, finality: 4 })
  network = solanaNetwork(chain.networkId, chain.url)
  const { people } = await solanaAccounts()
  const [first, second, third] = people
  alice = asAddress(first?.address ?? '')
  bob = asAddress(second?.address ?? '')
  carol = asAddress(third?.address ?? '')
})
afterAll(() => chain.close())

const stranger = async () => asAddress((await generateKeyPairSigner()).address)

async function rpc(method: string, params: readonly unknown[]): Promise<{ value: never }> {
  const response = await fetch(chain.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result: { value: never }; error?: object }
  if (error) throw new Error(JSON.stringify(error))
  return result
}

const lamports = async (address: string) =>
  BigInt((await rpc('getBalance', [address, { commitment: 'confirmed' }])).value)

async function tokens(owner: string, mint: string): Promise<bigint> {
  const { value } = await rpc('getTokenAccountsByOwner', [
    owner,
    { mint },
    { encoding: 'jsonParsed', commitment: 'confirmed' },
  ])
  const list = value as { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }[]
  return list.reduce((sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount), 0n)
}

async function open(input: Parameters<typeof createSolanaWorld>[0] = {}) {
  const world = await createSolanaWorld({ networks: [network], isReal: true, ...input })
  await connect(world)
  return world
}

/** The adapter without a kit around it. */
function started(): Required<AdapterHandle> {
  const context = {
    options: {},
    networks: [network],
    log: { warn() {}, error() {} },
    fetch: globalThis.fetch,
    rpcUrls: () => [chain.url],
    clock: { now: () => Date.now(), after: () => () => {} },
  }
  // It has what reads use; anything else would throw.
  return solana().start(context as never) as Required<AdapterHandle>
}

/** Until a node has it in a block. */
async function landed(hash: string) {
  const adapter = started()
  for (let i = 0; i < 50; i++) {
    const sighting = await adapter.getTransaction({
      network,
      signal,
      hash,
      address: alice,
      trace: undefined,
      height: 0,
    })
    if (sighting.place === 'block') return sighting
    chain.advance()
  }
  throw new Error(`${hash} is in no block`)
}

describe('SOL', () => {
  test('is sent as the fee said, and not a lamport more is paid', async () => {
    const { kit } = await open()
    const adapter = started()
    const to = await stranger()
    const before = await lamports(alice)
    const transfer = await adapter.prepareTransfer({ to, amount: 5_000_000n })
    const fee = await adapter.getFee({ network, signal, address: alice, transaction: transfer })
    const hash = await kit.sendTransaction({ transaction: { ...transfer, ...fee.fields } })
    expect(await landed(hash)).toMatchObject({ isSuccess: true })
    expect(await lamports(to)).toBe(5_000_000n)
    const paid = before - (await lamports(alice)) - 5_000_000n
    expect([paid, fee.likely]).toEqual([fee.most, fee.most])
    kit.destroy()
  })

  test('everything can be sent: what is left is nothing, and less than an account must hold is refused', async () => {
    const { kit } = await open({ wallet: { privateKeys: [solanaLabKeys[2]] } })
    const adapter = started()
    const held = await lamports(carol)
    const to = await stranger()
    const one = await adapter.prepareTransfer({ to: bob, amount: 1n })
    const { most, fields } = await adapter.getFee({ network, signal, address: carol, transaction: one })
    const almost = await adapter.prepareTransfer({ to, amount: held - most - 5n })
    expect(
      await adapter.simulate({ network, signal, address: carol, calls: [almost], tokens: [] }),
    ).toMatchObject({
      isSuccess: false,
      reason: expect.stringContaining('insufficient funds'),
    })
    const all = await adapter.prepareTransfer({ to, amount: held - most })
    const hash = await kit.sendTransaction({ transaction: { ...all, ...fields } })
    expect(await landed(hash)).toMatchObject({ isSuccess: true })
    expect([await lamports(carol), await lamports(to)]).toEqual([0n, held - most])
    kit.destroy()
  })

  test('a send whose answer was lost is not sent twice, and not called a failure', async () => {
    let tries = 0
    const forgetful: typeof fetch = async (url, init) => {
      const response = await fetch(url, init)
      const isSending = typeof init?.body === 'string' && init.body.includes('"sendTransaction"')
      tries += isSending ? 1 : 0
      if (isSending && tries === 1) return new Response('', { status: 503 })
      return response
    }
    const { kit } = await open({ fetch: forgetful })
    const hash = await kit.sendTransaction({ transaction: { transfer: { to: bob, amount: 1n } } })
    expect(tries).toBe(2)
    expect(await landed(hash)).toMatchObject({ isSuccess: true })
    kit.destroy()
  })

  test('to the account or the mint of a token is refused before anybody is asked', async () => {
    const adapter = started()
    const to = asAddress(solanaTokens.usdc.address)
    const transaction = await adapter.prepareTransfer({ to, amount: 1n })
    const trial = await adapter.simulate({
      network,
      signal,
      address: alice,
      calls: [transaction],
      tokens: [],
    })
    expect(trial).toMatchObject({ isSuccess: false, reason: expect.stringContaining('belongs to a program') })
    await expect(adapter.getFee({ network, signal, address: alice, transaction })).rejects.toMatchObject({
      code: 'send.refused',
    })
    expect(await adapter.isContract({ network, signal, address: to })).toBe(true)
    expect(await adapter.isContract({ network, signal, address: bob })).toBe(false)
  })

  test('that is not there is found out by the trial, in words', async () => {
    const adapter = started()
    const transaction = await adapter.prepareTransfer({ to: bob, amount: 10n ** 18n })
    const calls = [transaction]
    expect(await adapter.simulate({ network, signal, address: alice, calls, tokens: [] })).toEqual({
      isSuccess: false,
      failedAt: 0,
      reason: 'insufficient funds',
    })
    const poor = await stranger()
    await expect(adapter.getFee({ network, signal, address: poor, transaction })).rejects.toThrow(
      'insufficient funds',
    )
  })
})

describe('tokens', () => {
  test.each(['usdc', 'toll'] as const)(
    '%s: an account is made for who has none, and its rent is in the fee',
    async (name) => {
      const { kit } = await open()
      const adapter = started()
      const { address: mint, decimals } = solanaTokens[name]
      const token = asAddress(mint)
      const to = await stranger()
      const amount = 3n * 10n ** BigInt(decimals)
      const [had, sol] = [await tokens(alice, mint), await lamports(alice)]
      const transfer = await adapter.prepareTransfer({ token, to, amount })
      const trial = await adapter.simulate({
        network,
        signal,
        address: alice,
        calls: [transfer],
        tokens: [token],
        holder: to,
      })
      const fee = await adapter.getFee({ network, signal, address: alice, transaction: transfer })
      const hash = await kit.sendTransaction({ transaction: { ...transfer, ...fee.fields } })
      expect(await landed(hash)).toMatchObject({ isSuccess: true })
      const arrived = await tokens(to, mint)
      // Token-2022 may keep a part on the way; the trial has said so.
      expect(trial).toMatchObject({ isSuccess: true, tokens: [{ before: 0n, after: arrived }] })
      expect(arrived).toBe(name === 'toll' ? (amount * 99n) / 100n : amount)
      expect(had - (await tokens(alice, mint))).toBe(amount)
      const paid = sol - (await lamports(alice))
      expect(paid).toBeGreaterThan(2_000_000n)
      expect(paid).toBeLessThanOrEqual(fee.most)
      kit.destroy()
    },
  )

  test('go to an account that is there already, by its owner or by its own address', async () => {
    const { kit } = await open()
    const { address: mint, program } = solanaTokens.usdc
    const token = asAddress(mint)
    const account = asAddress(await tokenAccountOf({ owner: bob, mint, program }))
    const before = await tokens(bob, mint)
    for (const to of [bob, account]) {
      const hash = await kit.sendTransaction({ transaction: { transfer: { token, to, amount: 7n } } })
      expect(await landed(hash)).toMatchObject({ isSuccess: true })
    }
    expect((await tokens(bob, mint)) - before).toBe(14n)
    kit.destroy()
  })

  test('what is no token, and receivers that are programs, are refused', async () => {
    const adapter = started()
    const usdc = asAddress(solanaTokens.usdc.address)
    const trial = (transaction: TransactionRequest) =>
      adapter.simulate({ network, signal, address: alice, calls: [transaction], tokens: [] })
    expect(await trial({ transfer: { token: bob, to: bob, amount: 1n } })).toMatchObject({
      isSuccess: false,
      reason: `${bob} is no token`,
    })
    expect(await trial({ transfer: { token: usdc, to: usdc, amount: 1n } })).toMatchObject({
      isSuccess: false,
    })
    expect(await trial({ transfer: { token: usdc, to: bob, amount: 10n ** 18n } })).toMatchObject({
      isSuccess: false,
      reason: 'insufficient funds',
    })
  })

  test('a trial without calls measures what there is', async () => {
    const adapter = started()
    const usdt = asAddress(solanaTokens.usdt.address)
    const found = await adapter.simulate({ network, signal, address: bob, calls: [], tokens: [usdt] })
    const held = await tokens(bob, usdt)
    expect(found).toEqual({
      isSuccess: true,
      native: { before: await lamports(bob), after: await lamports(bob) },
      tokens: [{ before: held, after: held }],
    })
  })
})

describe('what became of it', () => {
  const ask = (hash: string, trace?: string) =>
    started().getTransaction({ network, signal, hash, address: alice, trace, height: 0 })

  test('[S9-12] it deepens until the network cannot go back', async () => {
    const { kit } = await open()
    const hash = await kit.sendTransaction({ transaction: { transfer: { to: bob, amount: 1n } } })
    const first = await landed(hash)
    expect(first.depth).toBeGreaterThan(0)
    for (let i = 0; i < 50; i++) {
      const sighting = await ask(hash)
      if (sighting.place === 'block' && sighting.depth >= 6) break
      chain.advance()
    }
    expect(await ask(hash)).toMatchObject({ place: 'block', depth: 6, isSuccess: true })
    kit.destroy()
  })

  test('what never came waits for the life of a blockhash, and not longer', async () => {
    const never = '5'.repeat(87)
    const first = await ask(never)
    expect(first).toMatchObject({ place: 'waiting', trace: expect.stringMatching(/^until \d+$/) })
    expect(await ask(never, first.trace)).toMatchObject({ place: 'waiting', trace: first.trace })
    expect(await ask(never, 'until 1')).toMatchObject({ place: 'taken', trace: 'until 1' })
  })

  test('a transaction that was signed too late is named as such', async () => {
    const { kit, wallet } = await open()
    wallet.next.wait('solana:signTransaction')
    const sent = kit.sendTransaction({ transaction: { transfer: { to: bob, amount: 1n } } })
    const outcome = expect(sent).rejects.toMatchObject({ code: 'transaction.expired' })
    await wallet.asked('solana:signTransaction')
    // A minute in which nobody looked.
    for (let slot = 0; slot < 400; slot++) chain.advance()
    wallet.approve()
    await outcome
    kit.destroy()
  })
})

test('a transaction is signed and not sent, several in one question, and each signature is the account’s', async () => {
  const { kit, wallet } = await open()
  const one = (await kit.signTransaction({
    transaction: { transfer: { to: bob, amount: 1n } },
  })) as Uint8Array
  const all = (await kit.signTransaction({ transaction: { transactions: [one, one] } })) as Uint8Array[]
  expect(wallet.requests.filter(({ method }) => method === 'solana:signTransaction')).toHaveLength(2)
  for (const bytes of [one, ...all]) {
    const { signatures, message, signers, version } = readTransaction(bytes) ?? { signatures: [] }
    expect([signers, version]).toEqual([[alice], 0])
    expect(await isEd25519(alice, message ?? new Uint8Array(), signatures[0] ?? new Uint8Array())).toBe(true)
  }
  kit.destroy()
})
