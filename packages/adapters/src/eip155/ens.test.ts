/** Names of ENS, on the registry and the resolvers of a real local chain. */
import { createRpc } from '@latchkey/core'
import { createFakeClock } from '@latchkey/core/testing'
import { addresses, type Evm, localAccounts, startEvm } from '@latchkey/local'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensAddress } from './ens.js'

let evm: Evm
beforeAll(async () => {
  evm = await startEvm()
}, 60_000)
afterAll(() => evm.close())

const rpc = () => createRpc({ url: evm.url, clock: createFakeClock(), fetch })
const resolve = (name: string, chainId = 1) =>
  ensAddress({
    name,
    chainId,
    resolver: addresses.universalResolver,
    call: (method, params) => rpc().request({ method, params }),
  })
const [alice] = localAccounts().people

test('[D-19] a name has the address that its owner gave it, however it is written', async () => {
  expect(await resolve('alice.eth')).toBe(getAddress(alice?.address ?? ''))
  expect(await resolve('ALICE.eth')).toBe(getAddress(alice?.address ?? ''))
})

test('[D-19] on another network the address of Ethereum counts where there is no other', async () => {
  expect(await resolve('alice.eth', 10)).toBe(getAddress(alice?.address ?? ''))
})

test('[D-19] a name that nobody has, and letters that are none, lead to nobody', async () => {
  expect(await resolve('nobody-has-this.eth')).toBeUndefined()
  expect(await resolve('ali\u200bce\u202e.eth')).toBeUndefined()
  expect(await resolve('..')).toBeUndefined()
})

test('a node that does not answer is no answer', async () => {
  const call = () => Promise.reject(new Error('down'))
  await expect(ensAddress({ name: 'alice.eth', chainId: 1, call })).rejects.toThrow('down')
})
