/** The local Solana chain through the client that apps use: what it sends is confirmed, and what it reads is true. */
import { createHash } from 'node:crypto'
import {
  type Address,
  airdropFactory,
  generateKeyPairSigner,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  isAddress,
  type KeyPairSigner,
  lamports,
  type Signature,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { solanaAccounts } from './accounts.js'
import { addressAt } from './derive.js'
import { genesisHash, networkId } from './networkId.js'
import { programs } from './programs.js'
import { mintSigner } from './seed/mintSigner.js'
import { type Solana, startSolana } from './startSolana.js'
import { call, type TestClient, testClient } from './testClient.js'
import { tokenAccountOf, transferToken } from './tokenInstructions.js'
import { solanaTokens } from './tokens.js'

const now = Date.UTC(2026, 0, 15)
const coin = 1_000_000_000n
let solana: Solana
let client: TestClient
let alice: KeyPairSigner
let bob: KeyPairSigner

beforeAll(async () => {
  solana = await startSolana({ slotTime: 20, finality: 4 })
  client = testClient(solana)
  const { people } = await solanaAccounts()
  ;[alice, bob] = people as [KeyPairSigner, KeyPairSigner] // there are ten
})
afterAll(() => solana.close())

const transfer = (source: KeyPairSigner, destination: Address, amount: bigint) =>
  getTransferSolInstruction({ source, destination, amount: lamports(amount) })
const balance = async (address: Address) => (await client.rpc.getBalance(address).send()).value

test('the genesis hash, the network id and the addresses of tokens are the ones that are written down', async () => {
  const hash = createHash('sha256').update('Latchkey Local Solana').digest()
  expect(getBase58Decoder().decode(hash)).toBe(genesisHash)
  expect(networkId).toBe(`solana:${genesisHash.slice(0, 32)}`)
  expect(await client.rpc.getGenesisHash().send()).toBe(genesisHash)
  for (const name of ['usdc', 'usdt', 'toll', 'key'] as const)
    expect((await mintSigner(name)).address).toBe(solanaTokens[name].address)
  // What wallets derive from the same words at m/44'/501'/0'/0'.
  expect(alice.address).toBe('oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96')
  expect(addressAt(0)).toBe(alice.address)
  for (const program of Object.values(programs)) expect(isAddress(program)).toBe(true)
})

describe('kit', () => {
  test('asks for an airdrop, sends coins and sees them confirmed over the WebSocket', async () => {
    const [from, to] = [await generateKeyPairSigner(), await generateKeyPairSigner()]
    const airdrop = airdropFactory({ rpc: client.rpc, rpcSubscriptions: client.rpcSubscriptions })
    await airdrop({ recipientAddress: from.address, lamports: lamports(5n * coin), commitment: 'confirmed' })
    expect(await balance(from.address)).toBe(5n * coin)
    const signed = await client.sign(from, [transfer(from, to.address, 2n * coin)])
    await client.sendAndConfirm(signed, { commitment: 'finalized' })
    expect(await balance(to.address)).toBe(2n * coin)
    expect(await balance(from.address)).toBe(3n * coin - 5000n)
    const signature = getSignatureFromTransaction(signed)
    const { value } = await client.rpc.getSignatureStatuses([signature]).send()
    expect(value[0]).toMatchObject({ err: null, confirmationStatus: 'finalized', confirmations: null })
  })

  test('the same airdrop twice in a block is given twice', async () => {
    const to = (await generateKeyPairSigner()).address
    const ask = () => call(solana.url, 'requestAirdrop', [to, Number(coin)])
    const [first, second] = await Promise.all([ask(), ask()])
    expect([typeof first.result, typeof second.result]).toEqual(['string', 'string'])
    expect(first.result).not.toBe(second.result)
    expect(await balance(to)).toBe(2n * coin)
    const stranger = (await generateKeyPairSigner()).address
    // Less than an account needs to live.
    expect((await call(solana.url, 'requestAirdrop', [stranger, 7])).error?.message).toMatch(/for rent$/)
    const million = await call(solana.url, 'requestAirdrop', [to, 101 * Number(coin)])
    expect(million.error?.code).toBe(-32602)
  })

  test.each(['usdc', 'toll'] as const)('sends %s into an account that the transfer creates', async (name) => {
    const token = solanaTokens[name]
    const to = (await generateKeyPairSigner()).address
    const amount = 10n ** BigInt(token.decimals)
    const signed = await client.sign(alice, await transferToken({ token, from: alice, to, amount }))
    await client.sendAndConfirm(signed, { commitment: 'confirmed' })
    const { value } = await client.rpc
      .getTokenAccountsByOwner(to, { programId: token.program }, { encoding: 'jsonParsed' })
      .send()
    // One percent of TOLL stays behind, withheld by Token-2022.
    const arrived = name === 'toll' ? '0.99' : '1'
    const info = value[0]?.account.data.parsed.info
    expect([value.length, info?.mint, info?.tokenAmount.uiAmountString]).toEqual([1, token.address, arrived])
    const supply = await client.rpc.getTokenSupply(token.address).send()
    expect(supply.value.decimals).toBe(token.decimals)
  })

  test('an expired block hash is refused in the words of a node', async () => {
    const lifetime = (await client.rpc.getLatestBlockhash().send()).value
    for (let block = 0; block <= 150; block++) solana.advance()
    const signed = await client.sign(alice, [transfer(alice, bob.address, 1n)], lifetime)
    const { error } = await call(solana.url, 'sendTransaction', [
      getBase64EncodedWireTransaction(signed),
      { encoding: 'base64' },
    ])
    expect(error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: Blockhash not found',
      data: { err: 'BlockhashNotFound' },
    })
    expect((await call(solana.url, 'isBlockhashValid', [lifetime.blockhash])).result).toMatchObject({
      value: false,
    })
    await expect(
      client.sendAndConfirm(signed, { commitment: 'confirmed', skipPreflight: true }),
    ).rejects.toThrow(/progressed past the last block/)
  })

  test('what cannot be paid is told with the logs of the program', async () => {
    const signed = await client.sign(bob, [transfer(bob, alice.address, 10_000_000n * coin)])
    const wire = getBase64EncodedWireTransaction(signed)
    const { error } = await call(solana.url, 'sendTransaction', [wire, { encoding: 'base64' }])
    expect(error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
      data: { err: { InstructionError: [0, { Custom: 1 }] } },
    })
    expect(JSON.stringify(error?.data)).toContain('insufficient lamports')
    const before = await balance(bob.address)
    const skipped = await call(solana.url, 'sendTransaction', [
      wire,
      { encoding: 'base64', skipPreflight: true },
    ])
    expect(skipped.result).toBe(getSignatureFromTransaction(signed))
    expect(await balance(bob.address)).toBe(before - 5000n)
  })

  test('a signature of somebody else is refused', async () => {
    const signed = await client.sign(alice, [transfer(alice, bob.address, 1000n)])
    const forged = Buffer.from(getBase64EncodedWireTransaction(signed), 'base64')
    forged[10] = (forged[10] ?? 0) ^ 1
    const { error } = await call(solana.url, 'sendTransaction', [
      forged.toString('base64'),
      { encoding: 'base64' },
    ])
    expect(error).toMatchObject({ code: -32003, message: 'Transaction signature verification failure' })
  })

  test('the same transaction twice moves the coins once', async () => {
    const to = (await generateKeyPairSigner()).address
    const wire = getBase64EncodedWireTransaction(await client.sign(alice, [transfer(alice, to, coin)]))
    const ask = () => call(solana.url, 'sendTransaction', [wire, { encoding: 'base64' }])
    const [first, second] = [await ask(), await ask()]
    expect(second.result).toBe(first.result)
    expect(await balance(to)).toBe(coin)
  })

  test('a simulation tells what would happen and changes nothing', async () => {
    const signed = await client.sign(alice, [transfer(alice, bob.address, coin)])
    const wire = getBase64EncodedWireTransaction(signed)
    const before = await balance(bob.address)
    const { value } = await client.rpc
      .simulateTransaction(wire, {
        encoding: 'base64',
        replaceRecentBlockhash: true,
        accounts: { addresses: [bob.address], encoding: 'base64' },
      })
      .send()
    expect(value.err).toBeNull()
    expect(value.accounts[0]?.lamports).toBe(before + coin)
    expect(await balance(bob.address)).toBe(before)
  })
})

describe('subscriptions', () => {
  test('an account and its logs are heard of', async () => {
    const to = (await generateKeyPairSigner()).address
    const abort = new AbortController()
    const options = { abortSignal: abort.signal }
    const accounts = await client.rpcSubscriptions
      .accountNotifications(to, { commitment: 'confirmed', encoding: 'base64' })
      .subscribe(options)
    const logs = await client.rpcSubscriptions
      .logsNotifications({ mentions: [to] }, { commitment: 'confirmed' })
      .subscribe(options)
    const owned = await client.rpcSubscriptions
      .programNotifications(programs.token, { commitment: 'confirmed', encoding: 'base64' })
      .subscribe(options)
    // Heard from now on; what comes before the first question is dropped by the client.
    const heard = [accounts, logs, owned].map((each) => each[Symbol.asyncIterator]().next())
    const token = solanaTokens.usdt
    const signed = await client.sign(alice, [
      transfer(alice, to, 3n * coin),
      ...(await transferToken({ token, from: alice, to, amount: 1n })),
    ])
    await client.sendAndConfirm(signed, { commitment: 'confirmed' })
    expect((await heard[0])?.value.value.lamports).toBe(3n * coin)
    const signature = getSignatureFromTransaction(signed)
    expect((await heard[1])?.value.value).toMatchObject({ signature, err: null })
    expect((await heard[2])?.value.value.account.owner).toBe(programs.token)
    abort.abort()
  })

  test('slots advance', async () => {
    const abort = new AbortController()
    const slots = await client.rpcSubscriptions.slotNotifications().subscribe({ abortSignal: abort.signal })
    const seen: bigint[] = []
    for await (const { slot } of slots) if (seen.push(slot) === 3) break
    abort.abort()
    expect(seen[2]).toBeGreaterThan(seen[0] ?? 0n)
  })
})

describe('the past', () => {
  test('is the same on every start at the same time', async () => {
    const read = async () => {
      const chain = await startSolana({ slotTime: 0, now })
      const { result } = await call(chain.url, 'getSignaturesForAddress', [alice.address])
      await chain.close()
      return result as { signature: Signature; blockTime: number; err: unknown }[] // the shape of the method
    }
    const [first, second] = [await read(), await read()]
    expect(first).toEqual(second)
    expect(first.length).toBeGreaterThan(10)
    const span = (first[0]?.blockTime ?? 0) - (first.at(-1)?.blockTime ?? 0)
    expect(span).toBeGreaterThan(170 * 86_400)
  })

  test('a page ends where the next begins', async () => {
    const all = await client.rpc.getSignaturesForAddress(alice.address, { commitment: 'confirmed' }).send()
    const before = all[3]?.signature
    if (!before) throw new Error('no history')
    const page = await client.rpc
      .getSignaturesForAddress(alice.address, { before, limit: 2, commitment: 'confirmed' })
      .send()
    expect(page.map(({ signature }) => signature)).toEqual(all.slice(4, 6).map(({ signature }) => signature))
    const until = all[6]?.signature
    if (!until) throw new Error('no history')
    const middle = await client.rpc
      .getSignaturesForAddress(alice.address, { before, until, commitment: 'confirmed' })
      .send()
    expect(middle).toHaveLength(2)
  })

  test('a transaction is told in words, and its balances add up to its fee', async () => {
    const account = await tokenAccountOf(alice.address, solanaTokens.usdc)
    const [{ signature } = { signature: undefined }] = await client.rpc
      .getSignaturesForAddress(account, { limit: 1 })
      .send()
    if (!signature) throw new Error('no history')
    const asked = { maxSupportedTransactionVersion: 0, encoding: 'jsonParsed' } as const
    const told = await client.rpc.getTransaction(signature, asked).send()
    const kinds = told?.transaction.message.instructions.map((each) =>
      'parsed' in each ? `${each.program} ${each.parsed.type}` : each.programId,
    )
    expect(kinds).toEqual(['spl-associated-token-account createIdempotent', 'spl-token transferChecked'])
    const sum = (list: readonly bigint[] = []) => list.reduce((total, each) => total + each, 0n)
    expect(sum(told?.meta?.preBalances) - sum(told?.meta?.postBalances)).toBe(told?.meta?.fee)
    expect(told?.meta?.postTokenBalances?.map(({ mint }) => mint)).toContain(solanaTokens.usdc.address)
  })

  test('one failed, and says so', async () => {
    const history = await client.rpc
      .getSignaturesForAddress((await solanaAccounts()).people[3]?.address ?? alice.address)
      .send()
    expect(history.filter(({ err }) => err !== null)).toHaveLength(1)
  })
})

test('the faucet gives coins and tokens to a newcomer, and not without end', async () => {
  const { address } = await generateKeyPairSigner()
  const ask = (body: unknown) => fetch(`${solana.url}/faucet`, { method: 'POST', body: JSON.stringify(body) })
  const response = await ask({ address })
  expect([
    response.status,
    ((await response.json()) as { transactions: string[] }).transactions.length,
  ]).toEqual([200, 3])
  expect(await balance(address)).toBe(10n * coin)
  const { value } = await client.rpc
    .getTokenAccountsByOwner(address, { programId: programs.token }, { encoding: 'jsonParsed' })
    .send()
  expect(value.map(({ account }) => account.data.parsed.info.tokenAmount.uiAmountString)).toEqual([
    '1000',
    '1000',
  ])
  expect((await ask({ address })).status).toBe(429)
  expect((await ask({ address: '0x00000000000000000000000000000000000A11cE' })).status).toBe(400)
})
