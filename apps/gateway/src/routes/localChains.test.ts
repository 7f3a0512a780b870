/** The local Solana and Bitcoin through the gateway: the clients of apps send and follow, and balances and histories are true. */
import {
  type Bitcoin,
  bitcoinAccounts,
  bitcoinNetworkId,
  type Solana,
  solanaAccounts,
  solanaNetworkId,
  solanaTokens,
  startBitcoin,
  startSolana,
} from '@latchkey/local'
import { endpoints } from '@latchkey/spec/endpoints'
import {
  address,
  appendTransactionMessageInstructions,
  assertIsTransactionWithBlockhashLifetime,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  type KeyPairSigner,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'

let solana: Solana
let bitcoin: Bitcoin
let gateway: TestGateway
let people: readonly KeyPairSigner[]

beforeAll(async () => {
  ;[solana, bitcoin] = await Promise.all([startSolana({ slotTime: 20, finality: 4 }), startBitcoin()])
  people = (await solanaAccounts()).people
  const { usdc, usdt, toll } = solanaTokens
  const tokens = [usdc, usdt, toll].map(({ address, name, symbol }) => ({ address, name, symbol }))
  gateway = await startTestGateway({
    LATCHKEY_UPSTREAMS: JSON.stringify({ [solanaNetworkId]: [solana.url, solana.webSocketUrl] }),
    LATCHKEY_ESPLORA: JSON.stringify({ [bitcoinNetworkId]: [bitcoin.url] }),
    LATCHKEY_SOLANA: JSON.stringify({ [solanaNetworkId]: { tokens, dollars: [usdc.address, usdt.address] } }),
  })
})
afterAll(async () => {
  await gateway.stop()
  await Promise.all([solana.close(), bitcoin.close()])
})

test('[S7-02] both are told to be served, and only what can be followed as followed', async () => {
  const told = v.parse(
    endpoints.supportedChains.response,
    await (await gateway.ask('/v1/supported-chains')).json(),
  )
  expect(told).toEqual({ http: [solanaNetworkId, bitcoinNetworkId], ws: [solanaNetworkId] })
})

describe('solana', () => {
  const query = `chainId=${solanaNetworkId}&projectId=local`

  test('an unmodified client sends through the gateway and hears the confirmation over its WebSocket', async () => {
    const rpc = createSolanaRpc(`http://127.0.0.1:${gateway.apiPort}/v1?${query}`)
    const rpcSubscriptions = createSolanaRpcSubscriptions(`ws://127.0.0.1:${gateway.apiPort}/v1?${query}`)
    const [from] = people
    if (!from) throw new Error('nobody')
    const to = address('11111111111111111111111111111112')
    const before = (await rpc.getBalance(to).send()).value
    const { value: latest } = await rpc.getLatestBlockhash().send()
    const signed = await signTransactionMessageWithSigners(
      pipe(
        createTransactionMessage({ version: 0 }),
        (draft) => setTransactionMessageFeePayerSigner(from, draft),
        (draft) => setTransactionMessageLifetimeUsingBlockhash(latest, draft),
        (draft) =>
          appendTransactionMessageInstructions(
            [getTransferSolInstruction({ source: from, destination: to, amount: 1_234_567_891n })],
            draft,
          ),
      ),
    )
    assertIsTransactionWithBlockhashLifetime(signed)
    await sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })(signed, { commitment: 'confirmed' })
    expect((await rpc.getBalance(to).send()).value - before).toBe(1_234_567_891n)
  })

  test('[S7-05] balances name the tokens, and price what is taken to be a dollar', async () => {
    const owner = people[2]?.address
    const answer = await gateway.ask(`/v1/account/${owner}/balance?currency=usd&chainId=${solanaNetworkId}`)
    const { balances } = v.parse(endpoints.balance.response, await answer.json())
    expect(balances[0]).toMatchObject({
      symbol: 'SOL',
      name: 'Solana',
      price: 0,
      quantity: { decimals: '9' },
    })
    const usdc = balances.find(({ symbol }) => symbol === 'USDC')
    expect(usdc).toMatchObject({ name: 'Local USD Coin', price: 1, quantity: { decimals: '6' } })
    expect(usdc?.value).toBe(Number(usdc?.quantity.numeric))
  })

  test('[S7-08] tokens of solana are priced like those of other networks, with their decimals', async () => {
    const { usdc, toll } = solanaTokens
    const coin = `${solanaNetworkId}:So11111111111111111111111111111111111111111`
    const addresses = [usdc, toll].map(({ address }) => `${solanaNetworkId}:${address}`)
    const ask = (asked: readonly string[]) =>
      gateway.ask('/v1/fungible/price', {
        method: 'POST',
        body: JSON.stringify({ currency: 'usd', addresses: asked }),
      })
    const answer = await ask([...addresses, coin])
    // Nobody says what the others are worth here.
    expect(v.parse(endpoints.price.response, await answer.json()).fungibles).toEqual([
      { address: addresses[0], name: 'Local USD Coin', symbol: 'USDC', iconUrl: '', price: 1, decimals: 6 },
    ])
    expect((await ask([coin])).status).toBe(400)
    expect((await ask([`solana:${'9'.repeat(32)}:${usdc.address}`])).status).toBe(400)
  })

  test('[S7-04] the history of an account comes from the chain, with the names of its tokens', async () => {
    const owner = people[0]?.address
    const answer = await gateway.ask(`/v1/account/${owner}/history?chainId=${solanaNetworkId}`)
    const { data } = v.parse(endpoints.history.response, await answer.json())
    expect(data.length).toBeGreaterThan(8)
    const symbols = data.flatMap(({ transfers }) => transfers.map(({ fungible_info: info }) => info?.symbol))
    expect(symbols).toEqual(expect.arrayContaining(['SOL', 'USDC', 'USDT']))
    const received = data.find(({ metadata }) => metadata.operationType === 'receive')
    expect(received?.metadata.sentTo).toBe(owner)
  })
})

describe('bitcoin', () => {
  const [alice] = bitcoinAccounts().people
  const base = `/v1/esplora/${encodeURIComponent(bitcoinNetworkId)}`

  test('[S7-05] the balance of an address is told to the satoshi', async () => {
    const owner = alice?.payment.address
    const answer = await gateway.ask(`/v1/account/${owner}/balance?currency=usd&chainId=${bitcoinNetworkId}`)
    const { balances } = v.parse(endpoints.balance.response, await answer.json())
    const coins = (await (await fetch(`${bitcoin.url}/address/${owner}/utxo`)).json()) as { value: number }[]
    const held = coins.reduce((total, { value }) => total + value, 0)
    expect(balances).toMatchObject([
      { symbol: 'BTC', chainId: bitcoinNetworkId, quantity: { decimals: '8' } },
    ])
    expect(Number(balances[0]?.quantity.numeric) * 1e8).toBeCloseTo(held, 0)
    const foreign = await gateway.ask(
      `/v1/account/bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4/balance?currency=usd&chainId=${bitcoinNetworkId}`,
    )
    expect(foreign.status).toBe(400)
  })

  test('reads pass as they are, and a refusal of the node in its own words', async () => {
    expect(await (await gateway.ask(`${base}/blocks/tip/height`)).text()).toMatch(/^\d+$/)
    const told = await gateway.ask(`${base}/address/${alice?.payment.address}/utxo?projectId=local`)
    expect(told.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await told.json()).toBeInstanceOf(Array)
    const sent = await gateway.ask(`${base}/tx`, {
      method: 'POST',
      body: '02000000',
      headers: { 'content-type': 'text/plain' },
    })
    expect([sent.status, await sent.text()]).toEqual([400, expect.stringContaining('TX decode failed')])
  })

  test.each([
    ['/mine', 'GET', 404],
    ['/mempool/txids', 'GET', 404],
    ['/address/../../faucet', 'GET', 404],
    ['/tx', 'POST', 400],
  ])('%s by %s is not passed on', async (path, method, status) => {
    const body = method === 'POST' ? { body: 'not hex' } : {}
    expect((await gateway.ask(`${base}${path}`, { method, ...body })).status).toBe(status)
  })

  test('a network without servers, and a server of another network, are no source', async () => {
    const mainnet = encodeURIComponent('bip122:000000000019d6689c085ae165831e93')
    expect((await gateway.ask(`/v1/esplora/${mainnet}/blocks/tip/height`)).status).toBe(400)
    // Something that answers, and is no Bitcoin.
    const other = await startTestGateway({
      LATCHKEY_ESPLORA: JSON.stringify({ [bitcoinNetworkId]: [solana.url] }),
    })
    expect((await other.ask(`${base}/blocks/tip/height`)).status).toBe(503)
    await other.stop()
  })
})
