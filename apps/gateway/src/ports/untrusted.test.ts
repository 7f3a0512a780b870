import { EventEmitter, once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createFakeClock } from '../testing/fakeClock.js'
import { systemClock } from './clock.js'
import { createUntrusted, type UntrustedInput } from './untrusted.js'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server on this machine; its host is what an operator would have to trust by name. */
async function serve(listener: RequestListener): Promise<{ host: string; port: number }> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  return { host: `127.0.0.1:${port}`, port }
}

const client = (input: Partial<UntrustedInput> = {}) => createUntrusted({ clock: systemClock, ...input })
const refused = { name: 'OutboundError', kind: 'refused' }

test.each([
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://169.254.169.254/latest/meta-data',
  'https://10.0.0.1/',
  'https://user:password@8.8.8.8/',
  'https://8.8.8.8:8443/',
  'http://8.8.8.8/',
  'file:///etc/passwd',
  'ftp://8.8.8.8/',
  'not a url',
])('[A-56] %s is refused before anything is sent', async (url) => {
  await expect(client().fetch({ url })).rejects.toMatchObject(refused)
})

test('[A-56] a name with one private address among public ones is refused', async () => {
  const lookup = async () => [
    { address: '8.8.8.8', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ]
  await expect(client({ lookup }).fetch({ url: 'https://rebind.example/' })).rejects.toMatchObject(refused)
})

test('[A-56] the name is resolved once: a second answer is never asked for', async () => {
  const { host, port } = await serve((request, response) => response.end(request.headers.host))
  let questions = 0
  const lookup = async () => {
    questions++
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const name = `one.example:${port}`
  const answer = await client({ lookup, trustedHosts: [name] }).fetch({ url: `http://${name}/` })
  expect(answer.bytes.toString()).toBe(name)
  expect(questions).toBe(1)
  expect(host).toContain(String(port))
})

test('this machine is reached in local mode only', async () => {
  const { host } = await serve((_, response) => response.end('hello'))
  await expect(client().fetch({ url: `http://${host}/` })).rejects.toMatchObject(refused)
  const { bytes } = await client({ isLocal: true }).fetch({ url: `http://${host}/` })
  expect(bytes.toString()).toBe('hello')
  await expect(client({ isLocal: true }).fetch({ url: 'http://10.0.0.1/' })).rejects.toMatchObject(refused)
})

test('a redirect to a private address is refused, from wherever it comes', async () => {
  const hidden = await serve((_, response) => response.end('secret'))
  const { host } = await serve((_, response) =>
    response.writeHead(302, { location: `http://${hidden.host}/` }).end(),
  )
  const untrusted = client({ trustedHosts: [host] })
  await expect(untrusted.fetch({ url: `http://${host}/` })).rejects.toMatchObject(refused)
})

test('three redirects are followed and a fourth is not', async () => {
  const { host } = await serve(({ url = '/0' }, response) => {
    const hop = Number(url.slice(1))
    if (hop === 0) return response.end('there')
    return response.writeHead(301, { location: `/${hop - 1}` }).end()
  })
  const untrusted = client({ trustedHosts: [host] })
  expect((await untrusted.fetch({ url: `http://${host}/3` })).bytes.toString()).toBe('there')
  await expect(untrusted.fetch({ url: `http://${host}/4` })).rejects.toMatchObject(refused)
})

test('a body is not sent on to where a redirect points', async () => {
  const { host } = await serve((_, response) => response.writeHead(307, { location: '/x' }).end())
  const request = { url: `http://${host}/`, method: 'POST', body: '{}' } as const
  await expect(client({ trustedHosts: [host] }).fetch(request)).rejects.toMatchObject(refused)
})

test.each([
  ['announced', { 'content-length': '3000000' }],
  ['not announced', {}],
])('an answer that is too large, %s, is given up', async (_, headers) => {
  const { host } = await serve((__, response) => {
    response.writeHead(200, headers)
    response.end(Buffer.alloc(3_000_000))
  })
  const untrusted = client({ trustedHosts: [host] })
  const fetching = untrusted.fetch({ url: `http://${host}/` })
  await expect(fetching).rejects.toMatchObject({ kind: 'too-large' })
})

test('a compressed answer is given up, since nobody asked for one', async () => {
  const { host } = await serve((_, response) => response.setHeader('content-encoding', 'gzip').end('x'))
  const fetching = client({ trustedHosts: [host] }).fetch({ url: `http://${host}/` })
  await expect(fetching).rejects.toMatchObject({ kind: 'not-text' })
})

test('only the wanted content types are read', async () => {
  const { host } = await serve((_, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end('<b>'),
  )
  const untrusted = client({ trustedHosts: [host] })
  const wrong = untrusted.fetch({ url: `http://${host}/`, types: ['image/'] })
  await expect(wrong).rejects.toMatchObject({ kind: 'unwanted-type' })
  const right = await untrusted.fetch({ url: `http://${host}/`, types: ['text/html'] })
  expect(right).toMatchObject({ status: 200, contentType: 'text/html' })
})

test('an answer that drips is given up after 5 s, and the connection is closed', async () => {
  const clock = createFakeClock()
  const events = new EventEmitter()
  const asked = once(events, 'asked')
  const closed = once(events, 'closed')
  const { host } = await serve((_, response) => {
    response.write('drip')
    response.once('close', () => events.emit('closed'))
    events.emit('asked')
  })
  const fetching = client({ clock, trustedHosts: [host] }).fetch({ url: `http://${host}/` })
  const outcome = expect(fetching).rejects.toMatchObject({ kind: 'aborted' })
  await asked
  await clock.advance(5_000)
  await outcome
  await closed
})
