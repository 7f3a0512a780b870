import { type ApprovalPayload, givingFunctions } from '@latchkey/spec/walletApi'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ListedPermission } from './facts.js'
import { readRequest } from './readRequest.js'

const account = '0x1111111111111111111111111111111111111111'
const contract = '0x2222222222222222222222222222222222222222'
const token = '0x3333333333333333333333333333333333333333'
const app = '0x4444444444444444444444444444444444444444'
const id = '0123abcd-0000-4000-8000-000000000000'
const fees = { gas: '0x5208', maxFeePerGas: '0x3b9aca00' }

// Moments are told by the clock of whoever reads them.
beforeAll(() => void vi.stubEnv('TZ', 'UTC'))
afterAll(() => void vi.unstubAllEnvs())

function read(method: string, params: object, permission?: ListedPermission) {
  const payload: ApprovalPayload = {
    v: 1,
    origin: 'https://shop.example',
    account,
    namespace: 'eip155',
    chainId: 'eip155:1',
    method,
    params: [{ from: account, id, ...fees, ...params }],
  }
  const tokens = new Map([[token, { symbol: 'USDC', decimals: 6 }]])
  return readRequest(payload, { tokens, permission })
}
const grant = (permissions: readonly object[], over: object = {}) =>
  read('wallet_grantPermissions', {
    app,
    gateway: contract,
    expiry: 1_800_000_000,
    isInstalled: false,
    permissions,
    ...over,
  })
const kinds = (facts: ReturnType<typeof grant>) => facts.warnings.map(({ kind }) => kind)

test('[S6-03] a permission is shown with its contract, its functions, its amounts, its key and its end', () => {
  const facts = grant([
    {
      type: 'contract-call',
      data: {
        address: contract,
        functions: [{ functionName: 'play(uint256)', valueLimit: '0x38d7ea4c68000' }],
      },
    },
    {
      type: 'erc20-recurring-allowance',
      data: { address: token, allowance: '0x4c4b40', start: 0, period: 7200 },
    },
    { type: 'native-token-transfer', data: { allowance: '0x2386f26fc10000' } },
  ])
  expect(facts).toMatchObject({
    kind: 'permissions',
    title: 'Let this page act without asking',
    fee: '0.000021 ETH',
  })
  expect(facts.refusal).toBeUndefined()
  expect(
    facts.parts.map(({ title, rows }) => [title, ...rows.map(({ label, value }) => `${label}: ${value}`)]),
  ).toEqual([
    [
      'Call a contract',
      `Contract: ${contract}`,
      'Function: play(uint256)',
      'Sends with a call, at most: 0.001 ETH',
    ],
    ['Send tokens', 'At most: 5 USDC', 'How often: Every 2 hours', `Token: ${token}`],
    ['Send ETH', 'At most: 0.01 ETH', 'How often: In all', 'Network fees: Count as sent'],
    ['Who, and until when', `Key of the page: ${app}`, 'Ends: Jan 15, 2027, 8:00 AM UTC'],
  ])
  expect(kinds(facts)).toEqual(['lasting-rights'])
})

test.each([
  ['every function', { address: token }],
  [
    'a function that sends tokens',
    { address: token, functions: [{ functionName: 'transfer(address,uint256)' }] },
  ],
  [
    'one that lets others take them',
    { address: token, functions: [{ functionName: 'approve(address,uint256)' }] },
  ],
])('a permission to call %s, which nothing counts, is told as unlimited', (_, data) => {
  expect(kinds(grant([{ type: 'contract-call', data }]))).toEqual(['lasting-rights', 'unlimited-approval'])
})

test('a page that chooses when the periods of an allowance begin cannot hide it', () => {
  const data = { allowance: '0x1', start: 1_799_990_000, period: 3600 }
  const { parts } = grant([{ type: 'native-token-recurring-allowance', data }])
  expect(parts[0]?.rows).toContainEqual({
    label: 'Begins',
    value: 'Jan 15, 2027, 5:13 AM UTC',
    look: 'plain',
  })
})

test.each([
  ...givingFunctions,
  // Its selector is that of `transfer(address,uint256)`: a name can be chosen for it.
  'many_msg_babbage(bytes1)',
])('[A-53] a permission for %s is told as unlimited', (functionName) => {
  const data = { address: token, functions: [{ functionName }] }
  expect(kinds(grant([{ type: 'contract-call', data }]))).toContain('unlimited-approval')
})

test('what is not frozen as agreed is refused, and so is what is for another account', () => {
  const allowance = [{ type: 'native-token-transfer', data: { allowance: '0x1' } }]
  for (const facts of [
    grant([]),
    grant([{ type: 'sudo', data: {} }]),
    grant([{ type: 'native-token-transfer', data: { allowance: '0x1', period: 1 } }]),
    grant(allowance, { calls: [] }),
    grant(allowance, { from: app }),
    read('wallet_revokePermissions', { from: app }),
  ])
    expect(facts.refusal).toBeDefined()
  expect(read('wallet_revokePermissions', {})).toMatchObject({ title: 'Take rights back', warnings: [] })
})

const shop: ListedPermission = {
  id,
  chainId: 'eip155:1',
  address: account,
  app,
  projectName: 'Shop\u202e',
  expiry: 1_800_000_000,
  permissions: [{ type: 'erc20-token-transfer', data: { address: token, allowance: '0x4c4b40' } }],
  tokens: [{ address: token, symbol: 'USDC', decimals: 6 }],
  isRevoked: false,
}

test('[S6-03] what is taken back is shown with the app that has it, and with what it may', () => {
  const { parts, refusal } = read('wallet_revokePermissions', {}, shop)
  expect(refusal).toBeUndefined()
  expect(
    parts.map(({ title, rows }) => [title, ...rows.map(({ label, value }) => `${label}: ${value}`)]),
  ).toEqual([
    ['Send tokens', 'At most: 5 USDC', 'How often: In all', `Token: ${token}`],
    [
      'Whose they are',
      'App: Shop',
      `Key of the app: ${app}`,
      'Would end: Jan 15, 2027, 8:00 AM UTC',
      `Permission: ${id}`,
    ],
  ])
})

test.each([
  ['another session', { ...shop, id: '99999999-0000-4000-8000-000000000000' }],
  ['another network', { ...shop, chainId: 'eip155:10' }],
  ['no session at all', undefined],
])('what the server says of %s is not shown as what is taken back', (_, told) => {
  const { parts } = read('wallet_revokePermissions', {}, told)
  expect(parts).toEqual([{ title: 'Permission', rows: [{ label: 'Permission', value: id, look: 'code' }] }])
})
