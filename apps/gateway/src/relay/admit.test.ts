import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createRecordedLog } from '../testing/log.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'
import {
  type ConnectOptions,
  createClient,
  type RelayClient,
  randomTopic,
  relayUrl,
} from './testing/relayClient.js'
import { createIdentity, signToken } from './testing/token.js'

const recorded = createRecordedLog()
let gateway: TestGateway
const open: RelayClient[] = []
beforeAll(async () => {
  const projects = [{ id: 'shop', name: 'Shop', allowedOrigins: ['https://shop.example', 'com.shop.app'] }]
  gateway = await startTestGateway(
    {
      LATCHKEY_LOCAL: '0',
      LATCHKEY_PROJECTS: JSON.stringify(projects),
      LATCHKEY_RELAY_AUDIENCES: 'wss://relay.example,ws://relay.example',
    },
    { log: recorded.log },
  )
})
afterEach(() => open.splice(0).map(({ socket }) => socket.terminate()))
afterAll(() => gateway.stop())

function dial({ query, ...options }: Partial<ConnectOptions>): RelayClient {
  const client = createClient({ port: gateway.apiPort, query: { projectId: 'shop', ...query }, ...options })
  open.push(client)
  return client
}

/** How a client that asked for it is refused: an error, then a close with the same words. */
async function refusalOf(options: Partial<ConnectOptions>) {
  const client = dial({ ...options, query: { ...options.query, useOnCloseEvent: 'true' } })
  const { code, reason } = await client.closed
  const [frame = '{}'] = client.frames
  const { id, jsonrpc, error } = JSON.parse(frame)
  expect({ id, jsonrpc, code, reason }).toEqual({ id: 0, jsonrpc: '2.0', code: 3000, reason: error.message })
  expect(error.code).toBe(3000)
  expect(client.frames).toHaveLength(1)
  return { message: error.message, data: error.data }
}

/** How others are: the upgrade fails. */
async function statusOf(options: Partial<ConnectOptions>): Promise<number | undefined> {
  const [, response] = (await once(dial(options).socket, 'unexpected-response')) as [unknown, IncomingMessage] // ws says so
  response.resume()
  return response.statusCode
}

const now = () => Math.floor(Date.now() / 1000)
const jwt = (words: string) => ({ message: `JWT validation error: ${words}`, data: 'InvalidJwt' })
const forged = () => {
  const [header, , signature] = signToken(createIdentity(), Date.now()).split('.')
  const [, payload] = signToken(createIdentity(), Date.now()).split('.')
  return [header, payload, signature].join('.')
}
const early = now() + 3600
const late = now() - 3600

test.each<[string, Partial<ConnectOptions>, { message: unknown; data: string }, number]>([
  [
    'no project',
    { query: { projectId: '' } },
    { message: 'Project ID is missing', data: 'ProjectIdNotSpecified' },
    401,
  ],
  [
    'an unknown project',
    { query: { projectId: 'other' } },
    { message: 'Unauthorized: invalid key', data: 'ProjectNotFound' },
    403,
  ],
  [
    'another origin',
    { headers: { origin: 'https://evil.example' } },
    { message: 'Unauthorized: origin not allowed', data: 'OriginNotAllowed' },
    403,
  ],
  [
    'another Android app',
    { query: { packageName: 'com.evil.app' } },
    { message: 'Unauthorized: origin not allowed', data: 'OriginNotAllowed' },
    403,
  ],
  [
    'another iOS app',
    { query: { bundleId: 'com.evil.app' } },
    { message: 'Unauthorized: origin not allowed', data: 'OriginNotAllowed' },
    403,
  ],
  ['no token', { token: false }, { message: 'Missing JWT', data: 'MissingJwt' }, 401],
  ['a token of no kind', { token: 'x' }, jwt('Invalid encoding'), 401],
  [
    'a token of another kind',
    { token: { more: { iss: 'did:key:zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme' } } },
    jwt('Invalid encoding'),
    401,
  ],
  ['a token that another key signed', { token: forged() }, jwt('Invalid signature'), 401],
  ['a token for another relay', { token: { aud: 'wss://relay.example.evil' } }, jwt('Invalid audience'), 401],
  [
    'a token of yesterday',
    { token: { iat: late - 86_400, exp: late } },
    jwt(`JWT Token is expired: ${late}`),
    401,
  ],
  [
    'a token of yesterday without an end',
    { token: { iat: late - 86_400, exp: undefined } },
    jwt(`JWT Token is expired: ${late}`),
    401,
  ],
  [
    'a token that lives for more than 30 days',
    { token: { iat: late - 30 * 86_400, exp: late + 365 * 86_400 } },
    jwt(`JWT Token is expired: ${late}`),
    401,
  ],
  [
    'a token of tomorrow',
    { token: { iat: early } },
    {
      message: expect.stringMatching(
        new RegExp(
          `^JWT validation error: JWT Token is not yet valid: basic.iat: ${early}, now \\+ time_leeway: \\d{10}, time_leeway: 120$`,
        ),
      ),
      data: 'InvalidJwt',
    },
    401,
  ],
])('[D-41] a client with %s is refused in the protocol’s words', async (_, options, said, status) => {
  expect(await refusalOf(options)).toEqual(said)
  expect(await statusOf(options)).toBe(status)
})

test.each<[string, Partial<ConnectOptions>]>([
  ['the allowed origin', { headers: { origin: 'https://shop.example' } }],
  ['neither origin nor app, as servers do', {}],
  ['an allowed app', { query: { packageName: 'com.shop.app' } }],
  [
    'its token in a header',
    { token: false, headers: { authorization: `Bearer ${signToken(createIdentity(), Date.now())}` } },
  ],
  ['a clock that is two minutes ahead', { token: { iat: now() + 110 } }],
  ['a token that ended just now', { token: { iat: now() - 86_500, exp: now() - 100 } }],
  ['a token without an end', { token: { exp: undefined } }],
  ['a slash behind the audience', { token: { aud: 'wss://relay.example/' } }],
  [
    'a long user agent and odd fields',
    { query: { ua: 'wc-2/js-2.21.8/linux-chrome-156.0.0/browser:shop.example', odd: '1' } },
  ],
])('a client with %s is let in', async (_, options) => {
  const client = dial(options)
  await once(client.socket, 'open')
  expect(await client.ask('irn_subscribe', { topic: randomTopic() })).toHaveProperty('result')
})

test('[D-01] an open gateway asks for no project', async () => {
  const local = await startTestGateway()
  const client = createClient({ port: local.apiPort, query: { projectId: '' }, headers: { origin: 'null' } })
  await once(client.socket, 'open')
  await client.leave()
  await local.stop()
})

test('a query that says something twice is not read', async () => {
  const url = relayUrl({ port: gateway.apiPort, query: { projectId: 'shop' } })
  const twice = new WebSocket(`${url}&projectId=other`)
  const [, response] = (await once(twice, 'unexpected-response')) as [unknown, IncomingMessage] // ws says so
  expect(response.statusCode).toBe(401)
})

test('a browser that is pointed at the relay is told what it is', async () => {
  const answer = await gateway.ask('/relay?projectId=shop')
  expect(answer.status).toBe(426)
  expect(await answer.text()).toContain('WebSocket')
})

test('no token is ever logged', async () => {
  const token = signToken(createIdentity(), Date.now())
  const client = dial({ token })
  await once(client.socket, 'open')
  await client.leave()
  await refusalOf({ token: `${token}x` })
  const [, , signature = ''] = token.split('.')
  expect(recorded.text()).toContain('a client of the relay has come')
  expect(recorded.text()).not.toContain(signature)
})
