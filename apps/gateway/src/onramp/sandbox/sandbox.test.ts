/** The sandbox from options to tokens on a real chain, and what attackers try on the way. */
import { randomUUID } from 'node:crypto'
import { decodeFunctionResult, encodeFunctionData, erc20Abi, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Hex } from '../../chain/shapes.js'
import {
  local,
  localNetworks,
  localOnramp,
  startTestChain,
  type TestChain,
} from '../../testing/localChain.js'
import { createRecordedLog } from '../../testing/log.js'
import { startTestGateway, type TestGateway } from '../../testing/startTestGateway.js'
import { digestOf } from '../signedEvent.js'

const buyer = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const card = '4242 4242 4242 4242'
const recorded = createRecordedLog()

let chain: TestChain
let gateway: TestGateway
beforeAll(async () => {
  chain = await startTestChain()
  gateway = await startTestGateway(
    {
      LATCHKEY_UPSTREAMS: JSON.stringify({ 'eip155:31337': [chain.evm.url] }),
      LATCHKEY_NETWORKS: localNetworks,
      LATCHKEY_ONRAMP: localOnramp,
      LATCHKEY_PROJECTS: JSON.stringify([
        { id: 'other', name: 'Other', allowedOrigins: ['https://other.example'] },
      ]),
    },
    { log: recorded.log },
  )
})
afterAll(async () => {
  await gateway.stop()
  await chain.evm.close()
})

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  gateway.ask(path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) })
const json = async (answer: Promise<Response>) => (await answer).json() as Promise<Record<string, unknown>> // every answer here is an object

const purchase = {
  sourceAmount: '100',
  sourceCurrencyCode: 'USD',
  destinationCurrencyCode: 'USDC',
  paymentMethodType: 'card',
  chainId: 'eip155:31337',
}

async function order(changes: Record<string, unknown> = {}): Promise<string> {
  const body = { ...purchase, serviceProvider: 'SANDBOX', walletAddress: buyer, ...changes }
  const { orderId } = await json(post('/v1/onramp/widget', body))
  return String(orderId)
}

const stateOf = (id: string, query = '') => json(gateway.ask(`/v1/onramp/orders/${id}${query}`))
const pay = (id: string, number = card) => post(`/onramp/sandbox/${id}/pay`, { card: number })
const arrival = async (id: string) =>
  await expect
    .poll(async () => (await stateOf(id)).status, { timeout: 20_000, interval: 100 })
    .toBe('delivered')

async function usdcOf(address: string): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address as Hex] }) // an address
  const result = await chain.evm.request('eth_call', [{ to: local.addresses.usdc, data }, 'latest'])
  return decodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', data: result as Hex }) // return data
}

/** Signed as the sandbox signs, with the key of the database. */
async function webhook(event: Record<string, unknown>, options: { key?: Buffer; at?: number } = {}) {
  const [row] = await gateway.deps.db.query.query.gatewaySecrets.findMany({
    where: (secret, { eq }) => eq(secret.name, 'onramp sandbox'),
  })
  const key = options.key ?? Buffer.from(row?.value ?? '', 'base64')
  const at = options.at ?? Math.floor(Date.now() / 1000)
  const text = JSON.stringify({ eventId: randomUUID(), type: 'payment.succeeded', currency: 'USD', ...event })
  const signature = `t=${at},v1=${digestOf(key, `${at}.${text}`).toString('hex')}`
  return { text, headers: { 'latchkey-signature': signature } }
}

const send = ({ text, headers }: { text: string; headers: Record<string, string> }) =>
  post('/v1/onramp/webhooks/sandbox', text, headers)

describe('buying in the sandbox', () => {
  test('[S7-18] [wire defect 4] the options name what the account holds, with the limits of S9-05', async () => {
    const { paymentCurrencies, purchaseCurrencies } = await json(gateway.ask('/v1/onramp/options'))
    expect(paymentCurrencies).toEqual([
      {
        id: 'USD',
        payment_method_limits: [
          { id: 'card', min: '10.00', max: '7500.00' },
          { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
        ],
      },
    ])
    const symbols = (purchaseCurrencies as { symbol: string }[]).map(({ symbol }) => symbol) // as the contract has it
    // Not WETH and TOLL, of which the account has none, nor STUCK, which has no price.
    expect(symbols).toEqual(['ETH', 'USDC', 'DAI', 'USDT'])
  })

  test('[S7-19] [D-14] [wire defect 4] a quote adds up to the cent and is worth what the chain says', async () => {
    const quote = await json(
      post('/v1/onramp/quote', {
        purchaseCurrency: { id: 'of-another-gateway', symbol: 'USDC' },
        paymentCurrency: { id: 'USD' },
        amount: '100',
        network: 'USDC',
      }),
    )
    const amount = (name: string) => (quote[name] as { amount: string }).amount // as the contract has it
    const cents = (name: string) => parseUnits(amount(name), 2)
    const fees = (quote.fees as { amount: string }[]).map((fee) => parseUnits(fee.amount, 2))
    expect(cents('paymentTotal')).toBe(10_000n)
    expect(fees[0]).toBe(150n)
    expect(cents('paymentSubtotal') + fees.reduce((sum, fee) => sum + fee, 0n)).toBe(10_000n)
    // A token that is worth one dollar.
    expect(parseUnits(amount('purchaseAmount'), 6)).toBe(cents('paymentSubtotal') * 10_000n)
  })

  test('tokens arrive, once, for exactly what the order says', async () => {
    const before = await usdcOf(buyer)
    const id = await order()
    expect(await stateOf(id)).toMatchObject({ status: 'created', transactionHash: null })
    expect(await json(pay(id))).toEqual({ status: 'paid' })
    await arrival(id)
    const { purchase: bought, transactionHash } = await stateOf(id)
    const units = parseUnits((bought as { amount: string }).amount, 6) // as the contract has it
    expect(await usdcOf(buyer)).toBe(before + units)
    const receipt = await chain.evm.request('eth_getTransactionReceipt', [transactionHash])
    expect(receipt).toMatchObject({ status: '0x1' })
    // Paying again changes nothing.
    expect(await json(pay(id))).toEqual({ status: 'delivered' })
    expect(await usdcOf(buyer)).toBe(before + units)
  })

  test('[S7-17] a link for an amount of the coin asks for enough to pay it', async () => {
    const someone = `0x${'5e'.repeat(20)}`
    const link = { destinationWallets: [{ address: someone, assets: ['ETH'] }], presetCryptoAmount: 0.05 }
    const { url, orderId } = await json(post('/v1/generators/onrampurl', link))
    expect(String(url)).toBe(`http://127.0.0.1:${gateway.apiPort}/onramp/sandbox/${String(orderId)}`)
    await pay(String(orderId))
    await arrival(String(orderId))
    const balance = BigInt((await chain.evm.request('eth_getBalance', [someone, 'latest'])) as string) // a quantity
    expect(balance).toBeGreaterThanOrEqual(parseUnits('0.05', 18))
    expect(balance).toBeLessThan(parseUnits('0.0501', 18))
  })

  test('a declined card and a real one leave the order unpaid', async () => {
    const id = await order()
    for (const number of ['4000 0000 0000 0002', '5555555555554444', '']) {
      expect((await pay(id, number)).status).toBe(422)
    }
    expect(await stateOf(id)).toMatchObject({ status: 'created' })
    expect(recorded.text()).not.toContain('5555555555554444')
  })

  test('the page is marked, runs only its own script, and cannot be framed', async () => {
    const id = await order({ redirectUrl: 'https://shop.example/"><script>alert(1)</script>' })
    const page = await gateway.ask(`/onramp/sandbox/${id}`)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self'/,
    )
    expect(policy).toContain("frame-ancestors 'none'")
    const text = await page.text()
    expect(text).toContain('Nobody is charged')
    expect(text).not.toContain('<script>alert')
  })
})

describe('what attackers try', () => {
  test('a forged webhook is refused, and the order stays unpaid', async () => {
    const orderId = await order()
    const forged = await webhook({ orderId, amount: '100.00' }, { key: Buffer.alloc(32, 1) })
    const unsigned = { text: forged.text, headers: {} as Record<string, string> }
    for (const attempt of [forged, unsigned]) expect((await send(attempt)).status).toBe(401)
    expect(await stateOf(orderId)).toMatchObject({ status: 'created' })
  })

  test('a signed webhook that was changed afterwards is refused', async () => {
    const orderId = await order()
    const { text, headers } = await webhook({ orderId, amount: '100.00' })
    expect((await send({ text: text.replace('100.00', '10.00'), headers })).status).toBe(401)
    expect((await send({ text: `${text} `, headers })).status).toBe(401)
  })

  test('an old webhook is refused although it is signed', async () => {
    const orderId = await order()
    const old = await webhook({ orderId, amount: '100.00' }, { at: Math.floor(Date.now() / 1000) - 301 })
    expect((await send(old)).status).toBe(400)
    expect(await stateOf(orderId)).toMatchObject({ status: 'created' })
  })

  test('a payment of another amount or currency does not pay for the order', async () => {
    const orderId = await order()
    for (const event of [{ amount: '99.99' }, { amount: '100.01' }, { amount: '100.00', currency: 'JPY' }]) {
      expect((await send(await webhook({ orderId, ...event }))).status).toBe(422)
    }
    expect(await stateOf(orderId)).toMatchObject({ status: 'created' })
  })

  test('a webhook that is sent again and again delivers once', async () => {
    const someone = `0x${'4e'.repeat(20)}`
    const orderId = await order({ walletAddress: someone })
    const signed = await webhook({ orderId, amount: '100.00' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(signed)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    await arrival(orderId)
    const once = await usdcOf(someone)
    expect((await send(signed)).status).toBe(200)
    expect((await send(await webhook({ orderId, amount: '100.00' }))).status).toBe(200)
    // The next purchase has been delivered, so a second delivery of the first would have been too.
    const later = await order()
    await pay(later)
    await arrival(later)
    expect(await usdcOf(someone)).toBe(once)
  })

  test('an order of another project is told to nobody else', async () => {
    const id = await order()
    const headers = { origin: 'https://other.example' }
    const foreign = await gateway.ask(`/v1/onramp/orders/${id}?projectId=other`, { headers })
    const unknown = await gateway.ask(`/v1/onramp/orders/${randomUUID()}?projectId=other`, { headers })
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    expect(await foreign.json()).toEqual(await unknown.json())
  })

  test.each(['-1', '0', '9.99', '7500.01', '1e3', '100.001', '9'.repeat(100), 1e21, -5, null])(
    'an amount of %s is refused',
    async (sourceAmount) => {
      const body = { ...purchase, sourceAmount, serviceProvider: 'SANDBOX', walletAddress: buyer }
      for (const path of ['/v1/onramp/widget', '/v1/onramp/multi/quotes'])
        expect((await post(path, body)).status).toBe(400)
    },
  )

  test.each([
    ['a wrong checksum', buyer.replace('C8', 'c8')],
    ['the zero address', `0x${'0'.repeat(40)}`],
  ])('a delivery to %s is refused before it is paid', async (_, walletAddress) => {
    const answer = await post('/v1/onramp/widget', { ...purchase, serviceProvider: 'SANDBOX', walletAddress })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      reasons: [{ field: 'address', description: expect.stringMatching(/checksum|zero/) }],
    })
  })

  test.each([buyer.slice(2), buyer.toLowerCase(), `0x${buyer.slice(2).toUpperCase()}`])(
    'a delivery to %s goes to the address that it means',
    async (walletAddress) => {
      expect(await stateOf(await order({ walletAddress }))).toMatchObject({ address: buyer })
    },
  )

  test('somebody else’s page is not a place to return to', async () => {
    const body = { ...purchase, serviceProvider: 'SANDBOX', walletAddress: buyer }
    const elsewhere = { ...body, redirectUrl: 'https://evil.example/' }
    const page = { origin: 'https://other.example' }
    expect((await post('/v1/onramp/widget?projectId=other', elsewhere, page)).status).toBe(403)
    const own = { ...body, redirectUrl: 'https://other.example/done' }
    expect((await post('/v1/onramp/widget?projectId=other', own, page)).status).toBe(200)
  })

  test('no key is in an answer or in the log', async () => {
    const { sandbox } = JSON.parse(localOnramp) as { sandbox: { key: string } } // as written by the local world
    const page = await (await gateway.ask(`/onramp/sandbox/${await order()}`)).text()
    const options = await (await gateway.ask('/v1/onramp/options')).text()
    expect(recorded.text() + page + options).not.toContain(sandbox.key.slice(2))
  })
})
