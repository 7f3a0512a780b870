/** The static server: headers, what it never serves, and the gateway behind its own path. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { type SiteServer, serveSite } from './serveSite.js'

const script = `export const text = '${'latch '.repeat(1000)}'\n`
let folder: string
let gateway: Server
let sockets: WebSocketServer
let site: SiteServer
let url: string
/** The paths that reached the gateway. */
const asked: (string | undefined)[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-site-'))
  const root = join(folder, 'dist')
  mkdirSync(join(root, 'assets'), { recursive: true })
  mkdirSync(join(root, 'guide'))
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(join(root, 'index.html'), '<!doctype html>home')
  writeFileSync(join(root, 'guide/index.html'), '<!doctype html>guide')
  writeFileSync(join(root, 'guide/start.html'), '<!doctype html>start')
  writeFileSync(join(root, 'assets/main-BzR3dk_9.js'), script)
  writeFileSync(join(root, 'plain.js'), script)
  writeFileSync(join(root, 'icon.svg'), '<svg/>')
  writeFileSync(join(root, '.env'), 'secret')
  symlinkSync(join(folder, 'secret.txt'), join(root, 'link.txt'))

  gateway = createServer((incoming, response) => {
    asked.push(incoming.url)
    let body = ''
    incoming.on('data', (chunk) => (body += chunk))
    incoming.on('end', () => {
      if (incoming.url === '/cut') {
        response.writeHead(200, { 'content-length': 100 }).write('half')
        return setTimeout(() => response.destroy(), 10)
      }
      response.writeHead(207, {
        'content-type': 'application/json',
        'x-request-id': '42',
        connection: 'x-hop',
        'x-hop': '1',
      })
      return response.end(
        JSON.stringify({ method: incoming.method, url: incoming.url, body, headers: incoming.headers }),
      )
    })
  })
  sockets = new WebSocketServer({ server: gateway, path: '/relay', handleProtocols: () => 'irn' })
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(`echo ${data}`)))
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  site = await serveSite({
    folder: root,
    port: 0,
    gatewayPort: (gateway.address() as AddressInfo).port,
    walletOrigin: 'http://localhost:3002',
    extra: { '/local.json': () => Buffer.from('{"version":1}') },
    aliases: { '/wc': '/' },
  })
  url = `http://127.0.0.1:${site.port}`
})
afterAll(async () => {
  await site.close()
  for (const socket of sockets.clients) socket.terminate()
  gateway.closeAllConnections()
  await new Promise((resolve) => gateway.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

/** As it is, without the tidying that fetch does to paths and encodings. */
function raw(path: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  return new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
    (resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port: site.port, path, ...options }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
        )
      })
      asked.on('error', reject)
      asked.end()
    },
  )
}

/** Sends bytes as they are and hears what comes until the server hangs up. */
const packet = (text: string) =>
  new Promise<string>((resolve, reject) => {
    let heard = ''
    const socket = connect(site.port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => (heard += chunk))
    socket.once('close', () => resolve(heard)).once('error', reject)
  })

describe('files', () => {
  test('[D-22] every answer of the site carries a policy of its own origin and nothing inline', async () => {
    for (const path of ['/', '/plain.js', '/nothing', '/local.json']) {
      const { headers } = await raw(path)
      const policy = String(headers['content-security-policy'])
      expect(policy).toMatch(/^default-src 'self';/)
      expect(policy).toContain('frame-src http://localhost:3002;')
      expect(policy).toMatch(/; require-trusted-types-for 'script'; trusted-types 'none'$/)
      expect(policy).not.toMatch(/unsafe|data:|blob:|\*|https?:\/\/(?!localhost:3002)/)
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })

  test.each([
    ['/', 'text/html; charset=utf-8', 'home'],
    ['/guide/', 'text/html; charset=utf-8', 'guide'],
    ['/wc?uri=wc%3A1', 'text/html; charset=utf-8', 'home'],
    ['/guide/start', 'text/html; charset=utf-8', 'start'],
    ['/guide/start.html?x=1', 'text/html; charset=utf-8', 'start'],
    ['/icon.svg', 'image/svg+xml', '<svg/>'],
    ['/plain.js', 'text/javascript; charset=utf-8', 'export'],
    ['/local.json', 'application/json; charset=utf-8', '"version":1'],
  ])('%s is served as %s', async (path, type, content) => {
    const { status, headers, body } = await raw(path)
    expect([status, headers['content-type']]).toEqual([200, type])
    expect(body.toString()).toContain(content)
  })

  test('a folder without its slash leads to the one with it', async () => {
    const { status, headers } = await raw('/guide')
    expect([status, headers.location]).toEqual([308, '/guide/'])
  })

  test('a name with a hash is kept for ever, any other is asked for again', async () => {
    expect((await raw('/assets/main-BzR3dk_9.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    )
    const { headers } = await raw('/plain.js')
    expect(headers['cache-control']).toBe('no-cache')
    const again = await raw('/plain.js', { headers: { 'if-none-match': String(headers.etag) } })
    expect([again.status, again.body.length]).toEqual([304, 0])
    expect((await raw('/plain.js', { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ])('asked with %s, text comes as %s', async (accept, encoding, open) => {
    const { headers, body } = await raw('/plain.js', { headers: { 'accept-encoding': accept } })
    expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'accept-encoding'])
    expect(Number(headers['content-length'])).toBe(body.length)
    expect(body.length).toBeLessThan(script.length / 4)
    expect(open(body).toString()).toBe(script)
  })

  test('without a word about encodings, and for small files, it comes as it is', async () => {
    expect((await raw('/plain.js')).headers['content-encoding']).toBeUndefined()
    expect(
      (await raw('/icon.svg', { headers: { 'accept-encoding': 'br' } })).headers['content-encoding'],
    ).toBeUndefined()
  })

  test('HEAD has the headers of GET and no body', async () => {
    const [head, get] = [await raw('/plain.js', { method: 'HEAD' }), await raw('/plain.js')]
    const { date: _, ...headers } = head.headers
    expect(get.headers).toMatchObject(headers)
    expect([head.status, head.body.length]).toEqual([200, 0])
  })

  test('any other method is refused, on any path of the site', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await raw('/', { method })
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
    }
  })

  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/../../secret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/..\\secret.txt',
    '/%5c..%5csecret.txt',
    '/link.txt',
    '/.env',
    '/%00',
    '/%',
    '//evil.example/guide',
    '/constructor',
    '/__proto__',
  ])('%s is never served', async (path) => {
    const { status, headers, body } = await raw(path)
    expect([400, 404]).toContain(status)
    expect(body.toString()).not.toContain('secret')
    expect(headers.location).toBeUndefined()
  })
})

describe('the gateway behind its path', () => {
  const body = async (path: string, init: RequestInit = {}) =>
    (await fetch(url + path, init)).json() as Promise<{
      method: string
      url: string
      body: string
      headers: Record<string, string>
    }> // the fake's own words

  test('gets the request without the prefix, with its body, and who asked', async () => {
    const told = await body('/gateway/v1?chainId=eip155:31337', {
      method: 'POST',
      body: '{"id":1}',
      headers: { 'x-project-id': 'p' },
    })
    expect(told).toMatchObject({ method: 'POST', url: '/v1?chainId=eip155:31337', body: '{"id":1}' })
    expect(told.headers).toMatchObject({
      'x-project-id': 'p',
      'x-forwarded-host': `127.0.0.1:${site.port}`,
      'x-forwarded-for': '127.0.0.1',
    })
  })

  test.each([
    ['/gateway', '/'],
    ['/gateway/', '/'],
    ['/gateway?a=1', '/?a=1'],
    ['/gateway/a%2Fb', '/a%2Fb'],
  ])('%s is %s there', async (path, expected) => expect((await body(path)).url).toBe(expected))

  test.each([
    '/metrics',
    '/readyz',
    '/healthz',
    '/metrics/',
    '/metrics?a=1',
    '//metrics',
    '/./metrics',
    '/v1/../readyz',
    '/%6detrics',
    '/%2e/healthz',
    '/\\metrics',
  ])('%s is for operators and is not passed on', async (path) => {
    const before = asked.length
    expect((await raw(`/gateway${path}`)).status).toBe(404)
    expect(asked.slice(before)).toEqual([])
  })

  test('a path that only begins like one of operators is passed on', async () => {
    expect((await body('/gateway/metricsx')).url).toBe('/metricsx')
    expect((await body('/gateway/v1/metrics')).url).toBe('/v1/metrics')
  })

  test('a path that only begins like the prefix stays here', async () => {
    expect((await fetch(`${url}/gatewayed`)).status).toBe(404)
  })

  test('its status and headers come back as they are, without those of one connection', async () => {
    const { status, headers } = await raw('/gateway/x')
    expect([status, headers['x-request-id'], headers['x-hop']]).toEqual([207, '42', undefined])
    expect(headers['content-security-policy']).toBeUndefined()
  })

  const inner = 'GET /smuggled HTTP/1.1\r\nhost: x\r\n\r\n'
  const chunk = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`

  test.each(['GET', 'HEAD', 'DELETE', 'OPTIONS'])(
    'a request hidden in the body of a %s reaches nobody',
    async (method) => {
      const before = asked.length
      const head = `${method} /gateway/outer HTTP/1.1\r\nhost: localhost\r\n`
      const answers = await Promise.all([
        packet(`${head}transfer-encoding: chunked\r\n\r\n${chunk}`),
        packet(`${head}connection: content-length\r\ncontent-length: ${inner.length}\r\n\r\n${inner}`),
      ])
      for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      const others = await Promise.all(['/mine/1', '/mine/2'].map((path) => body(`/gateway${path}`)))
      expect(others.map(({ url }) => url)).toEqual(['/mine/1', '/mine/2'])
      expect(asked.slice(before).sort()).toEqual(['/mine/1', '/mine/2'])
    },
  )

  test('a body whose length the connection calls its own still ends where it ends', async () => {
    const before = asked.length
    const head = 'POST /gateway/outer HTTP/1.1\r\nhost: localhost\r\n'
    const hidden = `connection: close, content-length\r\ncontent-length: ${inner.length}\r\n\r\n${inner}`
    expect(await packet(head + hidden)).toContain(`"content-length":"${inner.length}"`)
    expect(asked.slice(before)).toEqual(['/outer'])
  })

  const upgrading = (path: string, host = 'host: localhost\r\n') =>
    `GET ${path} HTTP/1.1\r\n${host}connection: Upgrade\r\nupgrade: websocket\r\n\r\n`

  test('a name that was made to lead here gets neither pages nor the gateway', async () => {
    const headers = { host: `evil.example:${site.port}` }
    for (const path of ['/', '/local.json', '/gateway/v1'])
      expect((await raw(path, { headers })).status).toBe(421)
    expect(await packet(upgrading('/gateway/relay', 'host: evil.example\r\n'))).toMatch(/^HTTP\/1\.1 421 /)
    for (const host of ['localhost', `[::1]:${site.port}`])
      expect((await raw('/', { headers: { host } })).status).toBe(200)
  })

  test('an upgrade that names no host is answered and ends nothing', async () => {
    expect(await packet(upgrading('/gateway/relay', ''))).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect((await raw('/')).status).toBe(200)
  })

  test.each(['/elsewhere', '/gateway/v1', '/gateway/relay'])(
    'an upgrade of %s that is reset at once ends nothing',
    async (path) => {
      const uncaught: unknown[] = []
      const hear = (error: unknown) => uncaught.push(error)
      process.on('uncaughtExceptionMonitor', hear)
      for (let round = 0; round < 20; round++)
        await new Promise<void>((resolve) => {
          const socket = connect(site.port, '127.0.0.1', () =>
            socket.write(upgrading(path), () => {
              socket.resetAndDestroy()
              resolve()
            }),
          )
        })
      // Connections are taken in order, so these answers come after all of the resets.
      expect((await raw('/')).status).toBe(200)
      expect((await raw('/gateway/x')).status).toBe(207)
      process.off('uncaughtExceptionMonitor', hear)
      expect(uncaught).toEqual([])
    },
  )

  test('an answer that breaks off breaks off here too', async () => {
    const response = await fetch(`${url}/gateway/cut`)
    await expect(response.text()).rejects.toThrow()
  })

  test('a WebSocket goes through, with its protocol, both ways', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${site.port}/gateway/relay`, 'irn')
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    expect(socket.protocol).toBe('irn')
    const answer = new Promise((resolve) => socket.once('message', (data) => resolve(data.toString())))
    socket.send('hello')
    expect(await answer).toBe('echo hello')
    const [near] = sockets.clients
    const gone = new Promise((resolve) => near?.once('close', resolve))
    socket.terminate()
    await gone
  })

  test('a WebSocket that the gateway refuses, or nobody serves, is refused here', async () => {
    const refusal = (path: string) =>
      new Promise<number | undefined>((resolve) => {
        const socket = new WebSocket(`ws://127.0.0.1:${site.port}${path}`)
        socket.once('unexpected-response', (_, response) => resolve(response.statusCode))
        socket.on('error', () => {})
      })
    expect(await refusal('/gateway/elsewhere')).toBe(400)
    expect(await refusal('/relay')).toBe(404)
  })

  test('a gateway that is down is a 502 in its own manner, for requests and sockets', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port: gatewayPort } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const lonely = await serveSite({ folder: join(folder, 'dist'), port: 0, gatewayPort })
    const response = await fetch(`http://127.0.0.1:${lonely.port}/gateway/v1`)
    expect([response.status, await response.json()]).toMatchObject([
      502,
      { status: 'FAILED', reasons: [{ field: 'gateway' }] },
    ])
    const status = await new Promise((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${lonely.port}/gateway/relay`)
      socket.once('unexpected-response', (_, answer) => resolve(answer.statusCode))
      socket.on('error', () => {})
    })
    expect(status).toBe(502)
    await lonely.close()
  })
})

test('closing ends open connections', async () => {
  const other = await serveSite({ folder: join(folder, 'dist'), port: 0 })
  const socket = connect(other.port, '127.0.0.1')
  await new Promise((resolve) => socket.once('connect', resolve))
  const gone = new Promise((resolve) => socket.once('close', resolve))
  await other.close()
  await gone
})
