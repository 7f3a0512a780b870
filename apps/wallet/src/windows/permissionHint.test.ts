import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ListedPermission } from '../request/facts.js'
import { permissionHint } from './permissionHint.js'

const contract = '0x2222222222222222222222222222222222222222'
const token = '0x3333333333333333333333333333333333333333'
const permission: ListedPermission = {
  id: '0123abcd-0000-4000-8000-000000000000',
  chainId: 'eip155:1',
  address: '0x1111111111111111111111111111111111111111',
  app: '0x4444444444444444444444444444444444444444',
  projectName: 'Shop',
  expiry: 1_800_000_000,
  permissions: [
    { type: 'contract-call', data: { address: contract } },
    {
      type: 'erc20-recurring-allowance',
      data: { address: token, allowance: '0x4c4b40', start: 0, period: 7200 },
    },
  ],
  tokens: [{ address: token, symbol: 'USDC', decimals: 6 }],
  isRevoked: false,
}
const until = 'Jan 15, 2027, 8:00 AM UTC'

// Moments are told by the clock of whoever reads them.
beforeAll(() => void vi.stubEnv('TZ', 'UTC'))
afterAll(() => void vi.unstubAllEnvs())

test('[D-04] a permission is told by what it may, where, and until when', () => {
  expect(permissionHint(permission)).toBe(
    `Sends up to 5 USDC every 2 hours. Calls any function of 0x2222…2222. On Ethereum, until ${until}`,
  )
})

test.each<[string, ListedPermission['permissions'][number], string]>([
  [
    'coins',
    { type: 'native-token-transfer', data: { allowance: '0x2386f26fc10000' } },
    'Sends up to 0.01 ETH in all.',
  ],
  [
    'coins without an end',
    { type: 'native-token-transfer', data: { allowance: `0x${'f'.repeat(64)}` } },
    'Sends any amount of ETH.',
  ],
  [
    'a token that nobody knows',
    { type: 'erc20-token-transfer', data: { address: contract, allowance: '0x7' } },
    'Sends up to 7 of the smallest units of 0x2222…2222 in all.',
  ],
  [
    'two functions',
    {
      type: 'contract-call',
      data: { address: contract, functions: [{ functionName: 'play()' }, { functionName: 'stop()' }] },
    },
    'Calls 2 functions of 0x2222…2222.',
  ],
])('says of %s what it is', (_, each, line) => {
  expect(permissionHint({ ...permission, permissions: [each] })).toBe(`${line} On Ethereum, until ${until}`)
})

test('one that is stopped says what is left of it', () => {
  expect(permissionHint({ ...permission, isRevoked: true })).toBe(
    `Stopped: nothing more is signed for it. Ethereum forgets it at ${until} at the latest`,
  )
})
