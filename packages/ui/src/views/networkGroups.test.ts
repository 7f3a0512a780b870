/** Searching and grouping networks. */
import { fakeNetwork } from '@latchkey/core/testing'
import { expect, test } from 'vitest'
import { networkGroups } from './networkGroups.js'

const networks = [
  fakeNetwork({ reference: '1', name: 'Ethereum' }),
  fakeNetwork({ reference: '10', name: 'OP Mainnet' }),
  fakeNetwork({ namespace: 'solana', reference: 'main', name: 'Solana' }),
]
const names = (input: Omit<Parameters<typeof networkGroups>[0], 'networks'>) =>
  networkGroups({ networks, ...input }).map((group) => [
    group.namespace,
    ...group.networks.map(({ name }) => name),
  ])

test('[D-04] networks stand together by namespace, the one in use and its namespace first', () => {
  expect(names({})).toEqual([
    ['eip155', 'Ethereum', 'OP Mainnet'],
    ['solana', 'Solana'],
  ])
  expect(names({ current: 'eip155:10' })[0]).toEqual(['eip155', 'OP Mainnet', 'Ethereum'])
  expect(names({ current: 'solana:main' })[0]).toEqual(['solana', 'Solana'])
})

test('a search is trimmed, ignores case, and looks at names and ids', () => {
  expect(names({ search: '  op main ' })).toEqual([['eip155', 'OP Mainnet']])
  expect(names({ search: 'solana:' })).toEqual([['solana', 'Solana']])
  expect(names({ search: 'nothing like it' })).toEqual([])
})
