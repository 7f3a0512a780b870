/** Balances from a node, and addresses that people type. */
import { createFakeClock } from '@latchkey/core/testing'
import { asAddress } from '@latchkey/spec/caip'
import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { readAddress } from './readAddress.js'
import { accountKey, getBalance, readFree } from './reads.js'
import { encodeSs58 } from './ss58.js'
import { createTestWorld, testNetwork } from './testWorld.js'

const alice = hexToBytes('d43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d')

/** As a development chain stores Alice: 4 counters, then free 1 153 187 920 302 880 880 640, nothing reserved. */
const entry =
  '0x0000000000000000010000000000000080c3901e0b00b3be3e000000000000000000000000000000000000000000000000000000000000000000000000000000' +
  '00000000000000000000000000000080'

describe('a balance', () => {
  const signal = new AbortController().signal
  const address = asAddress(encodeSs58(alice, 0))

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
    return { asked, read: () => getBalance(context as never, { address, network, signal }) }
  }

  test('is asked for by the key of the account’s entry', async () => {
    const { asked, read } = node(entry)
    await expect(read()).resolves.toMatchObject({ decimals: 10, symbol: 'DOT' })
    // The key that every node of this family has for Alice.
    const key =
      '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9de1e86a9a8c739864cf3cc5ec2bea59fd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d'
    expect(accountKey(alice)).toBe(key)
    expect(asked).toMatchObject([{ method: 'state_getStorage', params: [key] }])
  })

  test('[D-14] is a whole number of the smallest unit, never a JavaScript number', () => {
    expect(readFree(entry)).toBe(0x3ebeb3000b1e90c380n)
    const most = `0x${'00'.repeat(16)}${'ff'.repeat(16)}${'00'.repeat(48)}`
    expect(readFree(most)).toBe(2n ** 128n - 1n)
  })

  test('[S7-01] [S8-02] is not asked for where the gateway does not serve the network', async () => {
    const { asked, read } = node(entry, false)
    await expect(read()).rejects.toThrow('Token Balance Unavailable')
    expect(asked).toEqual([])
  })

  test('of an account without an entry is nothing', async () => {
    await expect(node(null).read()).resolves.toMatchObject({ value: 0n })
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
    await expect(kit.getBalance()).resolves.toMatchObject({ value: 0x3ebeb3000b1e90c380n, symbol: 'DOT' })
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
