import type { webcrypto } from 'node:crypto'
import { writeSignIn } from '@latchkey/spec/signIn'
import { eq } from 'drizzle-orm'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../ports/clock.js'
import { makeSecret } from '../projects/secret.js'
import { gatewaySecrets, signInSessions } from '../store/schema.js'
import { localNetworks, startTestChain, type TestChain } from '../testing/localChain.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'
import { createSignInStore } from './store.js'

const origin = 'https://app.example'
const projects = [
  { id: 'app', name: 'App', allowedOrigins: [origin] },
  { id: 'other', name: 'Other', allowedOrigins: [origin, 'https://other.example'] },
]

/** Timers run as ever; only the time of day is moved. */
let ahead = 0
const clock = { ...systemClock, now: () => systemClock.now() + ahead }
const advance = (milliseconds: number) => {
  ahead += milliseconds
}

let chain: TestChain
let gateway: TestGateway
/** Of `app`: its server says no origin. */
let secret: string
beforeAll(async () => {
  chain = await startTestChain()
  gateway = await startTestGateway(
    {
      LATCHKEY_LOCAL: '0',
      LATCHKEY_PROJECTS: JSON.stringify(projects),
      LATCHKEY_UPSTREAMS: JSON.stringify({ 'eip155:31337': [chain.evm.url] }),
      LATCHKEY_NETWORKS: localNetworks,
    },
    { clock },
  )
  secret = (await makeSecret(gateway.deps.db, 'app')) ?? ''
  // Running gateways see what is changed within a minute.
  advance(60_000)
})
afterAll(async () => {
  await gateway.stop()
  await chain.evm.close()
})

const account = privateKeyToAccount(generatePrivateKey())

interface From {
  readonly project?: string
  readonly origin?: string | undefined
}

async function ask(
  path: string,
  init: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
  from: From = {},
): Promise<{ status: number; body: Record<string, unknown>; description: unknown }> {
  const { project = 'app' } = from
  const page = 'origin' in from ? from.origin : origin
  const answer = await gateway.ask(`/auth/v1/${path}?projectId=${project}`, {
    method: init.method ?? 'GET',
    headers: { ...init.headers, ...(page === undefined ? { 'x-project-secret': secret } : { origin: page }) },
    ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
  })
  const body = (await answer.json()) as Record<string, unknown> & { reasons?: { description: string }[] }
  return { status: answer.status, body, description: body.reasons?.[0]?.description }
}

interface Attempt extends From {
  readonly change?: object
  readonly signer?: { signMessage(input: { message: string }): Promise<string> }
  readonly message?: string
}

async function newNonce(from: From = {}) {
  const { body } = await ask('nonce', {}, from)
  return { nonce: String(body.nonce), token: String(body.token) }
}

async function signIn(
  { change = {}, signer = account, message: given, ...from }: Attempt = {},
  nonce?: {
    nonce: string
    token: string
  },
) {
  const { nonce: value, token } = nonce ?? (await newNonce(from))
  const message =
    given ??
    writeSignIn({
      domain: 'app.example',
      accountAddress: account.address,
      uri: origin,
      version: '1',
      chainId: 'eip155:31337',
      nonce: value,
      issuedAt: new Date(clock.now()).toISOString(),
      ...change,
    })
  const signature = await signer.signMessage({ message })
  const headers = { 'x-nonce-jwt': `Bearer ${token}` }
  return ask('authenticate', { method: 'POST', headers, body: { message, signature } }, from)
}

const authorization = (token: unknown) => ({ authorization: `Bearer ${token}` })
const me = (token: unknown, from: From = {}) => ask('me', { headers: authorization(token) }, from)

test('[S1-04] a person signs in, is known, is remembered, and signs out', async () => {
  const { status, body } = await signIn()
  expect(status).toBe(200)
  const known = await me(body.token)
  expect(known.body).toMatchObject({
    sub: `eip155:31337:${account.address}`,
    address: account.address,
    caip2Network: 'eip155:31337',
    domain: 'app.example',
  })
  const headers = authorization(body.token)
  await ask('account-metadata', { method: 'PUT', headers, body: { metadata: { theme: 'dark' } } })
  const answer = await gateway.ask('/auth/v1/me?projectId=app&includeAppKitAccount=true', {
    headers: { ...headers, origin },
  })
  expect(await answer.json()).toMatchObject({ appKitAccount: { metadata: { theme: 'dark' } } })
  expect((await ask('sign-out', { method: 'POST', headers })).body).toEqual({ success: true })
  expect((await me(body.token)).status).toBe(401)
})

test('what was kept about an account is there when it signs in again', async () => {
  const first = await signIn()
  const headers = authorization(first.body.token)
  await ask('account-metadata', { method: 'PUT', headers, body: { metadata: { step: 3 } } })
  const second = await signIn()
  const again = await gateway.ask('/auth/v1/me?projectId=app&includeAppKitAccount=true', {
    headers: { ...authorization(second.body.token), origin },
  })
  expect(await again.json()).toMatchObject({ appKitAccount: { metadata: { step: 3 } } })
})

describe('several networks with one nonce, as a wallet signs them while it connects', () => {
  const messageOn = (chainId: string, nonce: string, change: object = {}) =>
    writeSignIn({
      domain: 'app.example',
      accountAddress: account.address,
      uri: origin,
      version: '1',
      chainId: chainId as `eip155:${string}`,
      nonce,
      issuedAt: new Date(clock.now()).toISOString(),
      ...change,
    })

  async function together(changes: readonly [chainId: string, change?: object, signer?: typeof account][]) {
    const { nonce, token } = await newNonce()
    const [first, ...others] = await Promise.all(
      changes.map(async ([chainId, change, signer = account]) => {
        const message = messageOn(chainId, nonce, change)
        return { message, signature: await signer.signMessage({ message }) }
      }),
    )
    const headers = { 'x-nonce-jwt': `Bearer ${token}` }
    return ask('authenticate', { method: 'POST', headers, body: { ...first, others } })
  }

  test('each is a session of its own, on a network that the gateway serves or not', async () => {
    const { status, body } = await together([['eip155:31337'], ['eip155:1'], ['eip155:10']])
    expect(status).toBe(200)
    const others = body.others as { token: string }[]
    expect(others).toHaveLength(2)
    for (const [index, network] of ['eip155:1', 'eip155:10'].entries()) {
      const known = await me(others[index]?.token)
      expect(known.body).toMatchObject({ sub: `${network}:${account.address}`, caip2Network: network })
    }
    await ask('sign-out', { method: 'POST', headers: authorization(body.token) })
    expect((await me(body.token)).status).toBe(401)
    expect((await me(others[0]?.token)).status).toBe(200)
  })

  test('another account, a network twice, another domain, nonce or key open nothing, and the rest holds', async () => {
    const stranger = privateKeyToAccount(generatePrivateKey())
    const { status, body } = await together([
      ['eip155:31337'],
      ['eip155:1', { accountAddress: stranger.address }, stranger as typeof account],
      ['eip155:31337'],
      ['eip155:5', { domain: 'evil.example' }],
      ['eip155:6', { nonce: 'abcdefgh12345678' }],
      ['eip155:7', {}, stranger as typeof account],
      ['eip155:8', { expirationTime: 'soon' }],
      ['eip155:10'],
    ])
    expect(status).toBe(200)
    expect((body.others as unknown[]).map((each) => each === null)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      false,
    ])
  })

  test('the first must hold, and more than the bound are refused', async () => {
    const { status } = await together([['eip155:31337', { domain: 'evil.example' }], ['eip155:1']])
    expect(status).toBe(401)
    const many = Array.from({ length: 17 }, (_, index) => [`eip155:${index + 1}`] as [string])
    expect((await together(many)).status).toBe(400)
  })
})

test('one account is one person, however its address is written', async () => {
  const spelt = await signIn({ change: { accountAddress: account.address.toLowerCase() } })
  const { body } = await me(spelt.body.token)
  expect(body.sub).toBe(`eip155:31337:${account.address}`)
})

test('nobody is the zero address', async () => {
  const signer = { signMessage: async () => `0x${'00'.repeat(64)}1b` }
  const change = { accountAddress: `0x${'0'.repeat(40)}` }
  expect((await signIn({ change, signer })).status).toBe(401)
})

describe('what does not sign anybody in', () => {
  test('a nonce that was used, by the same message or by another one', async () => {
    const nonce = await newNonce()
    expect((await signIn({}, nonce)).status).toBe(200)
    expect(await signIn({}, nonce)).toMatchObject({
      status: 400,
      description: expect.stringMatching(/used already/),
    })
  })

  test('of many that use one nonce at once, one', async () => {
    const nonce = await newNonce()
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn({}, nonce)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a nonce that a failed attempt has used', async () => {
    const nonce = await newNonce()
    expect((await signIn({ change: { domain: 'evil.example' } }, nonce)).status).toBe(401)
    expect((await signIn({}, nonce)).status).toBe(400)
  })

  test('a nonce of another project, of another page, of somebody else’s making, or an old one', async () => {
    const foreign = await newNonce({ project: 'other' })
    expect((await signIn({}, foreign)).status).toBe(400)
    const elsewhere = await newNonce({ project: 'other', origin: 'https://other.example' })
    expect((await signIn({ project: 'other' }, elsewhere)).status).toBe(400)
    const own = await newNonce()
    expect((await signIn({}, { ...own, token: `${own.token.slice(0, -4)}AAAA` })).status).toBe(400)
    const old = await newNonce()
    advance(5 * 60_000)
    expect((await signIn({}, old)).status).toBe(400)
  })

  test.each([
    ['a foreign domain', { domain: 'evil.example' }, /another domain/],
    ['a foreign address', { uri: 'https://evil.example' }, /another address/],
    ['another version', { version: '2' }, /another version/],
    ['an unreadable time', { issuedAt: 'now' }, /cannot be read/],
    ['a time to come', { issuedAt: '2030-01-01T00:00:00Z' }, /future/],
    ['an end that has passed', { expirationTime: '2020-01-01T00:00:00Z' }, /expired/],
    ['a begin to come', { notBefore: '2030-01-01T00:00:00Z' }, /not valid yet/],
    ['another account', { accountAddress: '0x00000000000000000000000000000000000000AA' }, /signature/],
    ['another network', { chainId: 'eip155:1', accountAddress: `0x${'11'.repeat(20)}` }, /signature/],
  ])('a message with %s', async (_, change, description) => {
    expect(await signIn({ change })).toMatchObject({
      status: 401,
      description: expect.stringMatching(description),
    })
  })

  test('a message with another nonce', async () => {
    expect(await signIn({ change: { nonce: 'abcdefgh12345678' } })).toMatchObject({ status: 400 })
  })

  test('an altered statement, the key of a stranger, or no message at all', async () => {
    const stranger = privateKeyToAccount(generatePrivateKey())
    const altered = {
      signMessage: ({ message }: { message: string }) => account.signMessage({ message: `${message} ` }),
    }
    for (const attempt of [{ signer: stranger }, { signer: altered }, { message: 'hello' }])
      expect((await signIn(attempt)).status).toBe(401)
  })

  test('a token of another project, a token of another kind, and a nonce token', async () => {
    const { body } = await signIn()
    expect((await me(body.token, { project: 'other' })).status).toBe(401)
    expect((await me((await newNonce()).token)).status).toBe(401)
    const [head, claims, signature] = String(body.token).split('.')
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    for (const forged of [`${none}.${claims}.x`, `${head}.${claims}x.${signature}`, `${head}.${claims}.x`])
      expect((await me(forged)).status).toBe(401)
  })
})

test('an app’s own server may sign a person in, for a page of its project only', async () => {
  const here = { origin: undefined }
  expect((await signIn(here)).status).toBe(200)
  const elsewhere = { domain: 'evil.example', uri: 'https://evil.example' }
  expect(await signIn({ ...here, change: elsewhere })).toMatchObject({ status: 401 })
})

describe('refresh', () => {
  const refresh = (refreshToken: unknown, from: From = {}) =>
    ask('refresh', { method: 'POST', body: { refreshToken } }, from)

  test('a token ends after a quarter of an hour, and the session goes on by refreshing it', async () => {
    const { body } = await signIn()
    advance(15 * 60_000)
    expect((await me(body.token)).status).toBe(401)
    const next = await refresh(body.refreshToken)
    expect((await me(next.body.token)).status).toBe(200)
    expect(next.body.refreshToken).not.toBe(body.refreshToken)
  })

  test('a stolen refresh token ends the session for both', async () => {
    const { body } = await signIn()
    const owner = await refresh(body.refreshToken)
    advance(11_000)
    expect(await refresh(body.refreshToken)).toMatchObject({
      status: 401,
      description: expect.stringMatching(/used twice/),
    })
    expect((await refresh(owner.body.refreshToken)).status).toBe(401)
    expect((await me(owner.body.token)).status).toBe(401)
  })

  test('two tabs that refresh at once both go on, with the same refresh token', async () => {
    const { body } = await signIn()
    const answers = await Promise.all([refresh(body.refreshToken), refresh(body.refreshToken)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [one, other] = answers.map((answer) => answer.body.refreshToken)
    expect(one).toBe(other)
    expect((await refresh(one)).status).toBe(200)
  })

  test('[D-40] a refresh whose answer died with the gateway is answered the same by the one that comes after it', async () => {
    const { body } = await signIn()
    const lost = await refresh(body.refreshToken)
    advance(60_000)
    const after = restarted()
    const again = () => after.refresh(String(body.refreshToken), 'app')
    expect(await again()).toMatchObject({ status: 'rotated', refreshToken: lost.body.refreshToken })
    advance(11_000)
    expect(await again()).toEqual({ status: 'stolen' })
  })

  /** What a gateway that starts now keeps sessions with. */
  const restarted = () => createSignInStore({ db: gateway.deps.db, clock })

  test('[D-40] a token that was used long before a gateway started is stolen, however new the gateway is', async () => {
    const { body } = await signIn()
    const { body: next } = await refresh(body.refreshToken)
    advance(3 * 60_000)
    const after = restarted()
    expect(await after.refresh(String(body.refreshToken), 'app')).toEqual({ status: 'stolen' })
    expect(await after.refresh(String(next.refreshToken), 'app')).toEqual({ status: 'unknown' })
  })

  test('[D-40] whoever reads the database finds no token, nor a key that tells what follows an old one', async () => {
    const { body } = await signIn()
    const { body: next } = await refresh(body.refreshToken)
    const { db } = gateway.deps
    const [id = '', secret = ''] = String(next.refreshToken).split('.')
    const row = async () => (await db.query.select().from(signInSessions).where(eq(signInSessions.id, id)))[0]
    const kept = await row()
    expect(kept?.successorSealed).toEqual(expect.any(String))
    expect(JSON.stringify(kept)).not.toContain(secret)
    // Nor is there a key in it from which what follows a token could be computed.
    expect(await db.query.select().from(gatewaySecrets)).not.toContainEqual(
      expect.objectContaining({ name: expect.stringMatching(/refresh/) }),
    )
    advance(3 * 60_000)
    await restarted().prune()
    expect((await row())?.successorSealed).toBeNull()
  })

  test('neither a foreign project nor an invented token gets anywhere, and the session goes on', async () => {
    const { body } = await signIn()
    expect((await refresh(body.refreshToken, { project: 'other' })).status).toBe(401)
    const invented = `00000000-0000-4000-8000-000000000000.${'A'.repeat(43)}`
    expect((await refresh(invented)).status).toBe(401)
    expect((await refresh(body.refreshToken)).status).toBe(200)
  })

  test('whoever only knows the name of a session cannot end it', async () => {
    const { body } = await signIn()
    const [id] = String(body.refreshToken).split('.')
    expect((await refresh(`${id}.${'A'.repeat(43)}`)).status).toBe(401)
    expect((await refresh(body.refreshToken)).status).toBe(200)
  })

  test('a session ends after a week, or with its message', async () => {
    const long = await signIn()
    const expirationTime = new Date(clock.now() + 60_000).toISOString()
    const short = await signIn({ change: { expirationTime } })
    advance(60_000)
    expect((await refresh(short.body.refreshToken)).status).toBe(401)
    advance(7 * 24 * 3_600_000)
    expect((await refresh(long.body.refreshToken)).status).toBe(401)
  })
})

test('the public key that is published is the one that tokens are signed with', async () => {
  const { body } = await signIn()
  const { keys } = (await (await gateway.ask('/auth/v1/keys')).json()) as { keys: webcrypto.JsonWebKey[] }
  const [jwk] = keys
  const key = await crypto.subtle.importKey('jwk', jwk ?? {}, 'Ed25519', false, ['verify'])
  const [head, claims, signature = ''] = String(body.token).split('.')
  const signed = Buffer.from(`${head}.${claims}`)
  expect(await crypto.subtle.verify('Ed25519', key, Buffer.from(signature, 'base64url'), signed)).toBe(true)
  expect(jwk).not.toHaveProperty('d')
})
