import { expect, test } from 'vitest'
import { noFacts, parseWorldFacts } from './worldFacts.js'

const address = '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test('names and tokens are found by address in lower case', () => {
  const facts = parseWorldFacts({
    version: 1,
    urls: { playground: 'http://localhost:3000', phone: 'http://localhost:3003' },
    networks: {
      'eip155:31337': { name: 'Local', tokens: [{ address, symbol: 'USDC', decimals: 6, kind: 'permit' }] },
    },
    accounts: {
      mnemonic: 'test',
      addresses: [{ address, name: 'alice.eth' }, { address: `0x${'1'.repeat(40)}` }],
    },
  })
  expect(facts).toEqual({
    playground: 'http://localhost:3000',
    names: { [address.toLowerCase()]: 'alice.eth' },
    tokens: { 'eip155:31337': { [address.toLowerCase()]: { symbol: 'USDC', decimals: 6 } } },
  })
})

test.each([
  ['nothing', null],
  ['a link to somewhere else', { urls: { playground: 'https://evil.example' }, networks: {} }],
  ['decimals that overflow', { networks: { x: { tokens: [{ address, symbol: 'X', decimals: 1e9 }] } } }],
])('%s reads as no facts', (_, json) => {
  expect(parseWorldFacts(json)).toEqual(noFacts)
})
