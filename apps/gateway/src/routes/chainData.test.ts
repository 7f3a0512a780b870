import { endpoints, getAssetsResult } from '@latchkey/spec/endpoints'
import fc from 'fast-check'
import * as v from 'valibot'
import { encodeFunctionData, getAddress, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Hex } from '../chain/shapes.js'
import { local, localNetworks, startTestChain, type TestChain } from '../testing/localChain.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'
import { refusing, saying, startUpstream } from '../testing/upstream.js'

let chain: TestChain
let gateway: TestGateway
beforeAll(async () => {
  chain = await startTestChain()
  gateway = await startTestGateway({
    LATCHKEY_UPSTREAMS: JSON.stringify({ [local.networkId]: [chain.evm.url] }),
    LATCHKEY_NETWORKS: localNetworks,
  })
})
afterAll(async () => {
  await gateway.stop()
  await chain.evm.close()
})
const person = (index: number): Hex => {
  const address = chain.people[index]
  if (!address) throw new Error(`there is no person ${index}`)
  return address
}

type Schema = v.GenericSchema
async function get<schema extends Schema>(schema: schema, path: string): Promise<v.InferOutput<schema>> {
  const answer = await gateway.ask(path)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return v.parse(schema, await answer.json())
}

const historyOf = (address: string, query = '') =>
  get(endpoints.history.response, `/v1/account/${address}/history?chainId=${local.networkId}${query}`)
const balanceOf = (address: string, query = '') =>
  get(
    endpoints.balance.response,
    `/v1/account/${address}/balance?currency=usd&chainId=${local.networkId}${query}`,
  )

const erc20 = parseAbi([
  'function transfer(address to, uint256 value)',
  'function approve(address spender, uint256 value)',
])
const transfer = (to: Hex, value: bigint) =>
  encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, value] })

describe('history', () => {
  test('[S7-04] gives pages that follow each other, and says how complete it is', async () => {
    const alice = person(0)
    // Enough for more than one page.
    for (let count = 0; count < 40; count++) await chain.send(alice, { to: person(1), value: 1n })
    const page = await historyOf(alice)
    expect(page.data.length).toBeGreaterThan(30)
    const seen = [...page.data]
    let { meta } = page
    expect(page.next).not.toBeNull()
    for (let next = page.next; next; ) {
      const more = await historyOf(alice, `&cursor=${next}`)
      seen.push(...more.data)
      meta = more.meta
      next = more.next
    }
    // The past is read as far as somebody looks.
    expect(meta).toEqual({ completeness: 'logs-only', oldestBlock: 0 })
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
    const times = seen.map(({ metadata }) => Date.parse(metadata.minedAt))
    expect(times).toEqual([...times].sort((a, b) => b - a))
  })

  test('[S7-04] does not claim to be full where a contract paid somebody without a word', async () => {
    const stranger: Hex = `0x${'5a'.repeat(20)}`
    const pages = endpoints.history.response
    const path = `/v1/account/${stranger}/history?chainId=${local.networkId}`
    expect((await get(pages, path)).data).toEqual([])
    // Passes on what it is sent, to the address in its call data: no log, and nobody who is named.
    const code = '0x600f600c600039600f6000f36000600060006000346000355af100'
    const deployment = await chain.send(person(7), { data: code })
    const receipt = await chain.evm.request('eth_getTransactionReceipt', [deployment])
    const { contractAddress: payer } = v.parse(v.object({ contractAddress: v.string() }), receipt)
    const data: Hex = `0x${stranger.slice(2).padStart(64, '0')}`
    await chain.send(person(7), { to: payer as Hex, data, value: 5n })
    expect(BigInt((await chain.evm.request('eth_getBalance', [stranger, 'latest'])) as string)).toBe(5n)
    const { data: rows, meta } = await get(pages, path)
    expect(rows).toEqual([])
    expect(meta?.completeness).toBe('logs-only')
  })

  test('shows a transaction as soon as it is mined', async () => {
    const [alice, bob] = [person(0), person(1)]
    await historyOf(alice)
    const hash = await chain.send(alice, { to: local.addresses.usdc, data: transfer(bob, 1_500_000n) })
    const { data } = await historyOf(alice)
    expect(data[0]).toMatchObject({
      id: hash,
      metadata: {
        operationType: 'send',
        hash,
        status: 'confirmed',
        chain: local.networkId,
        sentFrom: getAddress(alice),
        // The person, not the token's contract.
        sentTo: getAddress(bob),
      },
      transfers: [
        {
          fungible_info: { name: 'Local USD Coin', symbol: 'USDC' },
          nft_info: null,
          direction: 'out',
          quantity: { numeric: '1.5' },
        },
      ],
    })
  })

  test('[wire defect 10] gives an approval one transfer of nothing, so that no client drops it', async () => {
    const carol = person(2)
    const data = encodeFunctionData({
      abi: erc20,
      functionName: 'approve',
      args: [local.addresses.router, 5n],
    })
    await chain.send(carol, { to: local.addresses.dai, data })
    const page = await historyOf(carol)
    expect(page.data[0]).toMatchObject({
      metadata: { operationType: 'approve' },
      transfers: [{ fungible_info: { symbol: 'DAI' }, direction: 'self', quantity: { numeric: '0' } }],
    })
  })

  test('[wire defect 3] gives two transfers in one block two ids', async () => {
    const [alice, bob] = [person(0), person(1)]
    await chain.evm.request('evm_setAutomine', [false])
    const hashes = [
      await chain.send(alice, { to: bob, value: 1n, gas: 21_000n }),
      await chain.send(alice, { to: bob, value: 2n, gas: 21_000n }),
    ]
    await chain.evm.request('evm_mine')
    await chain.evm.request('evm_setAutomine', [true])
    const { data } = await historyOf(bob)
    expect(
      data
        .slice(0, 2)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(hashes.sort())
    expect(
      data
        .slice(0, 2)
        .map(({ transfers }) => transfers[0]?.quantity.numeric)
        .sort(),
    ).toEqual(['0.000000000000000001', '0.000000000000000002'])
  })

  test('refuses cursors that it did not give, or gave for another account', async () => {
    const { next } = await historyOf(person(0))
    const cursors = ['abc', 'abc.def', 'W1tdXQ.', ...(next ? [next] : [])]
    for (const cursor of cursors) {
      const answer = await gateway.ask(
        `/v1/account/${person(1)}/history?chainId=${local.networkId}&cursor=${cursor}`,
      )
      expect(answer.status).toBe(400)
    }
  })

  test('leaves out what strangers send to be looked at', async () => {
    const dave = person(3)
    const before = await historyOf(dave)
    // Nothing of a listed token, from somebody else: the usual way to put an address into a list.
    await chain.send(person(4), { to: local.addresses.usdc, data: transfer(dave, 0n) })
    expect((await historyOf(dave)).data.map(({ id }) => id)).toEqual(before.data.map(({ id }) => id))
    // One's own are told.
    const own = await chain.send(dave, { to: local.addresses.usdc, data: transfer(person(4), 0n) })
    expect((await historyOf(dave)).data[0]?.id).toBe(own)
  })

  test.each([
    [
      'a network that is not served',
      `/v1/account/${'0x'.padEnd(42, '1')}/history?chainId=eip155:5`,
      'chainId',
    ],
    [
      'an address of another namespace',
      '/v1/account/bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq/history',
      'address',
    ],
    ['something that is no address', '/v1/account/nobody/history', 'address'],
  ])('refuses %s', async (_, path, field) => {
    const answer = await gateway.ask(path)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ status: 'FAILED', reasons: [{ field }] })
  })
})

describe('balance', () => {
  test('[S7-05] is exact to the unit, with prices from the pools', async () => {
    const alice = person(0)
    const units = BigInt((await chain.evm.request('eth_getBalance', [alice, 'latest'])) as string)
    const { balances } = await balanceOf(alice)
    const [native] = balances
    expect(native).toMatchObject({ name: 'Ether', symbol: 'ETH', chainId: local.networkId })
    expect(native).not.toHaveProperty('address')
    const [whole, fraction = ''] = native?.quantity.numeric.split('.') ?? []
    expect(BigInt(`${whole}${fraction.padEnd(18, '0')}`)).toBe(units)
    expect(native?.price).toBeGreaterThan(2_500)
    expect(native?.price).toBeLessThan(3_500)
    const usdc = balances.find(({ symbol }) => symbol === 'USDC')
    expect(usdc).toMatchObject({ address: `${local.networkId}:${local.addresses.usdc}`, price: 1 })
    const toll = balances.find(({ symbol }) => symbol === 'TOLL')
    expect(toll?.price).toBeGreaterThan(1)
    // Nothing trades it, so nobody knows.
    expect(balances.find(({ symbol }) => symbol === 'STUCK')).toMatchObject({ price: 0 })
  })

  test('[wire defect 2] of one currency does not answer for another', async () => {
    const erin = person(4)
    const usd = await balanceOf(erin)
    const path = `/v1/account/${erin}/balance?currency=eth&chainId=${local.networkId}`
    const eth = await get(endpoints.balance.response, path)
    expect(eth.balances[0]?.price).toBe(1)
    expect(usd.balances[0]?.price).not.toBe(1)
  })

  test('follows the chain at once', async () => {
    const [alice, frank] = [person(0), person(6)]
    const before = await balanceOf(frank)
    const numeric = (list: typeof before, symbol: string) =>
      list.balances.find((item) => item.symbol === symbol)?.quantity.numeric
    await chain.send(alice, { to: local.addresses.usdc, data: transfer(frank, 1n) })
    const after = await balanceOf(frank)
    expect(numeric(before, 'USDC')).toBe('10000')
    expect(numeric(after, 'USDC')).toBe('10000.000001')
  })

  test('finds tokens that are on no list, by their transfers', async () => {
    const { usdt } = local.addresses
    const facts = JSON.parse(localNetworks)
    const listed: { address: string }[] = facts[local.networkId].tokens
    const others = listed.filter(({ address }) => address.toLowerCase() !== usdt.toLowerCase())
    expect(others).toHaveLength(listed.length - 1)
    const unknowing = await startTestGateway({
      LATCHKEY_UPSTREAMS: JSON.stringify({ [local.networkId]: [chain.evm.url] }),
      LATCHKEY_NETWORKS: JSON.stringify({ [local.networkId]: { ...facts[local.networkId], tokens: others } }),
    })
    try {
      const stranger: Hex = `0x${'5b'.repeat(20)}`
      const path = `/v1/account/${stranger}/balance?currency=usd&chainId=${local.networkId}`
      const held = async () => {
        const answer = v.parse(endpoints.balance.response, await (await unknowing.ask(path)).json())
        return answer.balances.filter((item) => 'address' in item)
      }
      expect(await held()).toEqual([])
      await chain.send(person(3), { to: usdt, data: transfer(stranger, 1_234_567n) })
      // As soon as the indexer has followed the block. Amounts are kept for a block, and here the next comes when asked for.
      const heldNext = async () => {
        await chain.evm.request('evm_mine')
        return held()
      }
      await expect.poll(heldNext, { timeout: 20_000 }).toMatchObject([
        {
          address: `${local.networkId}:${getAddress(usdt)}`,
          quantity: { decimals: '6', numeric: '1.234567' },
        },
      ])
    } finally {
      await unknowing.stop()
    }
  })

  test('never answers an empty list when the network is away (D-13)', async () => {
    const upstream = await startUpstream(refusing(403))
    const lonely = await startTestGateway({
      LATCHKEY_UPSTREAMS: JSON.stringify({ [local.networkId]: [upstream.url] }),
    })
    for (const what of ['balance?currency=usd&', 'history?']) {
      const answer = await lonely.ask(`/v1/account/${person(0)}/${what}chainId=${local.networkId}`)
      expect(answer.status).toBe(503)
      expect(await answer.json()).toMatchObject({ status: 'FAILED' })
    }
    await lonely.stop()
    await upstream.close()
  })

  test('equals the chain’s whatever is sent around', async () => {
    const move = fc.record({
      from: fc.nat(3),
      to: fc.nat(3),
      amount: fc.bigInt(0n, 10n ** 9n),
      coins: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 6 }), async (moves) => {
        for (const { from, to, amount, coins } of moves) {
          const transaction = coins
            ? { to: person(to), value: amount }
            : { to: local.addresses.usdc as Hex, data: transfer(person(to), amount) }
          await chain.send(person(from), transaction)
        }
        for (const index of [0, 1, 2, 3]) {
          const address = person(index)
          const { balances } = await balanceOf(address)
          const native = BigInt((await chain.evm.request('eth_getBalance', [address, 'latest'])) as string)
          expect(unitsOf(balances[0])).toBe(native)
          for (const { symbol, address: token, decimals } of Object.values(local.tokens)) {
            const data = `0x70a08231${address.slice(2).padStart(64, '0')}`
            const held = BigInt(
              (await chain.evm.request('eth_call', [{ to: token, data }, 'latest'])) as string,
            )
            const told = balances.find((item) => item.symbol === symbol)
            expect(unitsOf(told, decimals)).toBe(held)
          }
        }
      }),
      { numRuns: 6 },
    )
  }, 120_000)
})

test.each(['history', 'balance'])(
  '[D-13] the %s of a solana account is refused where no solana network is served, not empty',
  async (what) => {
    const owner = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
    for (const named of ['', '&chainId=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']) {
      const answer = await gateway.ask(`/v1/account/${owner}/${what}?currency=usd${named}`)
      expect([answer.status, await answer.json()]).toMatchObject([400, { status: 'FAILED' }])
    }
  },
)

test('[S7-05] [S7-07] balances of solana come from its own RPC, to the lamport, and its tokens are listed where swaps are quoted', async () => {
  const owner = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
  const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const usdcMint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const odd = 'So11111111111111111111111111111111111111112'
  const account = (mint: string, amount: string, decimals: number) => ({
    pubkey: owner,
    account: {
      data: {
        program: 'spl-token',
        parsed: { info: { mint, tokenAmount: { amount, decimals } }, type: 'account' },
      },
    },
  })
  const upstream = await startUpstream(({ method, params, id }, response) => {
    const [, filter] = params as [string?, { programId?: string }?]
    const isFirst = filter?.programId?.startsWith('Tokenkeg')
    const accounts = [account(usdcMint, '1500000', 6), account(usdcMint, '1', 6), account(odd, '0', 9)]
    const value = method === 'getBalance' ? '18446744073709551615' : JSON.stringify(isFirst ? accounts : [])
    if (method === 'getGenesisHash') {
      response.end(`{"jsonrpc":"2.0","id":${id},"result":"5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"}`)
      return
    }
    response.end(`{"jsonrpc":"2.0","id":${id},"result":{"context":{"slot":1},"value":${value}}}`)
  })
  const other = await startTestGateway({
    LATCHKEY_UPSTREAMS: JSON.stringify({ [network]: [upstream.url] }),
    LATCHKEY_JUPITER_KEY: 'a-key-of-the-operator',
  })
  const listed = await other.ask(`/v1/convert/tokens?chainId=${network}`)
  const { tokens } = v.parse(endpoints.swapTokens.response, await listed.json())
  expect(tokens[0]).toMatchObject({ symbol: 'SOL', decimals: 9, address: `${network}:${odd.slice(0, -1)}1` })
  expect(tokens).toContainEqual(
    expect.objectContaining({ symbol: 'USDC', decimals: 6, address: `${network}:${usdcMint}` }),
  )
  const one = await other.ask(`/v1/convert/tokens?chainId=${network}&address=${usdcMint}`)
  expect(v.parse(endpoints.swapTokens.response, await one.json()).tokens).toHaveLength(1)
  const answer = await other.ask(`/v1/account/${owner}/balance?currency=usd&chainId=${network}`)
  expect(answer.status, await answer.clone().text()).toBe(200)
  const { balances } = v.parse(endpoints.balance.response, await answer.json())
  expect(balances).toMatchObject([
    {
      symbol: 'SOL',
      chainId: network,
      quantity: { decimals: '9', numeric: '18446744073.709551615' },
      price: 0,
    },
    { symbol: 'USDC', address: `${network}:${usdcMint}`, quantity: { decimals: '6', numeric: '1.500001' } },
  ])
  upstream.behave(saying('{"jsonrpc":"2.0","id":1,"result":{"value":"many"}}'))
  expect((await other.ask(`/v1/account/${owner}/balance?currency=usd`)).status).toBe(503)
  expect((await other.ask(`/v1/account/${owner}/balance?currency=usd&chainId=eip155:1`)).status).toBe(400)
  await other.stop()
  await upstream.close()
})

function unitsOf(item: { quantity: { numeric: string } } | undefined, decimals = 18): bigint {
  const [whole = '0', fraction = ''] = (item?.quantity.numeric ?? '0').split('.')
  return BigInt(`${whole}${fraction.padEnd(decimals, '0')}`)
}

describe('price', () => {
  const ask = (body: unknown) =>
    gateway.ask('/v1/fungible/price', { method: 'POST', body: JSON.stringify(body) })
  const id = (address: string) => `${local.networkId}:${address}`

  test('[S7-08] prices every token, in the order asked', async () => {
    const native = id('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee')
    const addresses = [id(local.addresses.dai), native, id(local.addresses.stuck), id(local.addresses.usdc)]
    const answer = await ask({ currency: 'usd', addresses })
    const { fungibles } = v.parse(endpoints.price.response, await answer.json())
    // Nothing trades the third.
    expect(fungibles.map(({ address }) => address)).toEqual(addresses.filter((_, index) => index !== 2))
    expect(fungibles.map(({ symbol }) => symbol)).toEqual(['DAI', 'ETH', 'USDC'])
    expect(fungibles[0]?.price).toBeCloseTo(1, 1)
    expect(fungibles[2]?.price).toBe(1)
  })

  test('refuses what nobody can price', async () => {
    const unknown = await ask({ currency: 'usd', addresses: [id(local.addresses.stuck)] })
    expect(unknown.status).toBe(400)
    expect(await unknown.json()).toMatchObject({ reasons: [{ field: 'asset' }] })
    const currency = await ask({ currency: 'jpy', addresses: [id(local.addresses.usdc)] })
    expect(currency.status).toBe(400)
    expect(await currency.json()).toMatchObject({ reasons: [{ field: 'currency' }] })
  })
})

describe('wallet_getAssets', () => {
  const ask = async (params: unknown, id: string = '1') => {
    const body = `{"jsonrpc":"2.0","id":${id},"method":"wallet_getAssets","params":${JSON.stringify(params)}}`
    const answer = await gateway.ask('/v1/wallet', { method: 'POST', body })
    return { status: answer.status, text: await answer.text() }
  }
  const result = async (params: unknown) => {
    const { text } = await ask(params)
    return v.parse(getAssetsResult, JSON.parse(text).result)
  }

  test('[S3-06][wire defect 1] tells a large balance to the unit', async () => {
    const alice = person(0)
    const units = BigInt((await chain.evm.request('eth_getBalance', [alice, 'latest'])) as string)
    const assets = await result([{ account: alice }])
    expect(BigInt(assets['0x7a69']?.[0]?.balance ?? 0)).toBe(units)
    expect(units).toBeGreaterThan(18_446_744_073_709_551_615n)
    expect(assets['0x7a69']?.[0]).toMatchObject({ address: 'native', type: 'NATIVE' })
  })

  test('tells what is asked for, and no more', async () => {
    const account = person(0)
    const symbols = async (filter: object) =>
      (await result([{ account, ...filter }]))['0x7a69']?.map(({ metadata }) => metadata.symbol)
    expect(await symbols({ assetTypeFilter: ['NATIVE'] })).toEqual(['ETH'])
    expect(await symbols({ assetFilter: { '0x7a69': [local.addresses.dai] } })).toEqual(['DAI'])
    expect(await result([{ account, chainFilter: ['0x1'] }])).toEqual({})
  })

  test('answers a broken question in the manner of JSON-RPC, under the same id', async () => {
    const odd = await ask([{ account: 'nobody' }], '12345678901234567890')
    expect(odd.status).toBe(200)
    expect(odd.text).toBe(
      '{"jsonrpc":"2.0","id":12345678901234567890,"error":{"code":-32602,"message":"Invalid params"}}',
    )
  })
})
