/**
 * An on-ramp that charges nobody and really delivers, on a test network: the whole way from options to tokens, without
 * an account anywhere. Its window is a page of the gateway, its webhooks are signed, its prices are those of the chain.
 */
import { randomUUID } from 'node:crypto'
import { compareDecimal, formatUnits, parseUnits } from '@latchkey/spec/validation'
import * as v from 'valibot'
import { refuse } from '../../http/refusal.js'
import type { Clock } from '../../ports/clock.js'
import { one, power } from '../../prices/fixed.js'
import type { CallOptions } from '../../rpc/rpc.js'
import { centsText, divideUp, readCents } from '../money.js'
import type { OnrampProvider, OrderEvent, Question, SoldAsset, Webhook } from '../provider.js'
import { digestOf, readPairs, requireFresh, requireHexDigest } from '../signedEvent.js'
import type { Stock, StockedAsset } from './stock.js'

export interface Sandbox extends OnrampProvider {
  /** What its bank would send once a card is charged: an event and its signature. */
  charge(order: { readonly orderId: string; readonly amount: string; readonly currency: string }): Webhook
}

/** In hundredths of a percent; providers take one or two percent (S9-05). */
const feeShare = 150n
const whole = 10_000n
/** Gas of a delivery, for the network fee that is shown. */
const deliveryGas = { native: 21_000n, token: 65_000n }

const event = v.strictObject({
  eventId: v.pipe(v.string(), v.uuid()),
  type: v.literal('payment.succeeded'),
  orderId: v.pipe(v.string(), v.uuid()),
  amount: v.pipe(v.string(), v.maxLength(32), v.regex(/^\d+(?:\.\d+)?$/)),
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
})

export function createSandbox(input: {
  readonly stock: Stock
  readonly clock: Clock
  readonly webhookKey: Buffer
  readonly gasPrice: (options: CallOptions) => Promise<bigint>
}): Sandbox {
  const { stock, clock, webhookKey, gasPrice } = input

  async function stocked(asset: SoldAsset, options: CallOptions): Promise<StockedAsset> {
    const found = (await stock.assets(options)).find(({ contract }) => contract === asset.contract)
    if (!found) throw refuse('asset', `The sandbox has no ${asset.symbol}`)
    return found
  }

  async function networkFee(asset: StockedAsset, currency: string, options: CallOptions): Promise<bigint> {
    const coin = (await stock.assets(options)).find((other) => other.asset === 'native')
    const price = coin && (await stock.price(coin, currency, options))
    if (!coin || price === undefined) return 0n
    const gas = deliveryGas[asset.asset === 'native' ? 'native' : 'token']
    return divideUp(gas * (await gasPrice(options)) * price * 100n, power(coin.decimals) * one)
  }

  /** What is asked about, priced; refuses what cannot be bought. */
  async function terms({ asset, currency }: Pick<Question, 'asset' | 'currency'>, options: CallOptions) {
    const found = await stocked(asset, options)
    const price = await stock.price(found, currency, options)
    if (price === undefined || price === 0n) throw refuse('currency', `${currency} is not accepted`)
    return { found, price, network: await networkFee(found, currency, options) }
  }

  async function requireWithin({ currency, method, amount }: Question, options: CallOptions): Promise<void> {
    const limit = (await stock.limits(options)).find(
      (one) => one.currency === currency && one.method === method,
    )
    if (!limit) throw refuse('currency', `${currency} is not accepted`)
    const isWithin = compareDecimal(amount, limit.min) !== -1 && compareDecimal(amount, limit.max) !== 1
    if (!isWithin)
      throw refuse('parameter', `The amount must be from ${limit.min} to ${limit.max} ${currency}`)
  }

  return {
    id: 'sandbox',
    code: 'SANDBOX',
    name: 'Sandbox',
    websiteUrl: null,
    isSandbox: true,
    isBinding: true,
    async offer(_, options) {
      const [assets, limits] = await Promise.all([stock.assets(options), stock.limits(options)])
      return { assets, limits }
    },
    async quote(question, options) {
      const total = readCents(question.amount)
      const { found, price, network } = await terms(question, options)
      await requireWithin(question, options)
      const fee = divideUp(total * feeShare, whole)
      const subtotal = total - fee - network
      if (subtotal <= 0n) throw refuse('parameter', 'The amount does not cover the fees')
      const units = (subtotal * power(found.decimals) * one) / (price * 100n)
      return {
        total: centsText(total),
        subtotal: centsText(subtotal),
        purchase: formatUnits(units, found.decimals),
        providerFee: centsText(fee),
        networkFee: centsText(network),
      }
    },
    async paymentFor(question, options) {
      const { found, price, network } = await terms(question, options)
      const units = parseUnits(question.purchase, found.decimals)
      if (units === undefined) throw refuse('parameter', `${found.symbol} has ${found.decimals} decimals`)
      const net = divideUp(units * price * 100n, power(found.decimals) * one) + network
      return centsText(divideUp(net * whole, whole - feeShare))
    },
    async open({ orderId, gatewayOrigin }) {
      return `${gatewayOrigin}/onramp/sandbox/${orderId}`
    },
    charge(order) {
      const text = JSON.stringify({ eventId: randomUUID(), type: 'payment.succeeded', ...order })
      const at = Math.floor(clock.now() / 1000)
      const signature = `t=${at},v1=${digestOf(webhookKey, `${at}.${text}`).toString('hex')}`
      return { headers: { 'latchkey-signature': signature }, text, url: '' }
    },
    readWebhook({ headers, text }): OrderEvent {
      const pairs = readPairs(headers['latchkey-signature'] ?? '')
      requireHexDigest(webhookKey, `${pairs.get('t') ?? ''}.${text}`, pairs.get('v1'))
      requireFresh(clock, pairs.get('t'))
      const read = v.safeParse(event, JSON.parse(text))
      if (!read.success) throw refuse('payload', 'The webhook is not one of the sandbox')
      const { eventId, orderId, amount, currency } = read.output
      return { eventId, orderId, status: 'paid', payment: { amount, currency } }
    },
  }
}
