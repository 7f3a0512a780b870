/** Every endpoint of the table against its examples, and the few things no example can show. */
import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, expectTypeOf, test } from 'vitest'
import * as exported from './endpoints.js'
import {
  type AnswerOf,
  acceptedFailureBody,
  authenticate,
  balance,
  bounds,
  bundlerMethods,
  cacheControl,
  chainRpc,
  commonFailures,
  defineEndpoint,
  type Endpoint,
  type EndpointInput,
  type EndpointName,
  type EndpointOutput,
  type EndpointRequest,
  endpoints,
  endpointUrl,
  failure,
  failureBody,
  failures,
  fitsBounds,
  getAssetsParams,
  getAssetsResult,
  history,
  name,
  nameMessages,
  onrampUrl,
  revokeMessage,
  rpcRequest,
  supportedChains,
  swapApproval,
  swapTransaction,
  wallets,
} from './endpoints.js'
import { type EndpointExample, endpointExamples } from './examples.js'

type Part = 'params' | 'query' | 'headers' | 'body'
const parts = ['params', 'query', 'headers', 'body'] as const
// The table is a constant, so its keys are exactly the names; its entries are read here as what they have in common.
const table: Readonly<Record<string, Endpoint>> = endpoints
const names = Object.keys(endpoints) as EndpointName[]
const accepts = (schema: v.GenericSchema | undefined, value: unknown) =>
  schema !== undefined && v.safeParse(schema, value).success

function entry(id: EndpointName): Endpoint {
  const found = table[id]
  if (!found) throw new Error(`no endpoint ${id}`)
  return found
}

describe.each(names)('%s', (id) => {
  const endpoint = entry(id)
  const example: EndpointExample = endpointExamples[id]
  const input: { readonly [part in Part]?: unknown } = example.input

  test('a good request is accepted', () => {
    for (const part of parts) {
      const schema = endpoint[part]
      // A part that a call may leave out must also be readable when it is empty.
      if (schema) expect(v.safeParse(schema, input[part] ?? {})).toMatchObject({ success: true })
      else expect(input).not.toHaveProperty(part)
    }
  })

  test('a bad request is refused', () => {
    for (const { why, part, value } of example.refused) {
      expect(endpoint[part], `${part} has a schema`).toBeDefined()
      expect(accepts(endpoint[part], value), why).toBe(false)
    }
  })

  test('the exact answer is sent, and no other', () => {
    expect(v.safeParse(endpoint.response, example.output)).toMatchObject({ success: true })
    for (const { why, value } of example.broken) expect(accepts(endpoint.response, value), why).toBe(false)
  })

  test('the client reads our answer and what other gateways send', () => {
    const reads = endpoint.accepts ?? endpoint.response
    for (const value of [example.output, ...(example.tolerated ?? [])]) {
      expect(v.safeParse(reads, value)).toMatchObject({ success: true })
    }
  })
})

/** A list that counts how many of its items are looked at. */
function watched(length: number, item: unknown): { list: unknown; reads: () => number } {
  let count = 0
  const list = new Proxy(Array(length).fill(item), {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) count++
      return Reflect.get(target, key, receiver)
    },
  })
  return { list, reads: () => count }
}

function allIssues(issues: readonly v.BaseIssue<unknown>[]): number {
  return issues.reduce((sum, issue) => sum + 1 + allIssues(issue.issues ?? []), 0)
}

/** Paths of the lists and records inside a schema that nothing counts before they are walked. */
function uncountedParts(schema: v.GenericSchema, path: string, isCounted = false): string[] {
  // The members by which valibot's schemas hold others.
  const parts = schema as Partial<{
    pipe: v.GenericSchema[]
    wrapped: v.GenericSchema
    item: v.GenericSchema
    value: v.GenericSchema
    options: v.GenericSchema[]
    entries: Record<string, v.GenericSchema>
  }>
  if (parts.pipe) {
    const [first, ...rest] = parts.pipe.filter(({ kind }) => kind === 'schema')
    if (!first) return []
    return [
      ...uncountedParts({ ...first, pipe: undefined } as v.GenericSchema, path, isCounted),
      ...rest.flatMap((part) => uncountedParts(part, path, first.type === 'custom')),
    ]
  }
  const { type } = schema
  const own = (type === 'array' || type === 'record') && !isCounted ? [path] : []
  const nested = [
    ...(parts.wrapped ? [[parts.wrapped, ''] as const] : []),
    ...(parts.item ? [[parts.item, '[]'] as const] : []),
    ...(type === 'record' && parts.value ? [[parts.value, '{}'] as const] : []),
    ...(type === 'union' || type === 'variant' ? (parts.options ?? []) : []).map(
      (option) => [option, ''] as const,
    ),
    ...Object.entries(parts.entries ?? {}).map(([key, entry]) => [entry, `.${key}`] as const),
  ]
  return [...own, ...nested.flatMap(([part, suffix]) => uncountedParts(part, path + suffix))]
}

describe('the calls of section 7', () => {
  /** Method, path, and the fields that the rule names, in the request and in the answer. */
  function proves(id: EndpointName, route: string, sends: string, answers = '') {
    const { method, path, query, body, response } = entry(id)
    expect(`${method} ${path}`).toBe(route)
    expect([...fieldsOf(query), ...fieldsOf(body)]).toEqual(expect.arrayContaining(words(sends)))
    expect(fieldsOf(response)).toEqual(expect.arrayContaining(words(answers)))
  }
  const words = (text: string) => text.split(' ').filter(Boolean)
  function fieldsOf(schema: unknown): string[] {
    if (!(schema instanceof Object)) return []
    if ('entries' in schema && schema.entries instanceof Object) return Object.keys(schema.entries)
    // A piped object keeps its entries on itself; a union offers those of its options.
    return 'options' in schema && Array.isArray(schema.options) ? schema.options.flatMap(fieldsOf) : []
  }

  test('[S7-02] supported chains: lists for http and ws', () =>
    proves('supportedChains', 'GET /v1/supported-chains', '', 'http ws'))
  test('[S7-03] identity of an address', () =>
    proves('identity', 'GET /v1/identity/:address', 'sender', 'name avatar'))
  test('[S7-04] history of an account, by cursor', () =>
    proves('history', 'GET /v1/account/:account/history', 'cursor onramp chainId', 'data next'))
  test('[S7-05] balances of an address', () =>
    proves('balance', 'GET /v1/account/:address/balance', 'currency chainId forceUpdate', 'balances'))
  test('[D-06] collectibles of an address, by cursor, with spam only when it is wanted', () => {
    expect([entry('nfts').method, entry('nfts').path]).toEqual(['GET', '/v1/account/:address/nfts'])
    expect(v.parse(endpoints.nfts.query, {})).toEqual({ spam: false })
    expect(v.parse(endpoints.nfts.query, { spam: 'true' })).toEqual({ spam: true })
    expect(accepts(endpoints.nftImage.response, new Uint8Array(bounds.imageBytes + 1))).toBe(false)
  })
  test('[S7-06] swap quotes', () =>
    proves('swapQuotes', 'GET /v1/convert/quotes', 'amount userAddress from to gasPrice', 'quotes'))
  test('[S7-07] tokens that can be swapped', () =>
    proves('swapTokens', 'GET /v1/convert/tokens', 'chainId', 'tokens'))
  test('[S7-08] token prices', () =>
    proves('price', 'POST /v1/fungible/price', 'currency addresses projectId', 'fungibles'))
  test('[S7-09] allowance of the swap router', () =>
    proves('swapAllowance', 'GET /v1/convert/allowance', 'tokenAddress userAddress', 'allowance'))
  test('[S7-10] gas price', () =>
    proves('swapGasPrice', 'GET /v1/convert/gas-price', 'chainId', 'standard fast instant'))
  test('[S7-11] the swap transaction', () =>
    proves(
      'swapTransaction',
      'POST /v1/convert/build-transaction',
      'amount eip155 projectId from to userAddress disableEstimate',
      'tx',
    ))
  test('[S7-12] the approval before a swap', () =>
    proves('swapApproval', 'GET /v1/convert/build-approve', 'userAddress from to', 'tx'))
  test('[S7-13] a name', () =>
    proves('name', 'GET /v1/profile/account/:name', 'apiVersion', 'name addresses'))
  test('[S7-14] names of an address', () =>
    proves('namesOfAddress', 'GET /v1/profile/reverse/:address', 'sender apiVersion'))
  test('[S7-15] suggestions for a name', () =>
    proves('nameSuggestions', 'GET /v1/profile/suggestions/:name', 'zone', 'suggestions'))
  test('[S7-16] registering a name', () =>
    proves('registerName', 'POST /v1/profile/account', 'coin_type address message signature', 'name'))
  test('[S7-17] a link to buy', () =>
    proves(
      'onrampUrl',
      'POST /v1/generators/onrampurl',
      'destinationWallets defaultNetwork partnerUserId defaultExperience presetCryptoAmount presetFiatAmount',
      'url',
    ))
  test('[S7-18] what can be bought, and with what', () =>
    proves('onrampOptions', 'GET /v1/onramp/options', '', 'paymentCurrencies purchaseCurrencies'))
  test('[S7-19] a quote to buy', () =>
    proves(
      'onrampQuote',
      'POST /v1/onramp/quote',
      'purchaseCurrency paymentCurrency amount network',
      'paymentTotal paymentSubtotal purchaseAmount fees quoteId',
    ))
  test('[S7-20] smart sessions of an account', () =>
    proves('sessions', 'GET /v1/sessions/:address', '', 'pcis'))
  test('[S7-21] revoking a smart session', () =>
    proves('revokeSession', 'POST /v1/sessions/:address/revoke', 'pci signature', 'success'))
  test('[S7-22] an analytics event', () =>
    proves('analyticsEvent', 'POST /e', 'eventId url domain timestamp props'))
  test('[S7-24] directory calls carry project id, sdk type and version', () => {
    for (const id of ['wallets', 'walletImage', 'origins', 'analyticsConfig'] as const) {
      expect(entry(id).method).toBe('GET')
      expect(fieldsOf(entry(id).query)).toEqual(expect.arrayContaining(['projectId', 'st', 'sv']))
    }
  })
  test('[S7-25] wallets, filtered and paged', () =>
    proves(
      'wallets',
      'GET /getWallets',
      'page entries include exclude chains search badge_type',
      'data count',
    ))
  test('[S7-26] four kinds of images', () => {
    expect(
      (['walletImage', 'assetImage', 'currencyImage', 'tokenImage'] as const).map((id) => entry(id).path),
    ).toEqual([
      '/getWalletImage/:id',
      '/public/getAssetImage/:id',
      '/public/getCurrencyImage/:id',
      '/public/getTokenImage/:id',
    ])
    expect(accepts(endpoints.walletImage.response, new Uint8Array(bounds.imageBytes))).toBe(true)
    expect(accepts(endpoints.walletImage.response, new Uint8Array(bounds.imageBytes + 1))).toBe(false)
  })
  test('[S7-27] allowed origins', () => proves('origins', 'GET /projects/v1/origins', '', 'allowedOrigins'))
  test('[S7-28] whether analytics are on', () =>
    proves('analyticsConfig', 'GET /getAnalyticsConfig', '', 'isAnalyticsEnabled'))
  test('[S7-29] names are registered under a coin type, with a signed message', () =>
    proves('registerName', 'POST /v1/profile/account', 'coin_type address signature message'))
  test('[S7-31] chain JSON-RPC names its network in the query; the bundler its bundler too', () => {
    proves('chainRpc', 'POST /v1', 'chainId projectId')
    proves('bundler', 'POST /v1/bundler', 'projectId chainId bundler')
  })
})

test('every endpoint has a good and a bad example', () => {
  expect(Object.keys(endpointExamples).sort()).toEqual([...names].sort())
  for (const id of names) {
    const { refused, broken } = endpointExamples[id]
    const { params, headers, body } = entry(id)
    expect(broken.length, id).toBeGreaterThan(0)
    if (params || headers || body) expect(refused.length, id).toBeGreaterThan(0)
  }
})

test('every endpoint is exported by name, so that a client can take one without the others', () => {
  for (const id of names) expect(exported).toHaveProperty(id, endpoints[id])
})

test('no two endpoints answer the same method and path', () => {
  const shape = (path: string) => path.replace(/:\w+/g, ':')
  const routes = names.flatMap((id) => {
    const { method, path, aliases = [] } = entry(id)
    return [path, ...aliases].map((one) => `${method} ${shape(one)}`)
  })
  expect(new Set(routes).size).toBe(routes.length)
})

test('a fixed path stands before a path with a parameter in its place', () => {
  const paths = names.map((id) => entry(id))
  paths.forEach(({ method, path }, index) => {
    const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
    const shadowed = paths
      .slice(index + 1)
      .filter((later) => later.method === method && pattern.test(later.path))
    expect(shadowed.map((later) => later.path)).toEqual([])
  })
})

describe('identification', () => {
  test('[S7-01] every call of the blockchain API and of the directory may carry sdk type, version and project id', () => {
    const identification = { st: 'latchkey', sv: '0.1.0', projectId: 'p1', clientId: 'c1' }
    // What operators, contracts, wallets and browsers ask carries none.
    const plain = /^\/(?:healthz|readyz|metrics|openapi\.json|reference|verify|fonts|onramp|v1\/ccip)/
    for (const id of names.filter((one) => !plain.test(entry(one).path))) {
      const { query } = entry(id)
      const example: EndpointExample = endpointExamples[id]
      const own = 'query' in example.input && example.input.query instanceof Object ? example.input.query : {}
      expect(query, id).toBeDefined()
      if (query) expect(v.parse(query, { ...own, ...identification }), id).toMatchObject(identification)
      expect(accepts(query, { ...own, st: 's'.repeat(bounds.identifier + 1) }), id).toBe(false)
    }
  })

  test('[D-01] a project id is optional', () => {
    expect(v.parse(supportedChains.query, {})).toEqual({})
  })
})

describe('addresses of calls', () => {
  test('a prefix in the base is kept, relative or not', () => {
    expect(endpointUrl('https://host.example/gateway/', supportedChains)).toBe(
      'https://host.example/gateway/v1/supported-chains',
    )
    expect(endpointUrl('/gateway', supportedChains)).toBe('/gateway/v1/supported-chains')
    expect(endpointUrl('', supportedChains)).toBe('/v1/supported-chains')
  })

  test('empty query fields are left out, lists are joined, and the rest is escaped', () => {
    const query = { a: '', b: undefined, c: null, d: ['x', 'y'], e: 1, f: false, g: 'ä&=', h: [] }
    expect(endpointUrl('', { path: '/p' }, { query })).toBe('/p?d=x%2Cy&e=1&f=false&g=%C3%A4%26%3D')
  })

  test('a missing or dotted path parameter is an error, never another address', () => {
    for (const address of ['', '.', '..']) {
      expect(() => endpointUrl('', endpoints.identity, { params: { address } })).toThrow(TypeError)
    }
    expect(() => endpointUrl('', endpoints.identity)).toThrow(TypeError)
  })

  test('what is written can be read back, whatever the characters', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 })
    fc.assert(
      fc.property(text, fc.dictionary(text, text), (address, query) => {
        fc.pre(address !== '.' && address !== '..')
        const written = endpointUrl('https://host.example/base', endpoints.identity, {
          params: { address },
          query,
        })
        const [path = '', search = ''] = written.split('?')
        expect(decodeURIComponent(path.slice('https://host.example/base/v1/identity/'.length))).toBe(address)
        expect(path.split('/')).toHaveLength(7)
        const fields = search.split('&').filter(Boolean)
        expect(
          new Map(fields.map((one) => one.split('=').map(decodeURIComponent) as [string, string])),
        ).toEqual(new Map(Object.entries(query)))
      }),
    )
  })
})

describe('refusals', () => {
  test('one shape: status FAILED and at least one reason', () => {
    expect(accepts(failureBody, { status: 'FAILED', reasons: [{ field: 'a', description: 'b' }] })).toBe(true)
    expect(accepts(failureBody, { status: 'FAILED', reasons: [] })).toBe(false)
    expect(accepts(failureBody, { error: 'no' })).toBe(false)
    expect(accepts(acceptedFailureBody, { status: 'FAILED', reasons: [{ description: 'b' }] })).toBe(true)
  })

  test.each([
    ['chain', 400, 'chainId'],
    ['address', 400, 'address'],
    ['parameter', 400, ''],
    ['name', 400, 'name'],
    ['coinType', 400, 'coin_type'],
    ['permission', 400, 'pci'],
    ['project', 401, 'authentication'],
    ['signature', 401, 'signature'],
    ['nameNotFound', 404, 'name'],
    ['payload', 422, ''],
    ['upgrade', 426, ''],
    ['quota', 429, 'address'],
    ['rateLimited', 429, 'rate_limited'],
    ['chainUnavailable', 503, 'chainId'],
  ] as const)('%s is %i on field "%s"', (kind, status, field) => {
    expect(failure(kind, 'why')).toEqual({
      status,
      body: { status: 'FAILED', reasons: [{ field, description: 'why' }] },
    })
  })

  test('[S7-23] an origin that is not allowed is a 403 with the text that the product knows', () => {
    expect(failure('origin')).toMatchObject({
      status: 403,
      body: { reasons: [{ description: 'Unauthorized: origin not allowed' }] },
    })
    expect(commonFailures).toContain('origin')
  })

  test('every refusal is an exact body', () => {
    for (const kind of Object.keys(failures) as (keyof typeof failures)[]) {
      expect(accepts(failureBody, failure(kind).body), kind).toBe(true)
    }
  })
})

describe('what no single example shows', () => {
  test('[S7-02] answers may be kept for a short time only', () => {
    expect(cacheControl(supportedChains)).toBe('public, max-age=300')
    expect(cacheControl(chainRpc)).toBe('no-store')
    expect(cacheControl(endpoints.walletImage)).toBe('public, max-age=31536000, immutable')
  })

  test('[S7-03] identity is also served under the account', () => {
    expect(endpoints.identity.aliases).toEqual(['/v1/account/:address/identity'])
  })

  test('[S7-04] a bare chain number reads as eip155, and the currency defaults to usd', () => {
    expect(v.parse(history.query, { chainId: '1' })).toEqual({ chainId: 'eip155:1', currency: 'usd' })
  })

  test('[S7-04] null transfers of another gateway read as none', () => {
    const [page] = endpointExamples.history.tolerated ?? []
    expect(v.parse(history.accepts, page).data[0]?.transfers).toEqual([])
  })

  test('[S7-05] tokens to force are a comma list on the wire and a list to the server', () => {
    const forceUpdate = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee, ,eip155:1:0xab'
    expect(v.parse(balance.query, { currency: 'usd', forceUpdate }).forceUpdate).toEqual([
      'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
      'eip155:1:0xab',
    ])
  })

  test('[S7-11] [D-16] slippage is between 0.1 and 5 percent', () => {
    const { body } = endpointExamples.swapTransaction.input
    const withSlippage = (slippage: number) => ({ ...body, eip155: { slippage } })
    for (const slippage of [0.1, 1, 5]) {
      expect(accepts(swapTransaction.body, withSlippage(slippage))).toBe(true)
    }
    for (const slippage of [0, 0.09, 5.01, Number.NaN]) {
      expect(accepts(swapTransaction.body, withSlippage(slippage))).toBe(false)
    }
  })

  test('[S7-12] a foreign answer whose calldata is no approval is not read', () => {
    const data = `0xa9059cbb${'0'.repeat(128)}`
    expect(accepts(swapApproval.accepts, { tx: { from: 'a', to: 'b', data } })).toBe(false)
  })

  test('[S7-13] names are read in lower case', () => {
    expect(v.parse(name.params, { name: 'Alice.Latch.ID' })).toEqual({ name: 'alice.latch.id' })
  })

  test('[D-20] a signed message says which call it is for, or carries a time', () => {
    const bound = {
      version: '2',
      domain: 'dapp.example',
      chainId: 'eip155:1',
      nonce: 'n1',
      issuedAt: '2026-02-03T11:22:33Z',
      expiresAt: '2026-02-03T11:27:33Z',
    }
    const registration = { action: 'register', name: 'alice.latch.id', ...bound }
    expect(accepts(nameMessages.register, registration)).toBe(true)
    expect(accepts(nameMessages.register, { name: 'alice.latch.id', timestamp: 1 })).toBe(true)
    expect(accepts(nameMessages.register, { ...registration, action: 'address' })).toBe(false)
    expect(accepts(nameMessages.register, { ...registration, nonce: undefined })).toBe(false)
    expect(accepts(nameMessages.attributes, registration)).toBe(false)
    expect(accepts(nameMessages.address, { ...registration, action: 'address' })).toBe(false)
  })

  test('[S7-17] [D-14] a JSON number in a request becomes text before anybody adds it up', () => {
    const destinationWallets = [{ address: '0xab' }]
    expect(v.parse(onrampUrl.body, { destinationWallets, presetFiatAmount: 12.5 }).presetFiatAmount).toBe(
      '12.5',
    )
    expect(accepts(onrampUrl.body, { destinationWallets, presetFiatAmount: 1e21 })).toBe(false)
  })

  test('[S7-21] a revocation is signed for one session and one moment', () => {
    const pci = '0f9a4f56-6d3b-4f5e-9a0c-3c1d2b7e8f90'
    expect(accepts(revokeMessage, { pci, action: 'revoke', timestamp: 1 })).toBe(true)
    expect(accepts(revokeMessage, { pci, action: 'activate', timestamp: 1 })).toBe(false)
    expect(accepts(revokeMessage, { pci, action: 'revoke' })).toBe(false)
  })

  test('[S7-25] the directory pages by one and forty, and trims the search', () => {
    expect(v.parse(wallets.query, { search: ' meta ', include: 'a,b' })).toEqual({
      page: 1,
      entries: 40,
      search: 'meta',
      include: ['a', 'b'],
    })
  })

  test('[S7-31] a batch is bounded, and so is each request in it', () => {
    const request = { jsonrpc: '2.0', id: 1, method: 'eth_call' }
    expect(accepts(chainRpc.body, Array(bounds.rpcBatch).fill(request))).toBe(true)
    expect(accepts(chainRpc.body, Array(bounds.rpcBatch + 1).fill(request))).toBe(false)
    expect(accepts(rpcRequest, { ...request, params: Array(bounds.jsonNodes).fill(0) })).toBe(false)
    expect(bundlerMethods).toContain('eth_getUserOperationReceipt')
  })

  test('a base loses the slashes at its end, and only those, however many there are', () => {
    expect(endpointUrl('https://host/prefix///', supportedChains)).toBe(
      'https://host/prefix/v1/supported-chains',
    )
    // A pattern would take minutes for this one.
    const slashes = `https://host${'/'.repeat(400_000)}x`
    expect(endpointUrl(slashes, supportedChains)).toBe(`${slashes}/v1/supported-chains`)
  })

  test('[S7-31] a batch that is too long is refused before any request in it is read', () => {
    const { list, reads } = watched(349_000, {})
    const read = v.safeParse(chainRpc.body, list)
    expect(read.success).toBe(false)
    expect(reads()).toBe(0)
    expect(allIssues(read.issues ?? [])).toBeLessThan(10)
  })

  test('[S7-31] parameters that are too many are refused before they are walked', () => {
    const { list, reads } = watched(400_000, 0)
    expect(accepts(rpcRequest, { jsonrpc: '2.0', method: 'eth_call', params: list })).toBe(false)
    expect(fitsBounds([list])).toBe(false)
    expect(reads()).toBe(0)
  })

  test('a value is as large as the bound or larger by one', () => {
    expect(fitsBounds(Array(bounds.jsonNodes - 1).fill(0))).toBe(true)
    expect(fitsBounds(Array(bounds.jsonNodes).fill(0))).toBe(false)
    expect(fitsBounds(Object.fromEntries(Array.from({ length: bounds.jsonNodes }, (_, n) => [n, 0])))).toBe(
      false,
    )
    const halves = Array(2).fill(Array(bounds.jsonNodes / 2).fill(0))
    expect(fitsBounds(halves)).toBe(false)
  })

  test('every list and every record of a body is counted before its first item is read', () => {
    const uncounted = Object.entries<Endpoint>(endpoints).flatMap(([name, { body }]) =>
      body ? uncountedParts(body, name) : [],
    )
    expect([...uncounted, ...uncountedParts(getAssetsParams, 'getAssetsParams')]).toEqual([])
  })

  test('[S3-06] wallet assets carry hex balances and one of two types', () => {
    const metadata = { name: 'Ether', symbol: 'ETH', decimals: 18, price: 3120.5, iconUrl: '' }
    const asset = { address: 'native', balance: '0xde0b6b3a7640000', type: 'NATIVE', metadata }
    expect(accepts(getAssetsResult, { '0x1': [asset] })).toBe(true)
    expect(accepts(getAssetsResult, { '0x1': [{ ...asset, balance: 1e18 }] })).toBe(false)
    expect(accepts(getAssetsResult, { '0x1': [{ ...asset, type: 'native' }] })).toBe(false)
    expect(accepts(getAssetsResult, { '1': [asset] })).toBe(false)
    const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    expect(accepts(getAssetsParams, { account, chainFilter: ['0x1'] })).toBe(true)
    expect(accepts(getAssetsParams, { account, chainFilter: ['eip155:1'] })).toBe(false)
  })

  test('calldata may be as long as the bound, in whole bytes, and no longer', () => {
    const { tx } = endpointExamples.swapTransaction.output
    const withData = (data: string) => ({ tx: { ...tx, data } })
    const longest = `0x${'ab'.repeat(bounds.dataBytes)}`
    expect(accepts(swapTransaction.response, withData(longest))).toBe(true)
    for (const data of [`${longest}ab`, '0xa', 'ab', '0xzz', '']) {
      expect(accepts(swapTransaction.response, withData(data))).toBe(false)
    }
  })

  test('a header with a line break is refused', () => {
    expect(accepts(authenticate.headers, { 'x-nonce-jwt': 'Bearer a\r\nx: y' })).toBe(false)
  })
})

describe('types', () => {
  test('a caller hands in what the server reads', () => {
    expectTypeOf<EndpointInput<'identity'>>().toExtend<{ params: { address: string } }>()
    expectTypeOf<{ readonly query: { readonly chainId: 'eip155:1' } }>().toExtend<
      EndpointInput<'swapTokens'>
    >()
    expectTypeOf<EndpointRequest<'wallets'>['query']['page']>().toEqualTypeOf<number>()
    expectTypeOf<EndpointOutput<'swapAllowance'>>().toEqualTypeOf<{ readonly allowance: string }>()
    expectTypeOf<AnswerOf<typeof endpoints.wallets>['data'][number]['chains']>().toEqualTypeOf<string[]>()
  })

  test('a call whose parts are all optional needs none of them', () => {
    expectTypeOf<object>().toExtend<EndpointInput<'supportedChains'>>()
  })

  test('path and parameters must agree', () => {
    const common = { rule: 'S7-03', method: 'GET', response: v.string(), errors: [] } as const
    // @ts-expect-error the path has a parameter that nothing reads
    defineEndpoint({ ...common, path: '/a/:b' })
    // @ts-expect-error the path has no parameter of that name
    defineEndpoint({ ...common, path: '/a/:b', params: v.object({ c: v.string() }) })
    // @ts-expect-error the path has no parameters
    defineEndpoint({ ...common, path: '/a', params: v.object({ b: v.string() }) })
    expect(defineEndpoint({ ...common, path: '/a/:b', params: v.object({ b: v.string() }) }).path).toBe(
      '/a/:b',
    )
  })
})
