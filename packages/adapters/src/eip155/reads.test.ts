/** Reads survive nodes that are down, ask the best first, and leave nothing behind. */
import { createFakeClock } from '@latchkey/core/testing'
import { asAddress } from '@latchkey/spec/caip'
import { limits } from '@latchkey/spec/limits'
import { expect, test, vi } from 'vitest'
import { createReads } from './reads.js'
import { testNetwork } from './testWorld.js'

const address = asAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
const { signal } = new AbortController()

function create(
  urls: readonly string[],
  answer: (url: string, method: string) => unknown,
  gatewayUrl?: string,
) {
  const clock = createFakeClock()
  const asked: string[] = []
  const fetch = vi.fn(async (url: string, init: { body: string }) => {
    const requests = [JSON.parse(init.body)].flat() as { id: number; method: string }[]
    const results = requests.map(({ id, method }) => {
      asked.push(`${url} ${method}`)
      const result = answer(url, method)
      return result instanceof Error ? result : { jsonrpc: '2.0', id, result }
    })
    const failed = results.find((result) => result instanceof Error)
    if (failed) throw failed
    return new Response(JSON.stringify(results.length === 1 ? results[0] : results))
  })
  const network = testNetwork(1)
  const reads = createReads({
    options: { ...(gatewayUrl ? { gatewayUrl } : {}) },
    networks: [network],
    clock,
    fetch,
    rpcUrls: () => urls,
  } as never) // what reads need of a context
  const balance = () => reads.getBalance({ address, network, signal })
  return { reads, clock, asked, balance }
}

const one = 'https://one.test'
const two = 'https://two.test'
const down = new TypeError('down')

test('[S4-19] the next node is asked when one is down', async () => {
  const { balance, asked, reads } = create([one, two], (url) => (url === one ? down : '0x10'), '/gateway')
  await expect(balance()).resolves.toMatchObject({ value: 16n, symbol: 'ETH' })
  expect(asked).toEqual([`${one} eth_getBalance`, `${two} eth_getBalance`])
  reads.stop()
})

test('[S9-09] nodes are measured, the better one is asked first, and stopping leaves no timer', async () => {
  const { balance, asked, reads, clock } = create([one, two], (url) => (url === one ? down : '0x1'))
  await balance()
  await clock.advanceAsync(limits.rankInterval)
  asked.length = 0
  await balance()
  expect(asked.filter((each) => each.endsWith('eth_getBalance'))).toEqual([`${two} eth_getBalance`])
  reads.stop()
  expect(clock.pending).toBe(0)
})

test('[S9-09] with a gateway, no other node hears of the page unless the gateway is down', async () => {
  const { balance, asked, clock } = create([one, two], () => '0x1', '/gateway')
  await balance()
  await clock.advanceAsync(limits.rankInterval * 3)
  expect(asked).toEqual([`${one} eth_getBalance`])
  expect(clock.pending).toBe(0)
})

test('[D-13] an answer that is no number is a failure, not an empty balance', async () => {
  const { balance, reads } = create([one], () => null)
  await expect(balance()).rejects.toMatchObject({ code: 'rpc.failed' })
  reads.stop()
})
