import { expect, test } from 'vitest'
import { NetworkUnavailable, RpcError } from '../rpc/errors.js'
import { chainOf, isStateGone } from './chain.js'

const saying = (answer: unknown) => chainOf({ call: async () => answer }, 'eip155:1')

test.each([
  ['nothing', null],
  ['text', 'block'],
  ['a block without a hash', { number: '0x1', parentHash: `0x${'1'.repeat(64)}`, timestamp: '0x1' }],
  [
    'a number that is too large',
    {
      number: `0x${'f'.repeat(64)}`,
      hash: `0x${'1'.repeat(64)}`,
      parentHash: `0x${'1'.repeat(64)}`,
      timestamp: '0x1',
    },
  ],
])('a node that answers %s has not answered, and its words are not passed on', async (_, answer) => {
  const asked = saying(answer).newest()
  await expect(asked).rejects.toBeInstanceOf(NetworkUnavailable)
  await expect(asked).rejects.toThrow(/^No upstream of eip155:1 answers$/)
})

test('a block that is not there yet is no failure', async () => {
  expect(await saying(null).block(5)).toBeUndefined()
})

test.each([
  ['missing trie node 1234 (path ) state 0x12 is not available', true],
  ['required historical state unavailable (reexec=128)', true],
  ['historical state abc is not available', true],
  ['state has been pruned', true],
  ['execution reverted', false],
  ['rate limit exceeded', false],
  ['Received invalid block tag 5. Latest block number is 4', false],
])('"%s": the node has forgotten the block: %s', (message, isGone) => {
  expect(isStateGone(new RpcError({ code: -32_000, message, data: undefined }))).toBe(isGone)
})
