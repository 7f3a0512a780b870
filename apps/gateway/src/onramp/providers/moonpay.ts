/** MoonPay: a link whose query is signed, so that nobody can exchange the address in it; webhooks under a key of their own. */
import * as v from 'valibot'
import { refuse } from '../../http/refusal.js'
import { askProvider, type ProviderInput } from '../../prices/provider.js'
import type { OnrampProvider } from '../provider.js'
import { digestOf, readPairs, requireFresh, requireHexDigest } from '../signedEvent.js'
import { suffixedCode, usualOffer } from './assets.js'
import { minus, money, orderId as orderIdText, shortText, toldMoney } from './wire.js'

const quoted = v.looseObject({
  quoteCurrencyAmount: money,
  feeAmount: money,
  extraFeeAmount: v.optional(money, '0'),
  networkFeeAmount: money,
  totalAmount: money,
})

const event = v.looseObject({
  type: shortText,
  data: v.looseObject({
    id: shortText,
    status: shortText,
    externalTransactionId: v.nullish(v.string()),
    quoteCurrencyAmount: toldMoney,
    cryptoTransactionId: v.nullish(v.pipe(v.string(), v.maxLength(128))),
  }),
})

const statuses: Readonly<Record<string, 'paid' | 'delivered' | 'failed'>> = {
  pending: 'paid',
  completed: 'delivered',
  failed: 'failed',
}
const methods = { card: 'credit_debit_card', ach_bank_account: 'ach_bank_transfer' } as const

export function createMoonpay(
  input: ProviderInput & {
    readonly publicKey: string
    readonly secretKey: string
    readonly webhookKey: string
  },
): OnrampProvider {
  const { publicKey, secretKey, webhookKey, clock } = input
  const isTest = publicKey.startsWith('pk_test_')
  const page = isTest ? 'https://buy-sandbox.moonpay.com' : 'https://buy.moonpay.com'
  return {
    id: 'moonpay',
    code: 'MOONPAY',
    name: 'MoonPay',
    websiteUrl: 'https://www.moonpay.com',
    isSandbox: isTest,
    isBinding: false,
    offer: async () => usualOffer,
    async quote({ asset, amount, currency, method }, { signal }) {
      const fields = new URLSearchParams({
        apiKey: publicKey,
        baseCurrencyCode: currency.toLowerCase(),
        baseCurrencyAmount: amount,
        areFeesIncluded: 'true',
        paymentMethod: methods[method],
      })
      const url = `https://api.moonpay.com/v3/currencies/${suffixedCode(asset)}/buy_quote?${fields.toString()}`
      const told = await askProvider(input, { provider: 'moonpay', url, schema: quoted, signal })
      const fee = minus(told.totalAmount, minus(told.totalAmount, told.feeAmount, told.extraFeeAmount))
      return {
        total: told.totalAmount,
        subtotal: minus(told.totalAmount, told.feeAmount, told.extraFeeAmount, told.networkFeeAmount),
        purchase: told.quoteCurrencyAmount,
        providerFee: fee,
        networkFee: told.networkFeeAmount,
      }
    },
    async open({ orderId, asset, address, amount, currency, method, redirectUrl }) {
      const fields = new URLSearchParams({
        apiKey: publicKey,
        currencyCode: suffixedCode(asset),
        walletAddress: address,
        baseCurrencyCode: currency.toLowerCase(),
        ...(amount === undefined ? {} : { baseCurrencyAmount: amount }),
        paymentMethod: methods[method],
        externalTransactionId: orderId,
        ...(redirectUrl === undefined ? {} : { redirectURL: redirectUrl }),
      })
      // Over the query as it is sent, question mark included.
      const query = `?${fields.toString()}`
      const signature = digestOf(secretKey, query).toString('base64')
      return `${page}${query}&signature=${encodeURIComponent(signature)}`
    },
    readWebhook({ headers, text }) {
      const pairs = readPairs(headers['moonpay-signature-v2'] ?? '')
      requireHexDigest(webhookKey, `${pairs.get('t') ?? ''}.${text}`, pairs.get('s'))
      requireFresh(clock, pairs.get('t'))
      const read = v.safeParse(event, JSON.parse(text))
      if (!read.success) throw refuse('payload', 'The webhook has another shape')
      const { id, status, externalTransactionId, cryptoTransactionId, quoteCurrencyAmount } = read.output.data
      // Purchases that were begun elsewhere have no order here.
      const order = v.safeParse(orderIdText, externalTransactionId)
      const known = order.success && Object.hasOwn(statuses, status) ? statuses[status] : undefined
      return {
        eventId: `${id}:${status}`,
        orderId: order.success ? order.output : undefined,
        status: known,
        // What was paid is not told as one sum.
        purchase: quoteCurrencyAmount ?? undefined,
        transactionHash: cryptoTransactionId || undefined,
        reason: known === 'failed' ? 'MoonPay could not complete the purchase' : undefined,
      }
    },
  }
}
