import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { createMetrics } from '../metrics.js'
import { silentLog } from '../testing/log.js'
import { createApp } from './app.js'
import { acceptJson } from './body.js'
import { refuse } from './refusal.js'

let app: FastifyInstance
afterEach(() => app.close())

async function start(arrivalDeadline?: number): Promise<number> {
  app = createApp({
    log: silentLog,
    metrics: createMetrics(),
    trustedProxies: [],
    isDraining: () => false,
    ...(arrivalDeadline === undefined ? {} : { arrivalDeadline }),
  })
  acceptJson(app)
  app.post('/closed', { onRequest: async () => Promise.reject(refuse('origin')) }, () => 'never')
  app.post('/', () => 'ok')
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port // it listens on TCP
}

/** Sends a text and then, for as long as the server listens, a space every few milliseconds. */
function drip(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    let timer: NodeJS.Timeout | undefined
    // Only from here on: a space that went out before the text would itself be an unreadable request.
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text)
      timer = setInterval(() => socket.writable && socket.write(' '), 10)
    })
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      resolve(answer)
    })
  })
}

test.each([
  ['a body', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n'],
  ['a header', 'POST / HTTP/1.1\r\nhost: x\r\nx-slow:'],
])('%s that drips without end is cut off', async (_, text) => {
  expect(await drip(await start(300), text)).toMatch(/^HTTP\/1.1 408 /)
})

test('a refusal before a long body ends the connection', async () => {
  const port = await start()
  const answer = await drip(port, 'POST /closed HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1.1 403 /)
  expect(answer).toMatch(/^connection: close\r$/im)
})

test('a refusal of a request with a short body leaves the connection open', async () => {
  const port = await start()
  const answer = await fetch(`http://127.0.0.1:${port}/closed`, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(403)
  expect(answer.headers.get('connection')).toBe('keep-alive')
})

test('connections are bounded, and a request has 10 s for its headers and 15 s in all', async () => {
  await start()
  const { headersTimeout, requestTimeout, maxConnections } = app.server
  expect({ headersTimeout, requestTimeout, maxConnections }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    maxConnections: 4096,
  })
})
