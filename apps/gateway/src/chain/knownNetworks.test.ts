import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { knownNetworks } from './knownNetworks.js'
import { createNetworks } from './networks.js'

const networks = createNetworks(new Map())
const markets = ['eip155:1', 'eip155:10', 'eip155:56', 'eip155:137', 'eip155:8453', 'eip155:42161'] as const

test('every address that is known carries its checksum', () => {
  const addresses = JSON.stringify(knownNetworks).match(/0x[0-9a-fA-F]{40}/g) ?? []
  expect(addresses.length).toBeGreaterThan(50)
  for (const address of addresses) expect(address).toBe(getAddress(address.toLowerCase()))
})

test.each(markets)('[D-42] on %s coins have prices and swaps have quotes without anybody’s key', (id) => {
  const { wrapped, dollars, feeds, exchanges } = networks(id)
  expect(wrapped).toBeDefined()
  expect(dollars.length).toBeGreaterThan(0)
  expect(feeds.some(({ base }) => base === 'native')).toBe(true)
  const ranges = exchanges.filter((exchange) => exchange.kind === 'concentrated')
  expect(ranges.map(({ fees }) => fees)).toEqual([[100, 500, 3_000, 10_000]])
  // Three contracts of three addresses: a quoter in the place of a router would be approved.
  for (const { factory, quoter, router } of ranges) expect(new Set([factory, quoter, router]).size).toBe(3)
})
