/** Meld: many sellers behind one key. The best of its quotes counts, and its window is opened for that seller. */
import * as v from 'valibot'
import { refuse } from '../../http/refusal.js'
import { askProvider, type ProviderInput } from '../../prices/provider.js'
import type { CallOptions } from '../../rpc/rpc.js'
import type { OnrampProvider, Question } from '../provider.js'
import { digestOf, isSameDigest, notSigned, requireFresh } from '../signedEvent.js'
import { suffixedCode, usualOffer } from './assets.js'
import { isMore, minus, money, orderId as orderIdText, pageUrl, shortText } from './wire.js'

const quoted = v.looseObject({
  quotes: v.pipe(
    v.array(
      v.looseObject({
        serviceProvider: shortText,
        sourceAmount: money,
        destinationAmount: money,
        totalFee: v.nullish(money),
        networkFee: v.nullish(money),
      }),
    ),
    v.maxLength(200),
  ),
})
const session = v.looseObject({ widgetUrl: pageUrl })
const event = v.looseObject({
  eventType: shortText,
  eventId: shortText,
  payload: v.looseObject({ externalSessionId: v.nullish(v.string()) }),
})

const statuses: Readonly<Record<string, 'paid' | 'delivered' | 'failed'>> = {
  TRANSACTION_CRYPTO_TRANSFERRING: 'paid',
  TRANSACTION_CRYPTO_COMPLETE: 'delivered',
  TRANSACTION_CRYPTO_FAILED: 'failed',
}
const methods = { card: 'CREDIT_DEBIT_CARD', ach_bank_account: 'ACH' } as const

export function createMeld(
  input: ProviderInput & {
    readonly key: string
    readonly webhookSecret: string
    /** The address that is registered there; absent: as the request came. */
    readonly webhookUrl: string | undefined
    readonly isSandbox: boolean
  },
): OnrampProvider {
  const { key, webhookSecret, webhookUrl, isSandbox, clock } = input
  const api = isSandbox ? 'https://api-sb.meld.io' : 'https://api.meld.io'
  const headers = { authorization: `BASIC ${key}`, 'meld-version': '2023-12-19' }

  const ask = <schema extends v.GenericSchema>(
    path: string,
    body: object,
    schema: schema,
    signal: AbortSignal | undefined,
  ) =>
    askProvider(input, {
      provider: 'meld',
      url: api + path,
      headers,
      body: JSON.stringify(body),
      schema,
      signal,
    })

  const purchaseOf = ({ asset, currency, method, country }: Omit<Question, 'amount'>) => ({
    countryCode: country ?? 'US',
    sourceCurrencyCode: currency,
    destinationCurrencyCode: suffixedCode(asset).toUpperCase(),
    paymentMethodType: methods[method],
  })

  async function best(question: Question, { signal }: CallOptions) {
    const body = { ...purchaseOf(question), sourceAmount: question.amount }
    const { quotes } = await ask('/payments/crypto/quote', body, quoted, signal)
    const [first, ...rest] = quotes
    if (!first) throw refuse('asset', `Nobody sells ${question.asset.symbol} for this at the moment`)
    return rest.reduce(
      (top, one) => (isMore(one.destinationAmount, top.destinationAmount) ? one : top),
      first,
    )
  }

  return {
    id: 'meld',
    code: 'MELD',
    name: 'Meld',
    websiteUrl: 'https://www.meld.io',
    isSandbox,
    isBinding: false,
    offer: async () => usualOffer,
    async quote(question, options) {
      const { sourceAmount, destinationAmount, totalFee, networkFee } = await best(question, options)
      const network = networkFee ?? '0'
      return {
        total: sourceAmount,
        subtotal: minus(sourceAmount, totalFee ?? '0'),
        purchase: destinationAmount,
        providerFee: minus(totalFee ?? '0', network),
        networkFee: network,
      }
    },
    async open({ orderId, address, amount, redirectUrl, ...purchase }, options) {
      if (amount === undefined) throw refuse('parameter', 'The amount is missing')
      const { serviceProvider } = await best({ ...purchase, amount }, options)
      const sessionData = {
        ...purchaseOf(purchase),
        sourceAmount: amount,
        serviceProvider,
        walletAddress: address,
        ...(redirectUrl === undefined ? {} : { redirectUrl }),
      }
      const body = { sessionType: 'BUY', externalSessionId: orderId, sessionData }
      return (await ask('/crypto/session/widget', body, session, options.signal)).widgetUrl
    },
    readWebhook({ headers: sent, text, url }) {
      const at = sent['meld-signature-timestamp'] ?? ''
      const due = digestOf(webhookSecret, `${at}.${webhookUrl ?? url}.${text}`)
      if (!isSameDigest(due, Buffer.from(sent['meld-signature'] ?? '', 'base64url'))) throw notSigned()
      requireFresh(clock, at)
      const read = v.safeParse(event, JSON.parse(text))
      if (!read.success) throw refuse('payload', 'The webhook has another shape')
      const { eventId, eventType, payload } = read.output
      const order = v.safeParse(orderIdText, payload.externalSessionId)
      const known = order.success && Object.hasOwn(statuses, eventType) ? statuses[eventType] : undefined
      return {
        eventId,
        orderId: order.success ? order.output : undefined,
        status: known,
        reason: known === 'failed' ? 'The seller could not complete the purchase' : undefined,
      }
    },
  }
}
