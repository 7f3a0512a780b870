/** The wires of account providers, against the shapes of their documentation with invented values. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Hex } from '../chain/shapes.js'
import type { Outbound, OutboundRequest } from '../ports/outbound.js'
import { createFakeClock } from '../testing/fakeClock.js'
import { type Leg, mergeLists } from './merge.js'
import {
  type AccountProviderName,
  accountProviderNames,
  createAccountProvider,
  readExplorers,
} from './providers.js'

const account: Hex = `0x${'a1'.repeat(20)}`
const friend: Hex = `0x${'b0'.repeat(20)}`
const usdc: Hex = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const keys: Hex = `0x${'c0'.repeat(20)}`
const hash = (digit: number): Hex => `0x${String(digit).repeat(64)}`
const secret = 'a-secret-key-of-the-operator'

/** Answers by what is in the address or the body. */
function world(name: AccountProviderName, answer: (asked: string) => unknown, status = 200) {
  const asked: OutboundRequest[] = []
  const outbound: Outbound = {
    async send(request) {
      asked.push(request)
      const text = JSON.stringify(answer(`${decodeURIComponent(request.url)} ${request.body ?? ''}`))
      return { status, text, retryAfter: undefined }
    },
  }
  const input = { outbound, clock: createFakeClock(), key: secret, urls: new Map() }
  return { provider: createAccountProvider(name, input), asked }
}

const eth = { implementations: [{ chain_id: 'ethereum', address: null, decimals: 18 }] }
const dollar = {
  name: 'USD Coin',
  symbol: 'USDC',
  icon: { url: 'https://img.example/usdc.png' },
  implementations: [
    { chain_id: 'base', address: friend, decimals: 6 },
    { chain_id: 'ethereum', address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 },
  ],
}

const zerionTransaction = {
  type: 'transactions',
  id: '52d994a173755e99845e861d534a419a',
  attributes: {
    operation_type: 'trade',
    hash: hash(1),
    mined_at_block: 100,
    mined_at: '2026-02-03T11:22:33Z',
    sent_from: account,
    sent_to: friend,
    status: 'confirmed',
    nonce: 7,
    fee: { fungible_info: eth, quantity: { int: '21000' }, price: 1, value: 1 },
    transfers: [
      {
        fungible_info: eth,
        direction: 'out',
        quantity: { int: '1000000000000000000', decimals: 18, float: 1, numeric: '1' },
        value: 3000,
        price: 3000,
        sender: account,
        recipient: friend,
      },
      {
        fungible_info: dollar,
        direction: 'in',
        quantity: { int: '3000000000', decimals: 6, float: 3000, numeric: '3000' },
        sender: friend,
        recipient: account,
      },
      {
        nft_info: {
          contract_address: keys,
          token_id: '7',
          name: 'Key #7',
          interface: 'ERC721',
          flags: { is_spam: false },
        },
        direction: 'in',
        quantity: { int: '1', decimals: 0, float: 1, numeric: '1' },
        sender: friend,
        recipient: account,
      },
    ],
    approvals: [],
    application_metadata: { name: 'Exchange' },
    flags: { is_trash: false },
  },
  relationships: { chain: { data: { type: 'chains', id: 'ethereum' } } },
}

const alchemyTransfer = (more: object) => ({
  blockNum: '0x64',
  uniqueId: `${hash(1)}:log:1`,
  hash: hash(1),
  from: account,
  to: friend,
  value: 1,
  erc721TokenId: null,
  erc1155Metadata: null,
  tokenId: null,
  asset: 'ETH',
  category: 'external',
  rawContract: { value: '0xde0b6b3a7640000', address: null, decimal: '0x12' },
  metadata: { blockTimestamp: '2026-02-03T11:22:33.000Z' },
  ...more,
})

const plain = (more: object) => ({
  blockNumber: '100',
  timeStamp: '1770117753',
  hash: hash(1),
  nonce: '7',
  blockHash: hash(9),
  transactionIndex: '3',
  from: account,
  to: friend,
  value: '1000000000000000000',
  gas: '21000',
  gasPrice: '1',
  isError: '0',
  txreceipt_status: '1',
  input: '0x38ed1739',
  contractAddress: '',
  confirmations: '1',
  ...more,
})

/**
 * The same trade in three wires: a coin goes, dollars and a key come. Written, not recorded, after Zerion's API reference
 * (wallet positions and transactions), Alchemy's (`alchemy_getTokenBalances`, `alchemy_getAssetTransfers`) and the account
 * module of Blockscout's RPC API.
 */
const written: Readonly<
  Record<AccountProviderName, { tokens: (asked: string) => unknown; rows: (asked: string) => unknown }>
> = {
  zerion: {
    tokens: () => ({
      links: { self: 'https://api.zerion.io/v1/wallets' },
      data: [
        {
          type: 'positions',
          id: 'a',
          attributes: { fungible_info: dollar, quantity: { int: '5' }, flags: { is_trash: false } },
        },
        { type: 'positions', id: 'b', attributes: { fungible_info: eth, quantity: { int: '5' } } },
      ],
    }),
    rows: () => ({
      links: { next: 'https://evil.example/v1/x?page%5Bafter%5D=WyIi&page%5Bsize%5D=50' },
      data: [zerionTransaction],
    }),
  },
  alchemy: {
    tokens: () => ({
      jsonrpc: '2.0',
      id: 1,
      result: {
        address: account,
        tokenBalances: [
          { contractAddress: usdc, tokenBalance: `0x${'0'.repeat(63)}5` },
          { contractAddress: keys, tokenBalance: `0x${'0'.repeat(64)}` },
        ],
      },
    }),
    rows: (asked) => ({
      jsonrpc: '2.0',
      id: 1,
      result: {
        transfers: asked.includes('fromAddress')
          ? [alchemyTransfer({})]
          : [
              alchemyTransfer({
                from: friend,
                to: account,
                category: 'erc20',
                rawContract: { value: '0xb2d05e00', address: usdc, decimal: '0x6' },
              }),
              alchemyTransfer({
                from: friend,
                to: account,
                category: 'erc721',
                tokenId: '0x7',
                rawContract: { value: null, address: keys, decimal: null },
              }),
            ],
      },
    }),
  },
  blockscout: {
    tokens: () => ({
      message: 'OK',
      status: '1',
      result: [
        {
          balance: '5',
          contractAddress: usdc,
          decimals: '6',
          name: 'USD Coin',
          symbol: 'USDC',
          type: 'ERC-20',
        },
        { balance: '1', contractAddress: keys, decimals: '', name: 'Keys', symbol: 'KEY', type: 'ERC-721' },
      ],
    }),
    rows: (asked) => {
      const moved = {
        from: friend,
        to: account,
        contractAddress: usdc,
        tokenName: 'x',
        tokenSymbol: 'x',
        tokenDecimal: '6',
      }
      const lists = {
        'action=txlist': [plain({})],
        'action=tokentx': [plain({ ...moved, value: '3000000000' })],
        'action=tokennfttx': [plain({ ...moved, contractAddress: keys, tokenID: '7' })],
      }
      const [, result] = Object.entries(lists).find(([action]) => asked.includes(`${action}&`)) ?? []
      return { message: 'OK', status: '1', result }
    },
  },
}

describe.each(accountProviderNames)('%s', (name) => {
  const { tokens, rows } = written[name]

  test('names the tokens that an account holds, and keeps its key out of addresses that are logged', async () => {
    const { provider, asked } = world(name, tokens)
    expect(await provider.tokens('eip155:1', account, {})).toEqual([usdc])
    const encoded = Buffer.from(`${secret}:`).toString('base64')
    expect(JSON.stringify(asked[0])).toMatch(name === 'zerion' ? encoded : secret)
  })

  test('[S7-04] tells a trade as the index of the gateway would', async () => {
    const { provider } = world(name, rows)
    const page = await provider.rows('eip155:1', account, undefined, {})
    expect(page.rows).toMatchObject([
      {
        address: account,
        blockNumber: 100,
        transactionHash: hash(1),
        sender: account,
        operation: 'trade',
        isConfirmed: true,
        isOwn: true,
        transfers: [
          { standard: 'native', token: null, amount: '1000000000000000000', from: account, to: friend },
          { standard: 'erc20', token: usdc, amount: '3000000000', from: friend, to: account },
          { standard: 'erc721', token: keys, id: '7', amount: '1' },
        ],
      },
    ])
    expect(page.next).toBe(name === 'zerion' ? 'WyIi' : undefined)
  })

  test('is asked on from where the page before ended', async () => {
    const { provider, asked } = world(name, rows)
    await provider.rows('eip155:1', account, '99', {})
    const sent = asked.map(({ url, body }) => `${decodeURIComponent(url)} ${body ?? ''}`).join(' ')
    expect(sent).toMatch(/page\[after\]=99|"toBlock":"0x63"|endblock=99/)
    for (const { url } of asked) expect(new URL(url).host).not.toContain('evil')
  })

  test.each([
    ['is away', 500, {}],
    ['limits', 429, {}],
    ['says something else', 200, { hello: 1, result: 7 }],
  ])('that %s is told as such, without its key', async (_, status, answer) => {
    const { provider } = world(name, () => answer, status)
    for (const asked of [
      provider.tokens('eip155:1', account, {}),
      provider.rows('eip155:1', account, undefined, {}),
    ]) {
      const failure: unknown = await asked.then(
        () => 'it answered',
        (cause: unknown) => cause,
      )
      expect(failure).toMatchObject({ status: 503 })
      expect(String(failure)).not.toContain(secret)
    }
  })

  test('is not asked about networks that it does not serve', () => {
    const { provider } = world(name, tokens)
    expect([provider.serves('eip155:1'), provider.serves('eip155:31337')]).toEqual([true, false])
    expect(provider.serves('solana:1')).toBe(false)
  })
})

test('an empty list of Blockscout, which it tells as a failure, is empty', async () => {
  const { provider } = world('blockscout', () => ({
    message: 'No transactions found',
    status: '0',
    result: [],
  }))
  expect(await provider.rows('eip155:1', account, undefined, {})).toEqual({ rows: [], next: undefined })
})

test('a Blockscout of one’s own serves its network', () => {
  const urls = readExplorers('{"eip155:31337":"http://127.0.0.1:4000/"}')
  const outbound = { send: () => Promise.reject(new Error('not asked')) }
  const input = { outbound, clock: createFakeClock(), key: undefined, urls }
  expect(createAccountProvider('blockscout', input).serves('eip155:31337')).toBe(true)
  for (const text of ['x', '[]', '{"eip155:1":"ftp://x"}', '{"no":"http://x"}'])
    expect(() => readExplorers(text)).toThrow(TypeError)
})

test('pages of several lists hold every transaction once, whatever blocks they share', () => {
  const legs = fc
    .array(fc.record({ step: fc.integer({ min: 0, max: 3 }), list: fc.integer({ min: 0, max: 2 }) }), {
      maxLength: 300,
    })
    .map((items) => {
      let block = 1
      return items.map(({ step, list }, index) => {
        block += step
        const of: Hex = `0x${index.toString(16).padStart(64, '0')}`
        const transfer = { standard: 'native' as const, token: null, amount: '1', from: friend, to: account }
        return { list, leg: { block, hash: of, minedAt: new Date(0), transfer } satisfies Leg }
      })
    })
  fc.assert(
    fc.property(legs, (all) => {
      const found: string[] = []
      let before = Number.POSITIVE_INFINITY
      for (let turn = 0; turn <= all.length; turn++) {
        const below = all.filter(({ leg }) => leg.block <= before).reverse()
        const page = [40, 1_000]
          .map((length) =>
            mergeLists(
              account,
              [0, 1, 2].map((list) => {
                const own = below.filter((item) => item.list === list).map(({ leg }) => leg)
                return { legs: own.slice(0, length), isCut: own.length > length }
              }),
            ),
          )
          .find((some) => some)
        found.push(...(page?.rows ?? []).map(({ transactionHash }) => transactionHash))
        if (page?.next === undefined) break
        before = Number(page.next)
      }
      expect([...found].sort()).toEqual(all.map(({ leg }) => leg.hash).sort())
    }),
  )
})
