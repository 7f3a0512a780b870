/** What the chain says, by Esplora: balances, fees, and what became of a transaction. */
import { type Bitcoin, type BitcoinAccount, bitcoinAccounts, startBitcoin } from '@latchkey/local'
import { asAddress } from '@latchkey/spec/caip'
import * as btc from '@scure/btc-signer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prefixesOf } from '../lab/bitcoin/bitcoinAccounts.js'
import { bip122 } from './bip122.js'
import { bitcoinRegtest, bitcoinSignet, bitcoin as mainnet } from './networks.js'
import { createReads } from './reads.js'
import { coinOf, freshFetch, readContext } from './testWorld.js'

let bitcoin: Bitcoin
beforeAll(async () => {
  bitcoin = await startBitcoin()
})
afterAll(() => bitcoin.close())

const { people } = bitcoinAccounts()
const [alice, bob] = people as [BitcoinAccount, BitcoinAccount] // there are ten
const { signal } = new AbortController()
const place = () => ({ network: bitcoinRegtest(bitcoin.url), signal })
const reads = createReads(readContext)

/** Spends Alice's largest coin: `amount` to somebody, the rest to herself. */
function spend(
  { txid, vout, value }: Awaited<ReturnType<typeof coinOf>>,
  to: string,
  amount: bigint,
  fee: bigint,
) {
  const { script, privateKey, address } = alice.payment
  const tx = new btc.Transaction()
  tx.addInput({ txid, index: vout, sequence: 0xfffffffd, witnessUtxo: { script, amount: BigInt(value) } })
  tx.addOutputAddress(to, amount, prefixesOf('regtest'))
  tx.addOutputAddress(address, BigInt(value) - amount - fee, prefixesOf('regtest'))
  tx.sign(privateKey)
  tx.finalize()
  return tx
}
const waiting = ({ txid, vout }: Awaited<ReturnType<typeof coinOf>>, to: string) => ({
  status: { confirmed: false },
  vin: [{ txid, vout }],
  vout: [
    { scriptpubkey_address: to, value: 30_000 },
    { scriptpubkey_address: alice.payment.address, value: 1 },
  ],
})

describe('a balance', () => {
  test('is what was paid and not spent, waiting coins included', async () => {
    const address = asAddress(alice.payment.address)
    const before = await reads.getBalance({ ...place(), address })
    expect(before).toMatchObject({ decimals: 8, symbol: 'BTC' })
    const tx = spend(await coinOf(bitcoin, address), bob.payment.address, 10_000n, 500n)
    await reads.broadcast({ ...place(), hex: tx.hex })
    await expect(reads.getBalance({ ...place(), address })).resolves.toMatchObject({
      value: before.value - 10_500n,
    })
    bitcoin.mine()
    await expect(reads.getBalance({ ...place(), address })).resolves.toMatchObject({
      value: before.value - 10_500n,
    })
  })

  test('[D-13] a failed read is an error, never a zero', async () => {
    const address = asAddress(alice.payment.address)
    const down = { network: bitcoinRegtest('http://127.0.0.1:1'), signal }
    await expect(reads.getBalance({ ...down, address })).rejects.toMatchObject({ code: 'http.unreachable' })
    for (const answer of ['{}', '{"chain_stats":{"funded_txo_sum":1.5,"spent_txo_sum":0}}', 'oops']) {
      const fetch = async () => new Response(answer)
      const broken = createReads({ ...readContext, fetch })
      await expect(broken.getBalance({ ...place(), address })).rejects.toMatchObject({
        code: 'http.answer-malformed',
      })
    }
  })

  test('a second server is asked where the first does not answer', async () => {
    const network = bitcoinRegtest('http://127.0.0.1:1')
    const both = { ...network, rpcUrls: { default: { http: ['http://127.0.0.1:1', `${bitcoin.url}/`] } } }
    const address = asAddress(bob.payment.address)
    await expect(reads.getBalance({ network: both, signal, address })).resolves.toMatchObject({
      symbol: 'BTC',
    })
  })

  test('[D-22] with a gateway, only the gateway is asked', async () => {
    const asked: string[] = []
    const fetch: typeof globalThis.fetch = async (input) => {
      asked.push(String(input))
      const stats = { funded_txo_sum: 5, spent_txo_sum: 2 }
      return Response.json({ chain_stats: stats, mempool_stats: { funded_txo_sum: 0, spent_txo_sum: 0 } })
    }
    const options = { gatewayUrl: 'https://gate.test/', projectId: 'p 1' } as typeof readContext.options
    const behind = createReads({ ...readContext, fetch, options })
    const address = asAddress(alice.payment.address)
    await expect(behind.getBalance({ network: mainnet, signal, address })).resolves.toMatchObject({
      value: 3n,
    })
    expect(asked).toEqual([
      `https://gate.test/v1/esplora/bip122%3A000000000019d6689c085ae165831e93/address/${address}?projectId=p%201`,
    ])
  })
})

describe('a fee', () => {
  test('is the size of the transfer at the rates of the chain', async () => {
    const address = asAddress(alice.payment.address)
    const transaction = { to: bob.ordinals.address, amount: 100_000n }
    const fee = await reads.getFee({ ...place(), address, transaction })
    // One input, one output to taproot, and one back.
    expect(fee.gas).toBe(11n + 68n + 43n + 31n)
    expect(fee.likely).toBe(fee.gas * 3n)
    expect(fee.most).toBe(fee.gas * 5n)
    expect(fee.fields).toEqual({ feeRate: 3 })
  })

  test('what cannot be paid for is refused with the reason that nodes give', async () => {
    const address = asAddress(alice.payment.address)
    const transaction = { to: bob.payment.address, amount: 2_000_000_000_000_000n }
    await expect(reads.getFee({ ...place(), address, transaction })).rejects.toMatchObject({
      code: 'rpc.failed',
      context: { reason: 'insufficient funds' },
    })
  })
})

describe('a transaction', () => {
  const question = (hash: string, trace?: string) => ({
    ...place(),
    hash,
    address: asAddress(alice.payment.address),
    trace,
    height: 0,
  })

  test('waits, is in a block, and gets deeper', async () => {
    const tx = spend(await coinOf(bitcoin, alice.payment.address), bob.payment.address, 20_000n, 500n)
    await expect(reads.getTransaction(question(tx.id))).resolves.toMatchObject({ place: 'unknown' })
    await reads.broadcast({ ...place(), hex: tx.hex })
    // Sent twice is sent.
    await reads.broadcast({ ...place(), hex: tx.hex })
    await expect(reads.getTransaction(question(tx.id))).resolves.toMatchObject({ place: 'waiting' })
    bitcoin.mine()
    bitcoin.mine()
    await expect(reads.getTransaction(question(tx.id))).resolves.toMatchObject({
      place: 'block',
      depth: 2,
      isSuccess: true,
    })
  })

  test.each([
    ['the same for a higher fee', () => [bob.payment.address, 30_000n] as const, 'sped-up'],
    ['everything back to oneself', () => [alice.payment.address, 30_000n] as const, 'cancelled'],
    ['something else', () => [people[3]?.payment.address ?? '', 31_000n] as const, 'other'],
  ])('replaced by %s is told as such', async (_, instead, how) => {
    const coin = await coinOf(bitcoin, alice.payment.address)
    const first = spend(coin, bob.payment.address, 30_000n, 500n)
    // The local chain lets nothing replace what waits, so another node is the one that saw the first.
    const elsewhere = createReads({
      ...readContext,
      fetch: async (input, init) =>
        String(input).endsWith(first.id)
          ? Response.json(waiting(coin, bob.payment.address))
          : freshFetch(input, init),
    })
    const seen = await elsewhere.getTransaction(question(first.id))
    expect(seen).toMatchObject({ place: 'waiting' })
    expect(seen.trace?.length).toBeLessThanOrEqual(256)
    const [to, amount] = instead()
    const second = spend(coin, to, amount, 5_000n)
    await reads.broadcast({ ...place(), hex: second.hex })
    // Until one of them is in a block, nobody has won.
    await expect(reads.getTransaction(question(first.id, seen.trace))).resolves.toMatchObject({
      place: 'unknown',
    })
    bitcoin.mine()
    await expect(reads.getTransaction(question(first.id, seen.trace))).resolves.toMatchObject({
      place: 'taken',
      by: { hash: second.id, how, depth: 1 },
    })
  })

  test('what the chain refuses comes back with the reason of the node', async () => {
    const coin = await coinOf(bitcoin, alice.payment.address)
    const cheap = spend(coin, bob.payment.address, 30_000n, 0n)
    await expect(reads.broadcast({ ...place(), hex: cheap.hex })).rejects.toMatchObject({
      code: 'rpc.failed',
      context: { reason: expect.stringMatching(/fee/) },
    })
  })
})

describe('an address that somebody typed', () => {
  const handle = (networks = [mainnet]) =>
    bip122({ target: new EventTarget() }).start({ ...readContext, networks, log: silent })
  const silent = { debug() {}, info() {}, warn() {}, error() {} } as unknown as typeof readContext.log

  const good = [
    ['p2pkh', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['p2sh', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
    ['p2wpkh', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ['p2wsh', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
    ['p2tr', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
  ] as const
  test.each(good)('[D-15] %s is read', async (_, address) => {
    await expect(handle().readAddress?.(` ${address} `)).resolves.toBe(address)
  })

  test('capitals of the newer kinds are written small', async () => {
    await expect(handle().readAddress?.(good[2][1].toUpperCase())).resolves.toBe(good[2][1])
  })

  test.each(good)('[D-15] one wrong letter in %s is a typing error', async (_, address) => {
    const last = address.at(-2) === 'q' ? 'p' : 'q'
    const wrong = `${address.slice(0, -2)}${last}${address.slice(-1)}`
    await expect(handle().readAddress?.(wrong)).rejects.toMatchObject({ code: 'address.checksum' })
  })

  test('an address of another network is refused, and the network named', async () => {
    const test4 = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
    await expect(handle().readAddress?.(test4)).rejects.toMatchObject({
      code: 'address.invalid',
      context: { ns: 'Bitcoin' },
    })
    await expect(handle([bitcoinSignet]).readAddress?.(test4)).resolves.toBe(test4)
    await expect(handle([bitcoinSignet]).readAddress?.(good[2][1])).rejects.toMatchObject({
      code: 'address.invalid',
    })
  })

  test('what is no address is none', async () => {
    for (const text of ['', 'hello', '0x00000000219ab540356cBB839Cbe05303d7705Fa', 'bc1pfeessrawgf']) {
      await expect(handle().readAddress?.(text)).rejects.toMatchObject({ code: 'address.invalid' })
    }
  })
})
