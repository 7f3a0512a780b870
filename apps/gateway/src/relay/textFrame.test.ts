import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { textFrame } from './textFrame.js'

const server = createServer()
const sockets = new WebSocketServer({ noServer: true })
let say: (content: string) => void
let client: WebSocket
beforeAll(async () => {
  server.on('upgrade', (request, wire, head) =>
    sockets.handleUpgrade(request, wire, head, (socket) => {
      // One frame of its own, to show that they go together.
      socket.send('hello')
      say = (content) => wire.write(textFrame(content))
    }),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // it listens on TCP
  client = new WebSocket(`ws://127.0.0.1:${port}`)
  expect(await next()).toBe('hello')
})
afterAll(() => {
  client.terminate()
  server.close()
})

async function next(): Promise<string> {
  const [data] = (await once(client, 'message')) as [Buffer] // one buffer per message
  return data.toString()
}

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 1_100_000])('a text of %i bytes arrives', async (length) => {
  const content = 'x'.repeat(length)
  say(content)
  expect(await next()).toBe(content)
})

test('characters of several bytes are counted as bytes', async () => {
  const content = `${'€'.repeat(42)}𝄞`
  say(content)
  expect(await next()).toBe(content)
})
