import { frameMessages } from '@latchkey/spec/frame'
import { type SessionAnswer, thumbprintText, walletErrors } from '@latchkey/spec/walletApi'
import { decodeJwt, decodeProtectedHeader, importJWK, type JWK, jwtVerify } from 'jose'
import { expect, onTestFinished, test, vi } from 'vitest'
import { toBase64url } from '../keys/bytes.js'
import { createProofPair, openProofKey } from './proofKey.js'
import { createWalletApi, type WalletApi } from './walletApi.js'
import { isRefusal } from './walletRefusal.js'

const origin = 'https://wallet.example'
const id = '5b1f3c8e-0d3e-4f5a-9a3b-7a3d6f0c2e11'

interface Heard {
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly body: string | undefined
}

type Answer = Response | ((heard: Heard) => Response) | Error

async function open(
  answers: readonly Answer[],
  refresh = async (): Promise<SessionAnswer> => session('second'),
) {
  const heard: Heard[] = []
  const left = [...answers]
  const fetch = vi.fn<typeof globalThis.fetch>(async (input, init = {}) => {
    const request: Heard = {
      url: new URL(String(input)),
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : undefined,
    }
    heard.push(request)
    const next = left.shift()
    if (next === undefined) throw new Error('asked once too often')
    if (next instanceof Error) throw next
    return typeof next === 'function' ? next(request) : next
  })
  const key = await openProofKey(await createProofPair(), () => 1_700_000_000_000)
  const refreshed = vi.fn<(api: WalletApi) => Promise<SessionAnswer>>(refresh)
  const api = createWalletApi({ origin, key, fetch, createId: () => id, refresh: refreshed })
  return { api, heard, key, refreshed }
}

const session = (access: string): SessionAnswer => ({
  access,
  expiresAt: 2,
  now: 1,
  sessionId: id,
  userId: id,
  level: 1,
  device: { id, state: 'active' },
  wallet: { state: 'active', id },
  nextFactor: 'none',
})

const ok = (body: unknown, headers: HeadersInit = {}) => new Response(JSON.stringify(body), { headers })
const refuse = (code: keyof typeof walletErrors, more: object = {}, headers: HeadersInit = {}) =>
  new Response(JSON.stringify({ error: { code, message: walletErrors[code].text, ...more } }), {
    status: walletErrors[code].status,
    headers,
  })

test('[I-10] every call carries a proof of this page’s key for this very call', async () => {
  const { api, heard, key } = await open([ok({ factors: [], now: 1 })])
  api.setSession(session('token'))
  await api.call('recoveryList', {})
  const [{ headers, method, url } = { headers: new Headers(), method: '', url: new URL(origin) }] = heard
  expect(headers.get('authorization')).toBe('DPoP token')
  const proof = headers.get('dpop') ?? ''
  const { jwk } = decodeProtectedHeader(proof)
  const { payload } = await jwtVerify(proof, await importJWK(jwk as JWK, 'ES256'))
  const hash = async (text: string) =>
    toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
  expect(payload).toMatchObject({
    htm: method,
    htu: `${origin}${url.pathname}`,
    iat: 1_700_000_000,
    ath: await hash('token'),
  })
  expect(Object.keys(jwk ?? {}).sort()).toEqual(['crv', 'kty', 'x', 'y'])
  expect(key.jkt).toBe(await hash(thumbprintText(jwk as { x: string; y: string })))
})

test('the key of a page cannot be taken out of it', async () => {
  const pair = await createProofPair()
  await expect(crypto.subtle.exportKey('jwk', pair.privateKey)).rejects.toThrow()
})

test('[F-H] a nonce that the server asks for is used at once, and kept for the next call', async () => {
  const { api, heard } = await open([
    refuse('USE_DPOP_NONCE', {}, { 'dpop-nonce': 'one' }),
    ok({ state: 'code', expiresAt: 2, now: 1 }, { 'dpop-nonce': 'two' }),
    ok({ state: 'done', expiresAt: 2, now: 1 }),
  ])
  await api.call('attemptWait', { params: { id }, query: {} })
  await api.call('attemptWait', { params: { id }, query: { known: 'code' } })
  const nonces = heard.map(({ headers }) => decodeJwt(headers.get('dpop') ?? '')['nonce'])
  expect(nonces).toEqual([undefined, 'one', 'two'])
  expect(heard[2]?.url.search).toBe('?known=code')
})

test('the vault has nonces of its own: one of the gateway is never sent there', async () => {
  const { api, heard } = await open([
    ok({}, { 'dpop-nonce': 'gateway' }),
    refuse('USE_DPOP_NONCE', {}, { 'dpop-nonce': 'vault' }),
    ok({ codeId: id, resendAt: 2, now: 1 }),
    ok({ state: 'code', expiresAt: 2, now: 1 }),
  ])
  await api.call('nonceRead', {})
  await api.call('vaultCode', { body: { factorId: id } })
  await api.call('attemptWait', { params: { id }, query: {} })
  const nonces = heard.slice(1).map(({ headers }) => decodeJwt(headers.get('dpop') ?? '')['nonce'])
  expect(nonces).toEqual([undefined, 'vault', 'gateway'])
})

test('a server that asks for a new nonce for ever is not asked for ever', async () => {
  const { api, heard } = await open([refuse('USE_DPOP_NONCE'), refuse('USE_DPOP_NONCE')])
  await expect(api.call('attemptWait', { params: { id }, query: {} })).rejects.toMatchObject({
    code: 'USE_DPOP_NONCE',
  })
  expect(heard).toHaveLength(2)
})

test('[A-39] calls that find the token ended share one refresh, and go on with the new one', async () => {
  const { api, heard, refreshed } = await open([
    refuse('SESSION_EXPIRED'),
    refuse('SESSION_EXPIRED'),
    ok({ factors: [], now: 1 }),
    ok({ factors: [], now: 1 }),
  ])
  api.setSession(session('first'))
  await Promise.all([api.call('recoveryList', {}), api.call('recoveryList', {})])
  expect(refreshed).toHaveBeenCalledOnce()
  expect(heard.map(({ headers }) => headers.get('authorization'))).toEqual([
    'DPoP first',
    'DPoP first',
    'DPoP second',
    'DPoP second',
  ])
})

test('where nobody can be signed in again, the call says so', async () => {
  const gone = async () => {
    throw new Error('nobody')
  }
  const { api } = await open([refuse('SESSION_EXPIRED')], gone)
  await expect(api.call('recoveryList', {})).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
  api.setSession(session('first'))
  await expect(api.call('recoveryList', {})).rejects.toThrow('nobody')
})

test('all tries of one call have one id, so that it happens once', async () => {
  const body = { nonce: 'n'.repeat(43), deviceId: id, proofs: [{ address: 'a', signature: 's'.repeat(86) }] }
  const done = ok({ state: 'active', accounts: [] })
  const { api, heard } = await open([refuse('USE_DPOP_NONCE'), refuse('SESSION_EXPIRED'), done])
  api.setSession(session('first'))
  await api.call('walletActivate', { params: { id }, body })
  expect(heard.map(({ headers }) => headers.get('idempotency-key'))).toEqual([id, id, id])
  expect(heard.map(({ body: sent }) => sent)).toEqual(Array(3).fill(JSON.stringify(body)))
})

test('a refusal keeps its code, its seconds and its tries', async () => {
  const { api } = await open([refuse('COOLDOWN', { retryAfter: 12 }), refuse('OTP_INVALID', { left: 2 })])
  const email = { origin, email: 'a@b.example' }
  await expect(api.call('emailStart', { body: email })).rejects.toMatchObject({
    code: 'COOLDOWN',
    retryAfter: 12,
  })
  const code = { attemptId: id, otp: '123456', keep: 'cookie' } as const
  await expect(api.call('otpVerify', { body: code })).rejects.toMatchObject({ code: 'OTP_INVALID', left: 2 })
})

test.each<[string, Answer]>([
  ['nobody answers', new TypeError('fetch failed')],
  ['the answer is a page', new Response('<html>', { status: 502 })],
  ['the answer is endless', new Response('x'.repeat(300 * 1024))],
  ['the refusal is unknown', new Response('{"error":{"code":"NEW","message":""}}', { status: 400 })],
])('[D-10] where %s, the wallet is away', async (_, answer) => {
  const { api } = await open([answer])
  const failure = await api
    .call('attemptWait', { params: { id }, query: {} })
    .catch((error: unknown) => error)
  expect(isRefusal(failure, 'UNAVAILABLE')).toBe(true)
})

test('an answer of another shape is not believed', async () => {
  const { api } = await open([ok({ state: 'signed-in', expiresAt: 2, now: 1 })])
  await expect(api.call('attemptWait', { params: { id }, query: {} })).rejects.toThrow()
})

test('[I-9] a refresh is waited for longer than any other call: repeated late, it would look like a theft', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => timeout.mockRestore())
  const { api } = await open([ok(session('next')), ok({ factors: [], now: 1 })])
  await api.call('sessionRefresh', { body: {} })
  api.setSession(session('token'))
  await api.call('recoveryList', {})
  const [refresh = 0, other = 0] = timeout.mock.calls.map(([ms]) => ms)
  expect(refresh).toBeGreaterThan(other)
  // The app gives the frame half a minute to say who is signed in.
  expect(refresh).toBeLessThan(frameMessages.IS_CONNECTED.timeout)
})
