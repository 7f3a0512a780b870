/** Signatures that fit nobody: a real chain is asked, and says what arithmetic leaves open. */
import { concat, pad } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainOf } from '../chain/chain.js'
import { startTestChain, type TestChain } from '../testing/localChain.js'
import { signerKind } from './signatures.js'

let chain: TestChain
beforeAll(async () => {
  chain = await startTestChain({ seeded: false })
})
afterAll(() => chain.evm.close())

test('the zero address has signed nothing, although recovery of a broken signature gives it', async () => {
  const signature = concat([pad('0x01'), pad('0x00'), '0x1b'])
  const signed = { message: 'mine', signature, signer: `0x${'0'.repeat(40)}` } as const
  const networkId = 'eip155:31337'
  const context = { chain: chainOf(chain.rpc, networkId), networkId, onContract: async () => {} } as const
  const { signal } = new AbortController()
  expect(await signerKind(signed, { ...context, signal })).toBeUndefined()
})
