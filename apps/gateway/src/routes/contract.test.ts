import {
  cacheControl,
  type Endpoint,
  type EndpointName,
  endpoints,
  endpointUrl,
  failureBody,
} from '@latchkey/spec/endpoints'
import { type EndpointExample, endpointExamples } from '@latchkey/spec/examples'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeCallsId } from '../calls/callsId.js'
import { localNetworks, localOnramp, startTestChain, type TestChain } from '../testing/localChain.js'
import { addressQuestion, boundEnvelope, personOf, postName } from '../testing/nameEnvelope.js'
import { sessionCall } from '../testing/sessionCall.js'
import { signInCall } from '../testing/signInCall.js'
import { fund, newOwner, operationEnvironment, ownAccount } from '../testing/smartAccount.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'
import { servedNames } from './served.js'

let chain: TestChain
let gateway: TestGateway
beforeAll(async () => {
  chain = await startTestChain()
  gateway = await startTestGateway({
    ...operationEnvironment(chain.evm.url),
    LATCHKEY_NETWORKS: localNetworks,
    LATCHKEY_ONRAMP: localOnramp,
  })
})
afterAll(async () => {
  await gateway.stop()
  await chain.evm.close()
})

const names = Object.keys(endpoints) as EndpointName[] // the keys of a literal table

interface Parts {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

function ask(name: EndpointName, { params = {}, query = {}, headers = {}, body }: Parts): Promise<Response> {
  const endpoint: Endpoint = endpoints[name]
  const url = endpointUrl('', endpoint, { params, query })
  const init: RequestInit = { method: endpoint.method, headers }
  return gateway.ask(url, endpoint.method === 'GET' ? init : { ...init, body: JSON.stringify(body ?? {}) })
}

const exampleOf = (name: EndpointName): EndpointExample => endpointExamples[name] as EndpointExample // one of the union by its own name
const partsOf = (name: EndpointName) => exampleOf(name).input as Parts // inputs of endpoints have these parts, as texts

/** The hidden page of attestations hands out a token that its requests carry. */
async function pageToken(): Promise<string> {
  const page = await (await gateway.ask('/verify/any')).text()
  return /token=([0-9a-f]+)/.exec(page)?.[1] ?? ''
}

/** What is signed is of now, by somebody who has the name. */
async function signedCall(name: EndpointName): Promise<Parts | undefined> {
  const owner = personOf(6)
  const call = (content: object) => boundEnvelope(gateway, owner, content)
  if (name === 'registerName') return { body: await call({ action: 'register', name: 'walker.latch.id' }) }
  if (name === 'ccipRead')
    return { params: { sender: owner.address, file: `${addressQuestion('alice.latch.id')}.json` } }
  if (name === 'ccipReadPost')
    return { body: { sender: owner.address, data: addressQuestion('alice.latch.id') } }
  if (name !== 'updateNameAttributes' && name !== 'updateNameAddress') return undefined
  const own = `${name.toLowerCase()}.latch.id`
  await postName(gateway, await call({ action: 'register', name: own }))
  const change =
    name === 'updateNameAttributes'
      ? { action: 'attributes', attributes: { bio: 'hello' } }
      : { action: 'address', coin_type: 60, address: owner.address }
  return { params: { name: own }, body: await call({ ...change, name: own }) }
}

async function openedOrder(): Promise<string> {
  const { orderId } = (await (await ask('onrampWidget', partsOf('onrampWidget'))).json()) as {
    orderId: string
  }
  return orderId
}

/** Nobody else can sign what the sandbox says. */
async function signedWebhook(): Promise<Parts> {
  const order = { orderId: await openedOrder(), amount: '100.00', currency: 'USD' }
  const { headers, text } = gateway.deps.onramp.sandbox?.charge(order) ?? { headers: {}, text: '{}' }
  return { headers: headers as Record<string, string>, body: JSON.parse(text) } // each header has a value
}

/** Calls of a smart account that the bundler has. */
async function sentCalls(): Promise<string> {
  const account = ownAccount(gateway, chain, newOwner())
  await fund(chain, account.address)
  return writeCallsId(await account.sendCalls({ calls: [{ to: account.address }] }), 31_337n)
}

/** Files are asked for by their content, which no example can foresee. */
async function existing(name: EndpointName): Promise<Parts> {
  if (name === 'walletImage' || name === 'assetImage') {
    const { data } = gateway.deps.directory.list({ page: 1, entries: 1 })
    return { params: { id: data[0]?.image_id ?? '' } }
  }
  if (name === 'nftImage') {
    const listed = await (await ask('nfts', partsOf('nfts'))).json()
    const [first] = v.parse(endpoints.nfts.response, listed).data
    return { params: { id: first?.image?.split('/').at(-1) ?? '' } }
  }
  if (name === 'onrampOrder' || name === 'onrampSandboxPage' || name === 'onrampSandboxPay')
    return { params: { orderId: await openedOrder() } }
  if (name === 'onrampWebhook') return signedWebhook()
  if (name === 'jsonRpc') {
    const { body } = endpointExamples.jsonRpc.input
    return { body: { ...body, params: [await sentCalls()] } }
  }
  const ofSession = await sessionCall(gateway, name)
  if (ofSession) return ofSession
  if (name === 'verifyScript') return { query: { token: await pageToken() } }
  if (name === 'attest') return { headers: { 'x-csrf-token': await pageToken() } }
  if (name === 'attestation') await ask('attest', { ...partsOf('attest'), ...(await existing('attest')) })
  const signed = (await signedCall(name)) ?? (await signInCall(gateway, name))
  if (signed) return signed
  if (name !== 'fontFile') return {}
  const css = await (await gateway.ask('/fonts/latchkey.css')).text()
  return { params: { file: /[\w-]+\.woff2/.exec(css)?.[0] ?? '' } }
}

const binary = /^(?:image|font)\//

async function bodyOf(answer: Response, { contentType }: Endpoint): Promise<unknown> {
  if (!contentType) return answer.json()
  return binary.test(contentType) ? new Uint8Array(await answer.arrayBuffer()) : answer.text()
}

async function expectRefusal(answer: Response, statuses: readonly number[]): Promise<void> {
  expect(statuses).toContain(answer.status)
  expect(v.safeParse(failureBody, await answer.json()).issues).toBeUndefined()
  expect(answer.headers.get('x-request-id')).toBeTruthy()
}

/** A refusal has the one shape, also where nobody thought of what was sent; JSON-RPC refuses in its own. */
async function expectNoFault(answer: Response): Promise<void> {
  if (answer.ok) return void (await answer.arrayBuffer())
  expect(answer.status).not.toBe(500)
  expect(v.safeParse(failureBody, await answer.json()).issues).toBeUndefined()
  expect(answer.headers.get('x-request-id')).toBeTruthy()
}

test('every endpoint of the contract is served', () => {
  expect([...servedNames].sort()).toEqual([...names].sort())
})

/** The contract has errors of JSON-RPC as well, within a 200: a good call must not be answered with one. */
const rpcNames: ReadonlySet<EndpointName> = new Set(['chainRpc', 'bundler', 'walletRpc', 'jsonRpc'])

describe.each(servedNames)('%s', (name) => {
  const endpoint: Endpoint = endpoints[name]

  test('answers a good request with what the contract says', async () => {
    const answer = await ask(name, { ...partsOf(name), ...(await existing(name)) })
    expect(answer.status).toBe(endpoint.status ?? 200)
    const said = await bodyOf(answer, endpoint)
    expect(v.safeParse(endpoint.response, said).issues).toBeUndefined()
    if (rpcNames.has(name))
      for (const one of [said].flat())
        expect(one).toEqual({ jsonrpc: '2.0', id: expect.anything(), result: expect.anything() })
    expect(answer.headers.get('cache-control')).toBe(cacheControl(endpoint))
    const type = endpoint.contentType ?? 'application/json; charset=utf-8'
    const isOf = (wanted: string) => new RegExp(`^${wanted.replaceAll('*', '[a-z+]+')}$`)
    expect(answer.headers.get('content-type')).toMatch(isOf(type))
  })

  test.each(exampleOf(name).refused)('refuses a request with $why', async ({ part, value }) => {
    const answer = await ask(name, { ...partsOf(name), [part]: value })
    await expectRefusal(answer, [400])
  })

  test('answers a good answer or a refusal in the one shape, and never 500, whatever it is sent', async () => {
    const odd = [
      undefined,
      null,
      0,
      '',
      'x',
      [],
      [[]],
      {},
      { jsonrpc: '2.0' },
      { id: { toString: 1 } },
      Array(200).fill(null),
    ]
    for (const value of odd) {
      await expectNoFault(await ask(name, { ...partsOf(name), body: value }))
      const query = { chainId: String(value), projectId: 'p', st: '\u0000', sv: '%' }
      await expectNoFault(await ask(name, { ...partsOf(name), query }))
    }
  })

  test('refuses a method that it does not have, in the one shape', async () => {
    const url = endpointUrl('', endpoint, partsOf(name))
    await expectRefusal(await gateway.ask(url, { method: 'DELETE' }), [405])
  })

  test('is served under its other paths too', async () => {
    for (const path of endpoint.aliases ?? []) {
      const url = endpointUrl('', { path }, partsOf(name))
      const init = { method: endpoint.method, body: JSON.stringify(partsOf(name).body) }
      expect((await gateway.ask(url, init)).status).toBe(200)
    }
  })
})
