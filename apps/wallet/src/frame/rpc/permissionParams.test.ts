import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { readGrantParams, readRequestParams } from './permissionParams.js'

const key = privateKeyToAccount(`0x${'a1'.repeat(32)}`)
const app = key.address.toLowerCase()
const contract = '0x2222222222222222222222222222222222222222'
const expiry = 1_800_000_000
const signer = { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: key.publicKey }] } }
const older = (permissions: unknown, over: object = {}) =>
  readGrantParams([{ chainId: '0x7a69', expiry, signer, permissions, policies: [], ...over }])
const newer = (...asked: object[]) =>
  readRequestParams(
    asked.map((one) => ({
      chainId: '0x7a69',
      to: key.address,
      rules: [{ type: 'expiry', data: { timestamp: expiry } }],
      ...one,
    })),
  )

const abi = [
  {
    type: 'function',
    name: 'play',
    inputs: [{ type: 'tuple[]', components: [{ type: 'uint256' }, { type: 'address' }] }, { type: 'bytes' }],
  },
  { type: 'function', name: 'play', inputs: [] },
  { type: 'event', name: 'play', inputs: [] },
]

test('[S6-03] the older words: a key, an end, and calls whose functions are written out whole', () => {
  const data = {
    address: contract.toUpperCase().replace('0X', '0x'),
    abi,
    functions: [{ functionName: 'play' }],
  }
  expect(older([{ type: 'contract-call', data }])).toEqual({
    chainId: '0x7a69',
    account: undefined,
    app,
    expiry,
    permissions: [
      {
        type: 'contract-call',
        data: {
          address: contract,
          functions: [{ functionName: 'play((uint256,address)[],bytes)' }, { functionName: 'play()' }],
        },
      },
    ],
  })
})

test.each<[string, object, object]>([
  [
    'coins in all',
    { type: 'native-token-transfer', data: { allowance: '0x5' } },
    { type: 'native-token-transfer', data: { allowance: '0x5' } },
  ],
  [
    'coins in all, as a policy',
    {
      type: 'native-token-transfer',
      data: { ticker: 'ETH' },
      policies: [{ type: 'token-allowance', data: { allowance: '0x05' } }],
    },
    { type: 'native-token-transfer', data: { allowance: '0x5' } },
  ],
  [
    'coins again and again',
    { type: 'native-token-recurring-allowance', data: { allowance: '7', start: 3, period: 60 } },
    { type: 'native-token-recurring-allowance', data: { allowance: '0x7', start: 3, period: 60 } },
  ],
  [
    'a token in all',
    { type: 'erc20-token-transfer', data: { address: contract, allowance: 9 } },
    { type: 'erc20-token-transfer', data: { address: contract, allowance: '0x9' } },
  ],
  [
    'functions by their signatures',
    { type: 'contract-call', data: { address: contract, calls: ['function play(uint256)'] } },
    { type: 'contract-call', data: { address: contract, functions: [{ functionName: 'play(uint256)' }] } },
  ],
  [
    'functions as viem writes them',
    {
      type: 'contract-call',
      data: { address: contract, calls: ['function transfer(address to, uint256 amount) returns (bool)'] },
    },
    {
      type: 'contract-call',
      data: { address: contract, functions: [{ functionName: 'transfer(address,uint256)' }] },
    },
  ],
])('allowances are read in the words of others: %s', (_, asked, permission) => {
  expect(older([asked]).permissions).toEqual([permission])
})

test('[S6-03] the newer words: each request names one permission, and together they are one session', () => {
  const coins = {
    type: 'native-token-periodic',
    data: { periodAmount: '0x5', periodDuration: 3600, startTime: 8 },
  }
  const tokens = {
    type: 'erc20-token-periodic',
    data: { tokenAddress: contract, periodAmount: '0x6', periodDuration: 60 },
  }
  const isAdjustmentAllowed = true
  expect(
    newer(
      { permission: { ...coins, isAdjustmentAllowed } },
      { permission: { ...tokens, isAdjustmentAllowed } },
    ),
  ).toMatchObject({
    app,
    expiry,
    permissions: [
      { type: 'native-token-recurring-allowance', data: { allowance: '0x5', start: 8, period: 3600 } },
      {
        type: 'erc20-recurring-allowance',
        data: { address: contract, allowance: '0x6', start: 0, period: 60 },
      },
    ],
  })
  const other = { permission: tokens, to: contract }
  expect(() => newer({ permission: coins }, other)).toThrow('one account, one key and one end')
  expect(() => newer({ permission: coins, rules: [] })).toThrow('has to end')
  expect(() => newer({ permission: coins, rules: [{ type: 'payee', data: {} }] })).toThrow(
    'no rules but an end',
  )
})

const fine = { type: 'native-token-transfer', data: { allowance: '0x5' } }
test.each<[string, () => unknown]>([
  ['a kind that nobody knows', () => older([{ type: 'sudo', data: {} }])],
  ['an amount that flows by the second', () => older([{ type: 'native-token-stream', data: {} }])],
  ['no amount', () => older([{ type: 'native-token-transfer', data: {} }])],
  [
    'a total with a period',
    () => older([{ type: 'native-token-transfer', data: { allowance: '1', period: 60 } }]),
  ],
  ['a token without its address', () => older([{ type: 'erc20-token-transfer', data: { allowance: '1' } }])],
  [
    'arguments of a function',
    () =>
      older([
        {
          type: 'contract-call',
          data: { address: contract, functions: [{ functionName: 'play()', args: [] }] },
        },
      ]),
  ],
  [
    'a function that the ABI has not',
    () =>
      older([
        { type: 'contract-call', data: { address: contract, abi, functions: [{ functionName: 'win' }] } },
      ]),
  ],
  [
    'a function that there cannot be',
    () => older([{ type: 'contract-call', data: { address: contract, calls: ['play(uint256)()'] } }]),
  ],
  ['policies', () => older([fine], { policies: [{ type: 'gas-limit', data: {} }] })],
  ['policies of one permission', () => older([{ ...fine, policies: [{ type: 'rate-limit', data: {} }] }])],
  ['no end', () => older([fine], { expiry: undefined })],
  [
    'two keys',
    () =>
      older([fine], { signer: { type: 'keys', data: { keys: [signer.data.keys[0], signer.data.keys[0]] } } }),
  ],
  [
    'a key of another curve',
    () => older([fine], { signer: { type: 'key', data: { type: 'secp256r1', publicKey: key.publicKey } } }),
  ],
  ['the wallet itself as the signer', () => older([fine], { signer: { type: 'wallet' } })],
  ['nothing at all', () => readRequestParams([])],
  [
    'something unknown among what is answered one by one, though it may be left out',
    () => newer({ permission: { type: 'sudo', required: false } }, { permission: fine }),
  ],
  [
    'two ends',
    () =>
      newer({
        permission: fine,
        rules: [expiry, expiry + 1].map((timestamp) => ({ type: 'expiry', data: { timestamp } })),
      }),
  ],
  ['an end, and a rule with another', () => newer({ permission: fine, expiry: expiry - 1 })],
])('%s is refused: nobody would hold the app to it', (_, ask) => {
  expect(ask).toThrow(expect.objectContaining({ code: -32_602 }))
})

test('what may be left out and is not known is left out', () => {
  expect(older([fine, { type: 'sudo', required: false }]).permissions).toEqual([fine])
})
