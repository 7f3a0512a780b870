import { expect, test } from 'vitest'
import { searchTokens } from './searchTokens.js'

const address = '0x0162c4eb1539e0123DA26D8a6747f3dEB2e01fE2'
const tokens = [
  { id: '1', symbol: 'WETH', name: 'Wrapped Ether' },
  { id: '2', symbol: 'ETHX', name: 'Extra' },
  { id: '3', symbol: 'ETH', name: 'Ether' },
  { id: '4', symbol: 'USDC', name: 'USD Coin', address },
]
const found = (search: string) => searchTokens(tokens, search).map(({ symbol }) => symbol)

test('the nearest comes first: the symbol itself, its start, the start of a name, a part of either', () => {
  expect(found('eth')).toEqual(['ETH', 'ETHX', 'WETH'])
  expect(found(' Ether ')).toEqual(['ETH', 'WETH'])
  expect(found('')).toEqual(['WETH', 'ETHX', 'ETH', 'USDC'])
  expect(found('nothing')).toEqual([])
})

test('[D-15] an address finds its token only when it is whole', () => {
  expect(found(address.toLowerCase())).toEqual(['USDC'])
  expect(found(address.slice(0, 10))).toEqual([])
})
