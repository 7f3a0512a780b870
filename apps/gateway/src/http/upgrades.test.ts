import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { failureBody } from '@latchkey/spec/endpoints'
import fastify, { type FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createRecordedLog } from '../testing/log.js'
import { refuse } from './refusal.js'
import { createUpgrades, type Upgrades } from './upgrades.js'

let app: FastifyInstance
let upgrades: Upgrades
let port: number
const recorded = createRecordedLog()
beforeEach(async () => {
  app = fastify()
  upgrades = createUpgrades(app, { log: recorded.log, trustedProxies: ['127.0.0.1'] })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port // it listens on TCP
})
afterEach(async () => {
  await upgrades.close()
  await app.close()
})

async function tryUpgrade(path: string): Promise<{ status: number; id: unknown; body: unknown }> {
  const headers = {
    connection: 'upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }
  const asked = request({ port, path, headers }).end()
  const [answer] = await once(asked, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
  return { status: answer.statusCode, id: answer.headers['x-request-id'], body }
}

test('a path that nobody serves, an address that is no path, and a handler that refuses answer in the one shape', async () => {
  upgrades.serve('/locked', () => {
    throw refuse('project')
  })
  for (const [path, status] of [
    ['/nowhere', 404],
    ['//', 400],
    ['/locked', 401],
  ] as const) {
    const answer = await tryUpgrade(path)
    expect(answer.status).toBe(status)
    expect(v.is(failureBody, answer.body)).toBe(true)
    expect(answer.id).toMatch(/^[0-9a-f-]{36}$/)
  }
})

test('whoever is refused and does not hang up is hung up on', async () => {
  const peer = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  peer.write('GET /nowhere HTTP/1.1\r\nHost: gateway\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n')
  const chunks: Buffer[] = []
  for await (const chunk of peer.iterator({ destroyOnReturn: false })) chunks.push(chunk)
  expect(Buffer.concat(chunks).toString()).toContain('404 Not Found')
  const connections = () => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))
  await expect.poll(connections).toBe(0)
  peer.destroy()
})

test('a handler that breaks answers 500 without details, which are in the log', async () => {
  upgrades.serve('/broken', () => {
    throw new Error('private detail')
  })
  const { status, body } = await tryUpgrade('/broken')
  expect(status).toBe(500)
  expect(JSON.stringify(body)).not.toContain('private')
  expect(recorded.text()).toContain('private detail')
})

test('a socket is served under its path, with its query and the address that a trusted proxy tells', async () => {
  const sockets = new WebSocketServer({ noServer: true })
  upgrades.serve('/talk', ({ request: asked, socket, head, url, ip }) => {
    sockets.handleUpgrade(asked, socket, head, (peer) => peer.send(`${url.searchParams.get('who')} ${ip}`))
  })
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const peer = new WebSocket(`ws://127.0.0.1:${port}/talk?who=me`, { headers })
  const [message] = await once(peer, 'message')
  expect(String(message)).toBe('me 203.0.113.9')
  const closed = once(peer, 'close')
  void upgrades.close()
  await closed
})

test('rooms say goodbye before their sockets are cut', async () => {
  const sockets = new WebSocketServer({ noServer: true })
  const goodbye = () => {
    for (const peer of sockets.clients) peer.close(1001, 'the gateway stops')
  }
  upgrades.serve(
    '/talk',
    ({ request: asked, socket, head }) => {
      sockets.handleUpgrade(asked, socket, head, (peer) => peer.send('hello'))
    },
    { goodbye },
  )
  const peer = new WebSocket(`ws://127.0.0.1:${port}/talk`)
  await once(peer, 'message')
  const closed = once(peer, 'close')
  void upgrades.close()
  const [code] = await closed
  expect(code).toBe(1001)
})
