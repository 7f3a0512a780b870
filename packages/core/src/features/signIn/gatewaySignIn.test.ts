/** Sign-in on a gateway, as a page sees it: what is sent, what is kept, and what becomes of a session that has ended. */
import type { SignInSession } from '@latchkey/spec/entities'
import { minutes } from '@latchkey/spec/limits'
import { expect, test } from 'vitest'
import { createMemoryStorage } from '../../storage.js'
import { createFakeFetch, type FakeAnswer } from '../../testing/createFakeFetch.js'
import { gatewaySignIn } from './gatewaySignIn.js'

const address = '0x00000000000000000000000000000000000000A1'
const nonce = 'abcdefgh12345678'
const start = Date.parse('2026-05-01T12:00:00Z')

const tokenFor = (chainId: string, endsAt: number) =>
  ['e30', btoa(JSON.stringify({ chainId, exp: endsAt / 1000 })).replace(/=/g, ''), 'c2ln'].join('.')

const sessionOn = (chainId: `eip155:${string}`): SignInSession => ({
  data: {
    accountAddress: address,
    chainId,
    nonce,
    uri: 'https://app.test',
    domain: 'app.test',
    version: '1',
  },
  message: `sign in on ${chainId}`,
  signature: '0x01',
  cacao: { h: { t: 'caip122' }, p: { iss: `did:pkh:${chainId}:${address}` }, s: { t: 'eip191', s: '0x01' } },
})

function createWorld() {
  const time = { now: start }
  const fetch = createFakeFetch()
  const answers: Record<string, FakeAnswer> = {
    '/auth/v1/nonce': { json: { nonce, token: 'a.b.c' } },
    '/auth/v1/sign-out': { json: { success: true } },
  }
  fetch.always(({ url }) => answers[new URL(url).pathname] ?? { status: 404 })
  const storage = createMemoryStorage()
  /** What named the nonce of each proof. */
  const named: (string | null)[] = []
  const ask: typeof globalThis.fetch = (input, init) => {
    if (String(input).includes('/authenticate')) named.push(new Headers(init?.headers).get('x-nonce-jwt'))
    return fetch.fetch(input, init)
  }
  const open = () =>
    gatewaySignIn({ gatewayUrl: 'https://gateway.test', storage, fetch: ask, now: () => time.now })
  const sent = (path: string) => fetch.calls.filter(({ url }) => new URL(url).pathname === path)
  return { time, answers, open, sent, named, siwx: open() }
}

/** Two networks, of which the gateway takes the first and the last. */
async function signedIn() {
  const world = createWorld()
  const { siwx, answers } = world
  const end = start + minutes(15)
  const opened = (chainId: string) => ({
    token: tokenFor(chainId, end),
    refreshToken: `refresh ${chainId}`,
  })
  answers['/auth/v1/authenticate'] = {
    json: { ...opened('eip155:1'), others: [null, opened('eip155:137')] },
  }
  const request = await siwx.createRelayRequest({ networks: ['eip155:1', 'eip155:10', 'eip155:137'] })
  await siwx.addRelaySessions([sessionOn('eip155:1'), sessionOn('eip155:10'), sessionOn('eip155:137')])
  return { ...world, request }
}

test('[S5-16] one click signs in on every network that was signed for and verified, and keeps the cacao', async () => {
  const { siwx, sent, request } = await signedIn()
  expect(request).toMatchObject({ nonce })
  const [call] = sent('/auth/v1/authenticate')
  expect(call?.body).toEqual({
    message: 'sign in on eip155:1',
    signature: '0x01',
    others: [
      { message: 'sign in on eip155:10', signature: '0x01' },
      { message: 'sign in on eip155:137', signature: '0x01' },
    ],
  })
  expect(await siwx.getSessions('eip155:1', address)).toEqual([sessionOn('eip155:1')])
  expect(await siwx.getSessions('eip155:137', address.toLowerCase())).toEqual([sessionOn('eip155:137')])
  // Not verified there: asked for when somebody goes there.
  expect(await siwx.getSessions('eip155:10', address)).toEqual([])
})

test('a nonce is used once, and nothing is kept of what the gateway refused', async () => {
  const { siwx, named, answers } = createWorld()
  await siwx.createMessage({ chainId: 'eip155:1', accountAddress: address })
  answers['/auth/v1/authenticate'] = { status: 401, json: { reasons: [] } }
  for (let tries = 0; tries < 2; tries += 1)
    await expect(siwx.addSession(sessionOn('eip155:1'))).rejects.toMatchObject({ code: 'http.status' })
  expect(named).toEqual(['Bearer a.b.c', 'Bearer'])
  expect(await siwx.getSessions('eip155:1', address)).toEqual([])
})

test('a token is renewed before it ends, once for all who ask, and other pages find the new one', async () => {
  const { siwx, time, answers, sent, open } = await signedIn()
  const next = tokenFor('eip155:1', start + minutes(30))
  answers['/auth/v1/refresh'] = { json: { token: next, refreshToken: 'refresh 2' } }
  time.now = start + minutes(14) + 1
  const asked = await Promise.all([
    siwx.getToken('eip155:1', address),
    siwx.getToken('eip155:1', address),
    siwx.getSessions('eip155:1', address),
  ])
  expect(asked).toEqual([next, next, [sessionOn('eip155:1')]])
  expect(sent('/auth/v1/refresh').map(({ body }) => body)).toEqual([{ refreshToken: 'refresh eip155:1' }])
  expect(await open().getToken('eip155:1', address)).toBe(next)
})

test('a session that the gateway ended is over; one that it cannot be asked about is not', async () => {
  const { siwx, time, answers } = await signedIn()
  time.now = start + minutes(20)
  answers['/auth/v1/refresh'] = 'unreachable'
  expect(await siwx.getSessions('eip155:1', address)).toHaveLength(1)
  answers['/auth/v1/refresh'] = { status: 401, json: { reasons: [] } }
  expect(await siwx.getSessions('eip155:1', address)).toEqual([])
  expect(await siwx.getToken('eip155:1', address)).toBeUndefined()
})

test('leaving ends the session on the gateway, of its network only', async () => {
  const { siwx, sent } = await signedIn()
  await siwx.revokeSession('eip155:1', address)
  expect(sent('/auth/v1/sign-out')).toHaveLength(1)
  expect(await siwx.getSessions('eip155:1', address)).toEqual([])
  expect(await siwx.getSessions('eip155:137', address)).toHaveLength(1)
  await siwx.setSessions([])
  expect(await siwx.getSessions('eip155:137', address)).toEqual([])
})
