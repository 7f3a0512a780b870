/** The zone of a gateway on the chain: its names are asked of the gateway, and only of it. */
import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localAccounts } from './accounts.js'
import { localChain } from './localChain.js'
import { type Evm, startEvm } from './startEvm.js'

let evm: Evm
const url = 'http://gateway.example/v1/ccip/{sender}/{data}.json'
beforeAll(async () => {
  evm = await startEvm({ zone: { name: 'latch.id', url, signer: localAccounts().names.address } })
})
afterAll(() => evm.close())

test('[D-20] a name of the zone sends its askers to the gateway, and other names stay where they are', async () => {
  const asked: string[] = []
  const client = createPublicClient({
    chain: localChain(evm.url),
    transport: http(evm.url, { retryCount: 0 }),
    ccipRead: {
      async request({ urls }) {
        asked.push(...urls)
        throw new Error('away')
      },
    },
  })
  await client.getEnsAddress({ name: 'anyone.latch.id' }).catch(() => {})
  expect(asked).toEqual([url])
  const [alice] = localAccounts().people
  expect(await client.getEnsAddress({ name: 'alice.eth' })).toBe(alice?.address)
  expect(asked).toHaveLength(1)
})

test('what is no zone is told before anything is sent', async () => {
  const wrong = { name: 'id', url, signer: localAccounts().names.address }
  await expect(startEvm({ zone: wrong })).rejects.toThrow('id is no zone of two labels')
})
