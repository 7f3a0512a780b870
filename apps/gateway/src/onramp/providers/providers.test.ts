/** The wires of companies, against answers written by hand from their public documentation. */
import { createHmac, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Outbound, OutboundError, type OutboundRequest } from '../../ports/outbound.js'
import { createRecordedLog } from '../../testing/log.js'
import { startTestGateway, type TestGateway } from '../../testing/startTestGateway.js'
import { readOnramp } from '../settings.js'
import { hs256, writeJwt } from './wire.js'

const { privateKey, publicKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'sec1', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const secrets = {
  moonpaySecret: 'sk_test_secret-of-moonpay',
  moonpayHook: 'wk_test_secret-of-hooks',
  transakSecret: 'secret-of-transak',
  transakToken: 'secret-access-token-of-transak',
  meldKey: 'secret-key-of-meld',
  meldHook: 'secret-hook-of-meld',
}
const settings = {
  coinbase: { keyId: 'organizations/o/apiKeys/k', keySecret: privateKey },
  moonpay: { publicKey: 'pk_test_public', secretKey: secrets.moonpaySecret, webhookKey: secrets.moonpayHook },
  transak: {
    apiKey: 'public-of-transak',
    apiSecret: secrets.transakSecret,
    referrerDomain: 'shop.example',
    environment: 'staging',
  },
  meld: { key: secrets.meldKey, webhookSecret: secrets.meldHook, environment: 'sandbox' },
}

const usd = (value: string) => ({ value, currency: 'USD' })
const answers: Record<string, unknown> = {
  'api.developer.coinbase.com/onramp/v1/buy/quote': {
    payment_total: usd('100.00'),
    payment_subtotal: usd('97.50'),
    purchase_amount: { value: '97.5', currency: 'USDC' },
    coinbase_fee: usd('2.49'),
    network_fee: usd('0.01'),
    quote_id: 'q',
  },
  'api.developer.coinbase.com/onramp/v1/token': { token: 'one-time-token', channel_id: '' },
  'api.moonpay.com/v3/currencies/usdc_base/buy_quote': {
    baseCurrencyAmount: 95.51,
    quoteCurrencyAmount: 95.4,
    feeAmount: 3.99,
    extraFeeAmount: 0,
    networkFeeAmount: 0.5,
    totalAmount: 100,
  },
  'api-stg.transak.com/api/v1/pricing/public/quotes': {
    response: {
      quoteId: 'q',
      fiatAmount: 100,
      cryptoAmount: 96.2,
      totalFee: 3.8,
      feeBreakdown: [
        { id: 'transak_fee', value: 3.5 },
        { id: 'network_fee', value: 0.3 },
      ],
    },
  },
  'api-stg.transak.com/partners/api/v2/refresh-token': {
    data: { accessToken: secrets.transakToken, expiresAt: 4_000_000_000 },
  },
  'api-gateway-stg.transak.com/api/v2/auth/session': {
    data: { widgetUrl: 'https://global-stg.transak.com?apiKey=public-of-transak&sessionId=s' },
  },
  'api-sb.meld.io/payments/crypto/quote': {
    quotes: [
      { serviceProvider: 'WORSE', sourceAmount: 100, destinationAmount: 90, totalFee: 10, networkFee: 1 },
      {
        serviceProvider: 'BETTER',
        sourceAmount: 100,
        destinationAmount: 98.1,
        totalFee: 1.9,
        networkFee: 0.4,
      },
    ],
  },
  'api-sb.meld.io/crypto/session/widget': { id: 'w', widgetUrl: 'https://meldcrypto.example/?token=t' },
}

const asked: OutboundRequest[] = []
let changed: Record<string, { status: number; text: string } | 'away'> = {}
const outbound: Outbound = {
  async send(request) {
    asked.push(request)
    const { host, pathname } = new URL(request.url)
    const place = host + pathname
    const change = changed[place]
    if (change === 'away') throw new OutboundError('unreachable')
    if (change) return { ...change, retryAfter: undefined }
    const answer = answers[place]
    if (answer === undefined) throw new Error(`nobody is at ${place}`)
    return { status: 200, text: JSON.stringify(answer), retryAfter: undefined }
  },
}
const sentTo = (place: string) => {
  const found = asked.find(({ url }) => new URL(url).host + new URL(url).pathname === place)
  if (!found) throw new Error(`nothing was sent to ${place}`)
  return { ...found, json: JSON.parse(found.body ?? '{}') as Record<string, unknown> } // bodies are objects
}

const recorded = createRecordedLog()
let gateway: TestGateway
beforeAll(async () => {
  const environment = { LATCHKEY_ONRAMP: JSON.stringify(settings) }
  gateway = await startTestGateway(environment, { outbound, log: recorded.log })
})
beforeEach(() => {
  asked.length = 0
  changed = {}
})
afterAll(() => gateway.stop())

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const purchase = {
  sourceAmount: '100',
  sourceCurrencyCode: 'USD',
  destinationCurrencyCode: 'USDC',
  chainId: 'eip155:8453',
  countryCode: 'US',
  paymentMethodType: 'card',
}
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  gateway.ask(path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) })
const json = async (answer: Promise<Response>) => (await answer).json() as Promise<Record<string, string>> // texts, as far as they are read here
const open = (serviceProvider: string, changes = {}) =>
  json(post('/v1/onramp/widget', { ...purchase, serviceProvider, walletAddress: address, ...changes }))
const statusOf = async (id: string | undefined) => (await json(gateway.ask(`/v1/onramp/orders/${id}`))).status

test('[S7-19] quotes of all stand side by side, best first, with fees that add up', async () => {
  const answer = await post('/v1/onramp/multi/quotes', purchase)
  const quotes = (await answer.json()) as Record<string, string>[] // a list of texts
  expect(
    quotes.map(({ serviceProvider, destinationAmount, totalFee, networkFee }) => [
      serviceProvider,
      destinationAmount,
      totalFee,
      networkFee,
    ]),
  ).toEqual([
    ['MELD', '98.1', '1.9', '0.4'],
    ['COINBASE', '97.5', '2.5', '0.01'],
    ['TRANSAK', '96.2', '3.8', '0.3'],
    ['MOONPAY', '95.4', '4.49', '0.5'],
  ])
})

test('a company that is away, lies or refuses takes nothing from the others; all away is 503 without their addresses', async () => {
  changed = {
    'api-sb.meld.io/payments/crypto/quote': { status: 500, text: secrets.meldKey },
    'api.developer.coinbase.com/onramp/v1/buy/quote': {
      status: 200,
      text: '{"payment_total":{"value":"-1"}}',
    },
    'api.moonpay.com/v3/currencies/usdc_base/buy_quote': 'away',
  }
  const quotes = (await (await post('/v1/onramp/multi/quotes', purchase)).json()) as Record<string, string>[] // a list of texts
  expect(quotes.map(({ serviceProvider }) => serviceProvider)).toEqual(['TRANSAK'])
  changed['api-stg.transak.com/api/v1/pricing/public/quotes'] = 'away'
  const answer = await post('/v1/onramp/multi/quotes', purchase)
  expect(answer.status).toBe(503)
  expect(await answer.text()).not.toMatch(/http|secret|apiKey/)
})

describe('Coinbase', () => {
  test('[S7-17] [wire defect 5] a window has a session token, and the address and the key stay on the server', async () => {
    const { widgetUrl, orderId } = await open('COINBASE', { redirectUrl: 'https://shop.example/done' })
    const url = new URL(widgetUrl ?? '')
    expect(url.origin + url.pathname).toBe('https://pay.coinbase.com/buy/select-asset')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      sessionToken: 'one-time-token',
      defaultNetwork: 'base',
      defaultAsset: 'USDC',
      defaultPaymentMethod: 'CARD',
      fiatCurrency: 'USD',
      partnerUserRef: orderId,
      presetFiatAmount: '100',
      redirectUrl: 'https://shop.example/done',
    })
    const { json: body, headers } = sentTo('api.developer.coinbase.com/onramp/v1/token')
    expect(body).toEqual({
      addresses: [{ address, blockchains: ['base'] }],
      assets: ['USDC'],
      clientIp: '127.0.0.1',
    })
    const [head = '', payload = '', signature = ''] = (headers?.authorization ?? '')
      .replace('Bearer ', '')
      .split('.')
    const read = (part: string) =>
      JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown> // objects
    expect(read(head)).toMatchObject({ alg: 'ES256', kid: settings.coinbase.keyId })
    expect(read(payload)).toMatchObject({
      sub: settings.coinbase.keyId,
      iss: 'cdp',
      uri: 'POST api.developer.coinbase.com/onramp/v1/token',
    })
    const key = createPublicKey(publicKey)
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${payload}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    expect(isSigned).toBe(true)
  })

  test('an order is asked about there, and told once it is done', async () => {
    const { orderId } = await open('COINBASE')
    const place = `api.developer.coinbase.com/onramp/v1/buy/user/${orderId}/transactions`
    const transaction = {
      status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
      transaction_id: 't',
      tx_hash: '0xab',
      payment_total: usd('50.00'),
      purchase_amount: { value: '48.7', currency: 'USDC' },
    }
    changed[place] = { status: 200, text: JSON.stringify({ transactions: [transaction] }) }
    expect(await json(gateway.ask(`/v1/onramp/orders/${orderId}`))).toMatchObject({
      status: 'delivered',
      transactionHash: '0xab',
      payment: { amount: '50.00', currency: 'USD' },
      purchase: { amount: '48.7', currency: 'USDC' },
    })
  })

  test('an order is told as it is known while Coinbase is away', async () => {
    const { orderId } = await open('COINBASE')
    changed[`api.developer.coinbase.com/onramp/v1/buy/user/${orderId}/transactions`] = 'away'
    expect(await statusOf(orderId)).toBe('created')
  })
})

describe('MoonPay', () => {
  test('[S7-17] a window is a link whose query is signed', async () => {
    const { widgetUrl, orderId } = await open('MOONPAY')
    const url = new URL(widgetUrl ?? '')
    expect(url.origin).toBe('https://buy-sandbox.moonpay.com')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      apiKey: 'pk_test_public',
      currencyCode: 'usdc_base',
      walletAddress: address,
      externalTransactionId: orderId,
    })
    const [query = ''] = url.search.split('&signature=')
    const due = createHmac('sha256', secrets.moonpaySecret).update(query).digest('base64')
    expect(url.searchParams.get('signature')).toBe(due)
  })

  test('webhooks move the order on when they are signed, and never back', async () => {
    const { orderId } = await open('MOONPAY')
    const send = (status: string, options: { key?: string; at?: number } = {}) => {
      const text = JSON.stringify({
        type: 'transaction_updated',
        data: {
          id: 't1',
          status,
          externalTransactionId: orderId,
          cryptoTransactionId: '0xcd',
          quoteCurrencyAmount: 95.4,
        },
      })
      const at = options.at ?? Math.floor(Date.now() / 1000)
      const signature = createHmac('sha256', options.key ?? secrets.moonpayHook)
        .update(`${at}.${text}`)
        .digest('hex')
      return post('/v1/onramp/webhooks/moonpay', text, { 'moonpay-signature-v2': `t=${at},s=${signature}` })
    }
    expect((await send('completed', { key: secrets.moonpaySecret })).status).toBe(401)
    expect((await send('completed', { at: 1_700_000_000 })).status).toBe(400)
    // A window that was opened for 100 may be used for another amount: nothing is known until it is told.
    expect(await json(gateway.ask(`/v1/onramp/orders/${orderId}`))).toMatchObject({
      status: 'created',
      payment: null,
      purchase: null,
    })
    for (const [status, shown] of [
      ['waitingPayment', 'created'],
      ['pending', 'paid'],
      ['completed', 'delivered'],
      ['pending', 'delivered'],
      ['failed', 'delivered'],
    ] as const) {
      expect((await send(status)).status).toBe(200)
      expect(await statusOf(orderId)).toBe(shown)
    }
    expect(await json(gateway.ask(`/v1/onramp/orders/${orderId}`))).toMatchObject({
      payment: null,
      purchase: { amount: '95.4', currency: 'USDC' },
    })
  })
})

describe('Transak', () => {
  test('[S7-17] a window is a session that the server made, with a token that is asked for once', async () => {
    await open('TRANSAK')
    const { widgetUrl, orderId } = await open('TRANSAK')
    expect(widgetUrl).toBe('https://global-stg.transak.com?apiKey=public-of-transak&sessionId=s')
    expect(asked.filter(({ url }) => url.includes('refresh-token'))).toHaveLength(1)
    const sessions = asked.filter(({ url }) => url.includes('/auth/session'))
    expect(sessions.at(-1)?.headers).toMatchObject({ 'access-token': secrets.transakToken })
    expect(JSON.parse(sessions.at(-1)?.body ?? '')).toMatchObject({
      widgetParams: { partnerOrderId: orderId, walletAddress: address, network: 'base', fiatAmount: '100' },
    })
  })

  test('webhooks are tokens under the access token; others, and unsigned ones, are refused', async () => {
    const { orderId } = await open('TRANSAK')
    const payload = {
      eventID: 'ORDER_COMPLETED',
      webhookData: {
        id: 'o1',
        partnerOrderId: orderId,
        status: 'COMPLETED',
        transactionHash: '0xef',
        fiatAmount: 50,
        fiatCurrency: 'EUR',
        cryptoAmount: 48.1,
      },
    }
    const signed = (key: string, alg = 'HS256') => writeJwt({ alg, typ: 'JWT' }, payload, hs256(key))
    const send = (data: string) => post('/v1/onramp/webhooks/transak', { data })
    const unsigned = `${signed('x', 'none').split('.').slice(0, 2).join('.')}.AA`
    for (const forged of [signed('another-key-of-somebody'), signed(secrets.transakToken, 'none'), unsigned])
      expect((await send(forged)).status).toBe(401)
    expect(await statusOf(orderId)).toBe('created')
    // Nothing is kept after a restart: the token is asked for again, and a forged webhook does not make it change.
    await gateway.deps.cache.delete('onramp:transak:token')
    asked.length = 0
    expect((await send(signed(secrets.transakToken))).status).toBe(200)
    expect((await send(signed('another-key-of-somebody'))).status).toBe(401)
    expect(asked).toHaveLength(1)
    expect(await json(gateway.ask(`/v1/onramp/orders/${orderId}`))).toMatchObject({
      status: 'delivered',
      payment: { amount: '50', currency: 'EUR' },
      purchase: { amount: '48.1', currency: 'USDC' },
    })
  })
})

describe('Meld', () => {
  test('[S7-17] a window is opened for the seller with the best quote', async () => {
    const { widgetUrl, orderId } = await open('MELD')
    expect(widgetUrl).toBe('https://meldcrypto.example/?token=t')
    const { json: body, headers } = sentTo('api-sb.meld.io/crypto/session/widget')
    expect(headers).toMatchObject({ authorization: `BASIC ${secrets.meldKey}`, 'meld-version': '2023-12-19' })
    expect(body).toMatchObject({
      sessionType: 'BUY',
      externalSessionId: orderId,
      sessionData: {
        serviceProvider: 'BETTER',
        destinationCurrencyCode: 'USDC_BASE',
        walletAddress: address,
      },
    })
  })

  test('webhooks are signed over time, address and body', async () => {
    const { orderId } = await open('MELD')
    const url = `http://127.0.0.1:${gateway.apiPort}/v1/onramp/webhooks/meld`
    const text = JSON.stringify({
      eventType: 'TRANSACTION_CRYPTO_COMPLETE',
      eventId: 'e1',
      payload: { externalSessionId: orderId },
    })
    const at = new Date().toISOString()
    const sign = (signedUrl: string) =>
      createHmac('sha256', secrets.meldHook).update(`${at}.${signedUrl}.${text}`).digest('base64url')
    const send = (signature: string) =>
      post('/v1/onramp/webhooks/meld', text, { 'meld-signature': signature, 'meld-signature-timestamp': at })
    expect((await send(sign('https://elsewhere.example/hook'))).status).toBe(401)
    expect((await send(`${sign(url)}=`)).status).toBe(200)
    expect(await statusOf(orderId)).toBe('delivered')
  })
})

test('an address of another namespace is refused before anybody is asked', async () => {
  const body = {
    ...purchase,
    serviceProvider: 'MOONPAY',
    walletAddress: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
  }
  expect((await post('/v1/onramp/widget', body)).status).toBe(400)
  expect(asked).toEqual([])
})

test('[S7-17] a link of a client that names an unknown network is refused: something real would go astray', async () => {
  const link = (network: string) =>
    post('/v1/generators/onrampurl', {
      destinationWallets: [{ address, assets: ['USDC'] }],
      defaultNetwork: network,
    })
  expect((await link('ghost-chain')).status).toBe(400)
  expect((await link('base')).status).toBe(200)
})

test.each(['eip155:987654321987', 'eip155:1'])(
  'the sandbox gives nothing away on %s, which is not known to be a test network',
  async (network) => {
    const sandbox = { network, key: `0x${'11'.repeat(32)}` }
    const started = startTestGateway({ LATCHKEY_LOCAL: '0', LATCHKEY_ONRAMP: JSON.stringify({ sandbox }) })
    await expect(started).rejects.toThrow('not known to be a test network')
  },
)

test('no secret is in a log, and settings repeat none', () => {
  for (const secret of [...Object.values(secrets), privateKey.split('\n')[1] ?? ''])
    expect(recorded.text()).not.toContain(secret)
  expect(() => readOnramp('{"moonpay":{"publicKey":"hunter2"}}')).toThrow(/^(?!.*hunter2).*moonpay/)
  expect(() => readOnramp('{"paypal":{}}')).toThrow('paypal')
})
