/** Transak: a session made by the server for each window; one access token for all, which also signs its webhooks. */
import { seconds } from '@latchkey/spec/limits'
import * as v from 'valibot'
import { refuse } from '../../http/refusal.js'
import type { Cache } from '../../ports/cache.js'
import { askProvider, type ProviderInput } from '../../prices/provider.js'
import type { OnrampProvider } from '../provider.js'
import { isSameDigest, notSigned } from '../signedEvent.js'
import { networkSlugOf, usualOffer } from './assets.js'
import {
  hs256,
  minus,
  money,
  orderId as orderIdText,
  pageUrl,
  shortText,
  toldCurrency,
  toldMoney,
  toldPayment,
} from './wire.js'

const refreshed = v.looseObject({
  data: v.looseObject({
    accessToken: v.pipe(v.string(), v.minLength(16), v.maxLength(4096)),
    /** Unix seconds. */
    expiresAt: v.pipe(v.number(), v.integer()),
  }),
})
const session = v.looseObject({ data: v.looseObject({ widgetUrl: pageUrl }) })
const quoted = v.looseObject({
  response: v.looseObject({
    fiatAmount: money,
    cryptoAmount: money,
    totalFee: money,
    feeBreakdown: v.optional(
      v.pipe(v.array(v.looseObject({ id: v.string(), value: money })), v.maxLength(20)),
      [],
    ),
  }),
})
const envelope = v.looseObject({
  data: v.pipe(v.string(), v.maxLength(64_000), v.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/)),
})
const header = v.looseObject({ alg: v.literal('HS256') })
const event = v.looseObject({
  eventID: shortText,
  webhookData: v.looseObject({
    id: shortText,
    partnerOrderId: v.nullish(v.string()),
    status: shortText,
    fiatAmount: toldMoney,
    fiatCurrency: toldCurrency,
    cryptoAmount: toldMoney,
    transactionHash: v.nullish(v.pipe(v.string(), v.maxLength(128))),
  }),
})

const statuses: Readonly<Record<string, 'paid' | 'delivered' | 'failed'>> = {
  PROCESSING: 'paid',
  PENDING_DELIVERY_FROM_TRANSAK: 'paid',
  COMPLETED: 'delivered',
  FAILED: 'failed',
  CANCELLED: 'failed',
  EXPIRED: 'failed',
  REFUNDED: 'failed',
}
const methods = { card: 'credit_debit_card', ach_bank_account: 'sepa_bank_transfer' } as const
/** A token is exchanged this long before its end. */
const ahead = seconds(60)
const tokenKey = 'onramp:transak:token'

export function createTransak(
  input: ProviderInput & {
    readonly apiKey: string
    readonly apiSecret: string
    readonly referrerDomain: string
    readonly isStaging: boolean
    /** Shared by all gateways: a new token ends the one before. */
    readonly cache: Cache
  },
): OnrampProvider {
  const { apiKey, apiSecret, referrerDomain, isStaging, cache, clock } = input
  const stage = isStaging ? '-stg' : ''
  const api = `https://api${stage}.transak.com`
  let refreshing: Promise<string> | undefined

  async function refresh(signal: AbortSignal | undefined): Promise<string> {
    const { data } = await askProvider(input, {
      provider: 'transak',
      url: `${api}/partners/api/v2/refresh-token`,
      headers: { 'api-secret': apiSecret },
      body: JSON.stringify({ apiKey }),
      schema: refreshed,
      signal,
    })
    await cache.set(tokenKey, data.accessToken, data.expiresAt * 1000 - clock.now() - ahead)
    return data.accessToken
  }

  async function accessToken(signal: AbortSignal | undefined): Promise<string> {
    const kept = await cache.get(tokenKey)
    if (kept !== undefined) return kept
    refreshing ??= refresh(signal).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  return {
    id: 'transak',
    code: 'TRANSAK',
    name: 'Transak',
    websiteUrl: 'https://transak.com',
    isSandbox: isStaging,
    isBinding: false,
    offer: async () => usualOffer,
    async quote({ asset, amount, currency, method }, { signal }) {
      const fields = new URLSearchParams({
        partnerApiKey: apiKey,
        fiatCurrency: currency,
        cryptoCurrency: asset.symbol,
        isBuyOrSell: 'BUY',
        network: networkSlugOf(asset),
        paymentMethod: methods[method],
        fiatAmount: amount,
      })
      const url = `${api}/api/v1/pricing/public/quotes?${fields.toString()}`
      const { response } = await askProvider(input, { provider: 'transak', url, schema: quoted, signal })
      const networkFee = response.feeBreakdown.find(({ id }) => id === 'network_fee')?.value ?? '0'
      return {
        total: response.fiatAmount,
        subtotal: minus(response.fiatAmount, response.totalFee),
        purchase: response.cryptoAmount,
        providerFee: minus(response.totalFee, networkFee),
        networkFee,
      }
    },
    async open({ orderId, asset, address, amount, currency, method, redirectUrl }, { signal }) {
      const widgetParams = {
        apiKey,
        referrerDomain,
        productsAvailed: 'BUY',
        cryptoCurrencyCode: asset.symbol,
        network: networkSlugOf(asset),
        walletAddress: address,
        disableWalletAddressForm: true,
        fiatCurrency: currency,
        ...(amount === undefined ? {} : { fiatAmount: amount }),
        paymentMethod: methods[method],
        partnerOrderId: orderId,
        ...(redirectUrl === undefined ? {} : { redirectURL: redirectUrl }),
      }
      const { data } = await askProvider(input, {
        provider: 'transak',
        url: `https://api-gateway${stage}.transak.com/api/v2/auth/session`,
        headers: { 'access-token': await accessToken(signal) },
        body: JSON.stringify({ widgetParams }),
        schema: session,
        signal,
      })
      return data.widgetUrl
    },
    async readWebhook({ text }) {
      const read = v.safeParse(envelope, JSON.parse(text))
      if (!read.success) throw refuse('payload', 'The webhook has another shape')
      const [head = '', body = '', signature = ''] = read.output.data.split('.')
      if (!v.is(header, parsed(head))) throw notSigned()
      // Asking for a token ends the one before, which no stranger may cause: it is asked for where none is kept, as after
      // a restart, and not because a signature is wrong.
      const key = await accessToken(undefined)
      if (!isSameDigest(hs256(key)(`${head}.${body}`), Buffer.from(signature, 'base64url'))) throw notSigned()
      const told = v.safeParse(event, parsed(body))
      if (!told.success) throw refuse('payload', 'The webhook has another shape')
      const { id, status, partnerOrderId, transactionHash, ...sums } = told.output.webhookData
      const order = v.safeParse(orderIdText, partnerOrderId)
      const known = order.success && Object.hasOwn(statuses, status) ? statuses[status] : undefined
      return {
        eventId: `${id}:${told.output.eventID}:${status}`,
        orderId: order.success ? order.output : undefined,
        status: known,
        payment: toldPayment(sums.fiatAmount, sums.fiatCurrency),
        purchase: sums.cryptoAmount ?? undefined,
        transactionHash: transactionHash || undefined,
        reason: known === 'failed' ? 'Transak could not complete the purchase' : undefined,
      }
    },
  }
}

function parsed(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return undefined
  }
}
