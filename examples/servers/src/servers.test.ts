/** The three servers, asked as a browser would: tokens and messages that are good, and those that are not. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeSignIn } from 'latchkey/server'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSignIn } from './acceptSignIn.js'
import { createExpressApp } from './express.js'
import { createHonoApp } from './hono.js'
import { me, nonce, postSignIn } from './nextRoute.js'
import { createWhoIs, fetchKeys, type WhoIs } from './whoIs.js'

const domain = 'app.example'
const origin = `https://${domain}`
const account = privateKeyToAccount(generatePrivateKey())
const gateway = generateKeyPairSync('ed25519')
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** As a gateway writes them. */
function tokenOf(claims: object = {}, key = gateway.privateKey): string {
  const now = Math.floor(Date.now() / 1000)
  const sub = `eip155:1:${account.address}`
  const facts = {
    use: 'session',
    sub,
    address: account.address,
    caip2Network: 'eip155:1',
    domain,
    uri: origin,
  }
  const head = base64url({ alg: 'EdDSA', typ: 'JWT', kid: 'k1' })
  const text = `${head}.${base64url({ ...facts, iat: now, exp: now + 60, ...claims })}`
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`
}

type Ask = (path: string, init?: RequestInit) => Promise<Response>
const servers: Record<string, Ask> = {}
const closing: (() => void)[] = []

/** On a port of its own, until the end. */
async function listen(handler: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer({}, handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  const { x } = gateway.publicKey.export({ format: 'jwk' })
  const gatewayUrl = await listen((_, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [{ kid: 'k1', x }] })),
  )
  const whoIs: WhoIs = createWhoIs({ keys: await fetchKeys(gatewayUrl), domain })
  const signIn = () => createSignIn({ domain, origin })
  const expressUrl = await listen(createExpressApp(whoIs, signIn()))
  const hono = createHonoApp(whoIs, signIn())
  const own = signIn()
  const next: Record<string, (request: Request) => Response | Promise<Response>> = {
    '/me': me(whoIs),
    '/nonce': nonce(own),
    '/sign-in': postSignIn(own),
  }
  servers['Express'] = (path, init) => fetch(`${expressUrl}${path}`, init)
  servers['Hono'] = async (path, init) => hono.request(path, init)
  servers['Next'] = async (path, init) =>
    (await next[path]?.(new Request(`${origin}${path}`, init))) ?? Response.error()
})
afterAll(() => closing.forEach((close) => close()))

describe.each(['Express', 'Hono', 'Next'])('%s', (name) => {
  const ask: Ask = (path, init) => servers[name]?.(path, init) ?? Promise.reject(new Error(`no ${name}`))
  const whoAmI = (authorization?: string) => ask('/me', authorization ? { headers: { authorization } } : {})

  test('knows whom a token speaks for', async () => {
    const answer = await whoAmI(`Bearer ${tokenOf()}`)
    expect([answer.status, await answer.json()]).toEqual([200, { account: `eip155:1:${account.address}` }])
  })

  test('knows nobody without one, or by one of another app, of another key, or that has ended', async () => {
    const stranger = generateKeyPairSync('ed25519').privateKey
    const tokens = [tokenOf({ domain: 'evil.example' }), tokenOf({}, stranger), tokenOf({ exp: 1 }), 'x']
    for (const token of tokens) expect((await whoAmI(`Bearer ${token}`)).status).toBe(401)
    expect((await whoAmI()).status).toBe(401)
  })

  async function signed(fields: object = {}) {
    const { nonce: given } = (await (await ask('/nonce')).json()) as { nonce: string }
    const message = writeSignIn({
      domain,
      accountAddress: account.address,
      uri: origin,
      version: '1',
      chainId: 'eip155:1',
      nonce: given,
      issuedAt: new Date().toISOString(),
      ...fields,
    })
    return { message, signature: await account.signMessage({ message }), nonce: given }
  }
  const send = (body: object) =>
    ask('/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('signs somebody in once, and not with the same message again', async () => {
    const body = await signed()
    const first = await send(body)
    expect([first.status, await first.json()]).toEqual([200, { account: `eip155:1:${account.address}` }])
    const second = await send(body)
    expect([second.status, await second.json()]).toEqual([401, { fault: 'nonce' }])
  })

  test('refuses another domain, an altered statement, and a nonce that it never gave', async () => {
    expect(await (await send(await signed({ domain: 'evil.example' }))).json()).toEqual({ fault: 'domain' })
    const body = await signed({ statement: 'Read' })
    const altered = { ...body, message: body.message.replace('Read', 'Write') }
    expect(await (await send(altered)).json()).toEqual({ fault: 'signature' })
    expect(await (await send({ ...(await signed()), nonce: 'invented' })).json()).toEqual({ fault: 'nonce' })
  })
})
