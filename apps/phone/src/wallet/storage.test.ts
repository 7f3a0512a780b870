import { expect, test } from 'vitest'
import { addresses } from '../keys/accounts.js'
import { networksWith } from './networks.js'
import { createMemory } from './storage.js'

function fakeStorage(text?: string) {
  const items = new Map(text === undefined ? [] : [['latchkey-phone', text]])
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

test('what is remembered is there after a reload', () => {
  const storage = fakeStorage()
  const [alice, bob = alice] = addresses
  createMemory(storage).change({ account: bob, chainId: 1, usedLinks: ['t'] })
  expect(createMemory(storage).get()).toMatchObject({ account: bob, chainId: 1, usedLinks: ['t'] })
})

test.each([
  ['nothing', undefined],
  ['no JSON', 'x'],
  ['another version', '{"version":2}'],
  ['an account of somebody else', `{"version":1,"account":"0x${'0'.repeat(40)}","chainId":1,"added":[]}`],
  ['a chain that is none', `{"version":1,"account":"${addresses[0]}","chainId":-1,"added":[]}`],
])('%s reads as a fresh wallet', (_, text) => {
  expect(createMemory(fakeStorage(text)).get()).toMatchObject({
    account: addresses[0],
    chainId: 31_337,
    added: [],
  })
})

test('a storage that is full or forbidden stops nobody', () => {
  const memory = createMemory({
    getItem: () => {
      throw new Error('forbidden')
    },
    setItem: () => {
      throw new Error('full')
    },
  })
  memory.change({ chainId: 1 })
  expect(memory.get().chainId).toBe(1)
})

test('an added network never takes the name of one that is built in', () => {
  const networks = networksWith([
    { chainId: 1, name: 'Not Ethereum', symbol: 'X', decimals: 18 },
    { chainId: 7, name: 'Seven', symbol: 'SVN', decimals: 18 },
  ])
  expect(networks.filter(({ chainId }) => chainId === 1)).toMatchObject([{ name: 'Ethereum' }])
  expect(networks.at(-1)).toMatchObject({ id: 'eip155:7', name: 'Seven' })
})
