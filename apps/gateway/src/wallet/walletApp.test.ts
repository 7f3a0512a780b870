import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'
import { readWalletFiles } from './files.js'
import { readOrigin } from './walletApp.js'

let folder = ''
let gateway: TestGateway
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-wallet-'))
  const dist = join(folder, 'dist')
  mkdirSync(join(dist, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(join(dist, 'index.html'), '<h1>home</h1>')
  writeFileSync(join(dist, 'sdk.html'), '<h1>frame</h1>')
  writeFileSync(join(dist, 'assets/sdk-AbCd1234.js'), 'export {}')
  writeFileSync(join(dist, 'icon.svg'), '<svg/>')
  writeFileSync(join(dist, '.env'), 'SECRET=1')
  symlinkSync(join(folder, 'secret.txt'), join(dist, 'link.txt'))
  gateway = await startTestGateway({
    LATCHKEY_WALLET_DIR: dist,
    LATCHKEY_LOCAL: '0',
    LATCHKEY_PROJECTS: JSON.stringify([
      { id: 'shop', name: 'Shop', allowedOrigins: ['https://shop.example', 'https://*.shop.example'] },
    ]),
  })
})
afterAll(async () => {
  await gateway.stop()
  rmSync(folder, { recursive: true })
})

const frame = (origin: string, projectId = 'shop') =>
  gateway.askWallet(`/sdk?projectId=${projectId}&origin=${encodeURIComponent(origin)}`)
const policyOf = (answer: Response) => answer.headers.get('content-security-policy') ?? ''

test('[D-32] the frame is served for exactly the one origin that asks, resolved from a wildcard too', async () => {
  for (const origin of ['https://shop.example', 'https://www.shop.example']) {
    const answer = await frame(origin)
    expect(answer.status).toBe(200)
    expect(policyOf(answer)).toMatch(new RegExp(`frame-ancestors ${origin.replaceAll('.', '\\.')}$`))
    expect(answer.headers.get('x-frame-options')).toBeNull()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.text()).toBe('<h1>frame</h1>')
  }
})

test('[D-32] an origin that the project does not list, or an unknown project, gets no frame', async () => {
  for (const [origin, project, status] of [
    ['https://evil.example', 'shop', 403],
    ['https://shop.example.evil', 'shop', 403],
    ['http://shop.example', 'shop', 403],
    ['https://shop.example', 'other', 401],
    ['nonsense', 'shop', 403],
    ["https://shop.example; script-src 'unsafe-inline'", 'shop', 403],
  ] as const) {
    const answer = await frame(origin, project)
    expect(answer.status).toBe(status)
    expect(policyOf(answer)).toContain("frame-ancestors 'none'")
    expect(policyOf(answer)).not.toContain('unsafe-inline')
    expect(await answer.json()).toMatchObject({ status: 'FAILED' })
  }
})

test('[D-32] without a query the embedding page is known by its Referer; without both there is no frame', async () => {
  const referred = await gateway.askWallet('/sdk?projectId=shop', {
    headers: { referer: 'https://shop.example/cart' },
  })
  expect(policyOf(referred)).toContain('frame-ancestors https://shop.example')
  expect((await gateway.askWallet('/sdk?projectId=shop')).status).toBe(403)
})

test('every other page is a window of its own, under a policy that allows nothing foreign', async () => {
  const answer = await gateway.askWallet('/')
  expect(await answer.text()).toBe('<h1>home</h1>')
  const policy = policyOf(answer)
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]) {
    expect(policy).toContain(rule)
  }
  expect(policy).not.toContain('unsafe')
  expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('permissions-policy')).toContain('camera=()')
  expect(answer.headers.get('strict-transport-security')).toContain('max-age=')
  expect(answer.headers.get('integrity-policy')).toBe('blocked-destinations=(script)')
})

test('files with a hash in their name are kept for ever, others are asked for again', async () => {
  const script = await gateway.askWallet('/assets/sdk-AbCd1234.js')
  expect(script.headers.get('content-type')).toContain('text/javascript')
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const icon = await gateway.askWallet('/icon.svg')
  expect(icon.headers.get('cache-control')).toBe('no-cache')
  const again = await gateway.askWallet('/icon.svg', {
    headers: { 'if-none-match': icon.headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)
})

test('nothing outside of the folder can be asked for, nor a hidden file, nor a link', async () => {
  const paths = [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/../../secret.txt',
    '/link.txt',
    '/.env',
    '//etc/passwd',
    '/%00',
  ]
  for (const path of paths) {
    const answer = await raw(path)
    expect(answer).toMatch(/^HTTP\/1\.1 40[04] /)
    expect(answer).not.toMatch(/secret|SECRET|root:/)
  }
})

/** `fetch` would tidy the path before sending it. */
function raw(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(gateway.walletPort ?? 0, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`),
    )
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

test('only http and https origins are read, without anything that could end a rule', () => {
  expect(readOrigin('https://Shop.Example:443/path?x')).toBe('https://shop.example')
  for (const value of [
    'javascript:alert(1)',
    'null',
    'data:text/html,x',
    'blob:https://a',
    '',
    undefined,
    ['https://a'],
  ]) {
    expect(readOrigin(value)).toBeUndefined()
  }
})

test('a missing or empty folder is told by the name of its setting', () => {
  expect(() => readWalletFiles(join(folder, 'none'))).toThrow(/LATCHKEY_WALLET_DIR .* is not a folder/)
  mkdirSync(join(folder, 'empty'))
  expect(() => readWalletFiles(join(folder, 'empty'))).toThrow(/LATCHKEY_WALLET_DIR .* holds no files/)
})
