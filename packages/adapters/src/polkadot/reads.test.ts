/** Balances from a node, and addresses that people type. */
import { createFakeClock } from '@latchkey/core/testing'
import { asAddress } from '@latchkey/spec/caip'
import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { readAddress } from './readAddress.js'
import { getBalance, readFree } from './reads.js'
import { encodeSs58 } from './ss58.js'
import { createTestWorld, testNetwork } from './testWorld.js'

const alice = hexToBytes('d43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d')

/**
 * What a node answered whose runtime was `statemine` 900, an asset hub, once Alice had paid Bob and laid down a deposit:
 * the key, the entry, and what the network's own library made of it.
 */
const recorded = [
  {
    who: 'somebody with a deposit',
    address: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
    key: '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9de1e86a9a8c739864cf3cc5ec2bea59fd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d',
    entry:
      '0x04000000000000000100000000000000df6ef19ed87f030000000000000000008a8dd08e0100000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
    free: 984_993_286_418_143n,
  },
  {
    who: 'somebody who was paid',
    address: '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty',
    key: '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da94f9aea1afa791265fae359272badc1cf8eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a48',
    entry:
      '0x0000000000000000010000000000000000f0ab75a40d00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
    free: 15_000_000_000_000n,
  },
  {
    who: 'somebody the network has never heard of',
    address: '5FLSigC9HGRKVhB9FiEo4Y3koPsNmBmLJbpXg2mp1hXcS59Y',
    key: '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9b0edae20838083f2cde1c4080db8cf8090b5ab205c6974c9ea841be688864633dc9ca8a357843eeacf2314649965fe22',
    entry: null,
    free: 0n,
  },
] as const
const [{ entry, free }] = recorded

describe('a balance', () => {
  const signal = new AbortController().signal

  function node(result: unknown, served = true) {
    const asked: unknown[] = []
    const fetch = (async (_url: unknown, init?: { body?: unknown }) => {
      const request = JSON.parse(String(init?.body)) as { id: number }
      asked.push(request)
      return Response.json({ jsonrpc: '2.0', id: request.id, result })
    }) as typeof globalThis.fetch
    const network = testNetwork('polkadot', { rpcUrls: { default: { http: ['https://node.test'] } } })
    const isServed = async () => served
    const context = { clock: createFakeClock(), fetch, isServed, rpcUrls: () => network.rpcUrls.default.http }
    // The parts of a context that reads use.
    const read = (address: string = recorded[0].address) =>
      getBalance(context as never, { address: asAddress(address), network, signal })
    return { asked, read }
  }

  test.each(recorded)('of $who is what the network says it is', async (account) => {
    const { asked, read } = node(account.entry)
    await expect(read(account.address)).resolves.toEqual({ value: account.free, decimals: 10, symbol: 'DOT' })
    expect(asked).toMatchObject([{ method: 'state_getStorage', params: [account.key] }])
  })

  test('[D-14] is a whole number of the smallest unit, never a JavaScript number', () => {
    const most = `0x${'00'.repeat(16)}${'ff'.repeat(16)}${'00'.repeat(48)}`
    expect(readFree(most)).toBe(2n ** 128n - 1n)
  })

  test('[S7-01] [S8-02] is not asked for where the gateway does not serve the network', async () => {
    const { asked, read } = node(entry, false)
    await expect(read()).rejects.toThrow('Token Balance Unavailable')
    expect(asked).toEqual([])
  })

  test.each([['0x'], ['0x00'], [`${entry}00`], [7], [undefined], ['zz']])(
    '[D-13] in another form (%j) is not known, and not nothing',
    (form) => {
      expect(() => readFree(form)).toThrow('Token Balance Unavailable')
    },
  )
})

describe('a kit', () => {
  function create(testnet: boolean) {
    const asked: unknown[] = []
    const fetch = (async (_url: unknown, init?: { body?: unknown }) => {
      const request = JSON.parse(String(init?.body)) as { id: number }
      asked.push(request)
      return Response.json({ jsonrpc: '2.0', id: request.id, result: entry })
    }) as typeof globalThis.fetch
    const world = createTestWorld({ fetch, networks: [testNetwork('polkadot', { testnet })] })
    return world.then((made) => ({ ...made, asked }))
  }

  test('[S5-20] shows the balance of the account where it can be read', async () => {
    const { kit } = await create(false)
    await kit.connect({ connectorId: 'lab' })
    await expect(kit.getBalance()).resolves.toMatchObject({ value: free, symbol: 'DOT' })
    kit.destroy()
  })

  test('[S5-20] asks nobody on a test network', async () => {
    const { kit, asked } = await create(true)
    await kit.connect({ connectorId: 'lab' })
    await expect(kit.getBalance()).resolves.toMatchObject({ formatted: '0.00' })
    expect(asked).toEqual([])
    kit.destroy()
  })
})

describe('an address that somebody typed', () => {
  const context = { context: { networks: [testNetwork('polkadot')] }, prefixes: {} } as never // the parts that are read

  test('is one of a network of the page, or written for any', async () => {
    for (const prefix of [0, 42]) {
      const text = encodeSs58(alice, prefix)
      await expect(readAddress(context, ` ${text}\n`)).resolves.toBe(text)
    }
  })

  test('[D-15] of another network, with a wrong letter, or of another namespace is refused', async () => {
    const address = encodeSs58(alice, 0)
    const wrong = `${address.slice(0, -1)}x`
    await expect(readAddress(context, encodeSs58(alice, 2))).rejects.toMatchObject({
      code: 'address.invalid',
    })
    await expect(readAddress(context, wrong)).rejects.toMatchObject({ code: 'address.checksum' })
    await expect(readAddress(context, `0x${'a'.repeat(40)}`)).rejects.toMatchObject({
      code: 'address.invalid',
    })
  })
})
