import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { OutboundError } from './outbound.js'
import { createQuickOutbound } from './quickOutbound.js'
import { Stopper } from './stop.js'
import type { TurnBounds } from './turns.js'

async function serve(listener: RequestListener, bounds?: TurnBounds) {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const outbound = createQuickOutbound(bounds)
  onTestFinished(async () => {
    outbound.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo // it listens on a port
  const ask = (input: { body?: string; signal?: Stopper; maxBytes?: number; at?: string } = {}) => {
    const { body = '{}', signal = new Stopper(), maxBytes = 1000, at = `127.0.0.1:${port}/a?b=c` } = input
    const headers = { 'content-type': 'application/json' }
    return outbound.send({ url: `http://${at}`, method: 'POST', body, headers, signal, maxBytes })
  }
  return { ask, port }
}

const kindOf = (asking: Promise<unknown>) =>
  asking.then(
    () => 'answered',
    (cause: unknown) => (cause instanceof OutboundError ? cause.kind : cause),
  )

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

test('what is sent arrives, and the answer comes back with its status and its wish to be left alone', async () => {
  const { ask, port } = await serve(async (request, response) => {
    const { method, url, headers } = request
    const said = { method, url, type: headers['content-type'], by: headers.authorization }
    response.writeHead(429, { 'Retry-After': '7' }).end(JSON.stringify([await read(request), said]))
  })
  expect(await ask({ body: '{"ü":1}', at: `us%65r:p%40ss@127.0.0.1:${port}/a?b=c` })).toEqual({
    status: 429,
    retryAfter: '7',
    text: JSON.stringify([
      '{"ü":1}',
      { method: 'POST', url: '/a?b=c', type: 'application/json', by: `Basic ${btoa('user:p@ss')}` },
    ]),
  })
})

test('answers are bounded: announced, sent bit by bit, or unpacked', async () => {
  const bomb = gzipSync('x'.repeat(100_000))
  const { ask } = await serve(async (request, response) => {
    const how = await read(request)
    if (how === 'announced') response.setHeader('content-length', 2000)
    if (how === 'packed') response.setHeader('content-encoding', 'gzip').end(bomb)
    else response.write('x'.repeat(600), () => response.end('x'.repeat(1400)))
  })
  for (const body of ['announced', 'bit by bit', 'packed'])
    expect(await kindOf(ask({ body }))).toBe('too-large')
})

test('packed answers are unpacked; what is no text, or broken off, is none', async () => {
  const { ask } = await serve(async (request, response) => {
    const how = await read(request)
    if (how === 'packed') response.setHeader('content-encoding', 'gzip').end(gzipSync('{"a":"ö"}'))
    else if (how === 'bytes') response.end(Buffer.from([0xff, 0xfe]))
    else response.write('{"a', () => response.destroy())
  })
  expect((await ask({ body: 'packed' })).text).toBe('{"a":"ö"}')
  expect(await kindOf(ask({ body: 'bytes' }))).toBe('not-text')
  expect(await kindOf(ask({ body: 'cut' }))).toBe('unreachable')
})

test('a connection that is lost before anything was heard is made good once, and no more', async () => {
  let asked = 0
  const { ask } = await serve(async (request, response) => {
    asked += 1
    const isLost = (await read(request)) === 'always' || asked === 1
    if (isLost) request.socket.destroy()
    else response.end('{}')
  })
  expect((await ask()).text).toBe('{}')
  expect(asked).toBe(2)
  expect(await kindOf(ask({ body: 'always' }))).toBe('unreachable')
  expect(asked).toBe(4)
})

test('whoever leaves is answered at once, before and after the answer began, and nobody is asked for them again', async () => {
  let asked = 0
  const { ask } = await serve(async (request, response) => {
    asked += 1
    if ((await read(request)) === 'begun') response.write('{')
    stopper.abort('left')
  })
  let stopper = new Stopper()
  expect(await kindOf(ask({ signal: stopper, body: 'silent' }))).toBe('aborted')
  stopper = new Stopper()
  expect(await kindOf(ask({ signal: stopper, body: 'begun' }))).toBe('aborted')
  expect(await kindOf(ask({ signal: stopper }))).toBe('aborted')
  expect(asked).toBe(2)
})

test('where nobody listens, nobody is reached', async () => {
  const { ask } = await serve(() => {})
  expect(await kindOf(ask({ at: '127.0.0.1:1/' }))).toBe('unreachable')
})

test('so many are asked at once and so many wait; who leaves is not asked for, and the next is', async () => {
  const asked: string[] = []
  const held: (() => void)[] = []
  const { ask } = await serve(
    async (request, response) => {
      asked.push(await read(request))
      held.push(() => response.end('{}'))
    },
    { atOnce: 1, waiting: 2 },
  )
  const leaving = new Stopper()
  const first = ask({ body: 'first' })
  const second = kindOf(ask({ body: 'second', signal: leaving }))
  const third = ask({ body: 'third' })
  expect(await kindOf(ask({ body: 'fourth' }))).toBe('unreachable')
  leaving.abort('left')
  expect(await second).toBe('aborted')
  await expect.poll(() => held.length).toBe(1)
  held[0]?.()
  expect((await first).text).toBe('{}')
  await expect.poll(() => held.length).toBe(2)
  held[1]?.()
  expect((await third).text).toBe('{}')
  expect(asked).toEqual(['first', 'third'])
  // Every turn was given back, that of one who leaves before the answer too.
  const last = new Stopper()
  const silent = kindOf(ask({ body: 'silent', signal: last }))
  await expect.poll(() => held.length).toBe(3)
  last.abort('left')
  expect(await silent).toBe('aborted')
  const again = ask({ body: 'again' })
  await expect.poll(() => held.length).toBe(4)
  held[3]?.()
  expect((await again).text).toBe('{}')
})
