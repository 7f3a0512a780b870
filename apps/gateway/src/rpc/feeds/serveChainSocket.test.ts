/** How many sockets one address may keep open. */
import { once } from 'node:events'
import { networkId } from '@latchkey/local'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestGateway } from '../../testing/startTestGateway.js'

test('one address keeps 128 sockets open, and another when one of them has closed', async () => {
  // Nobody follows anything here, so the upstream is never dialled.
  const gateway = await startTestGateway({
    LATCHKEY_UPSTREAMS: JSON.stringify({ [networkId]: ['http://127.0.0.1:9', 'ws://127.0.0.1:9'] }),
    LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
    LATCHKEY_RATE_LIMIT: '0',
  })
  onTestFinished(() => gateway.stop())
  const open = (from: string) =>
    new Promise<WebSocket | number | undefined>((resolve) => {
      const url = `ws://127.0.0.1:${gateway.apiPort}/v1?chainId=${networkId}`
      const socket = new WebSocket(url, { headers: { 'x-forwarded-for': from } })
      socket.once('open', () => resolve(socket))
      socket.once('unexpected-response', (_, { statusCode }) => resolve(statusCode))
      socket.on('error', () => {})
      onTestFinished(() => socket.terminate())
    })
  const held = await Promise.all(Array.from({ length: 128 }, () => open('203.0.113.1')))
  expect(held.filter((each) => !(each instanceof WebSocket))).toEqual([])
  expect(await open('203.0.113.1')).toBe(429)
  expect(await open('203.0.113.2')).toBeInstanceOf(WebSocket)
  const [first] = held
  if (!(first instanceof WebSocket)) throw new Error('it is open')
  const closed = once(first, 'close')
  first.close()
  await closed
  await expect.poll(() => open('203.0.113.1')).toBeInstanceOf(WebSocket)
})
