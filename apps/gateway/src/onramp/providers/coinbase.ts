/** Coinbase: a session token for each window, which no address or key is visible in; its orders are asked about. */
import { createPrivateKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import * as v from 'valibot'
import { refuse } from '../../http/refusal.js'
import { askProvider, type ProviderInput } from '../../prices/provider.js'
import type { OnrampProvider, OrderEvent } from '../provider.js'
import { networkSlugOf, usualOffer } from './assets.js'
import { money, shortText, toldCurrency, toldMoney, toldPayment, writeJwt } from './wire.js'

const host = 'api.developer.coinbase.com'
const tokenLife = 120

const sum = v.pipe(
  v.union([v.looseObject({ value: money }), v.looseObject({ amount: money })]),
  v.transform((found) => ('value' in found ? found.value : found.amount) as string), // one of the two was parsed
)
const toldSum = v.fallback(v.nullish(v.looseObject({ value: toldMoney, currency: toldCurrency })), undefined)
const quoted = v.looseObject({
  payment_total: sum,
  payment_subtotal: sum,
  purchase_amount: sum,
  coinbase_fee: sum,
  network_fee: sum,
})
const token = v.looseObject({ token: v.pipe(v.string(), v.minLength(1), v.maxLength(1024)) })
const transactions = v.looseObject({
  transactions: v.pipe(
    v.array(
      v.looseObject({
        status: shortText,
        transaction_id: shortText,
        payment_total: toldSum,
        purchase_amount: toldSum,
        tx_hash: v.nullish(v.pipe(v.string(), v.maxLength(128))),
      }),
    ),
    v.maxLength(100),
  ),
})

const methods = { card: 'CARD', ach_bank_account: 'ACH_BANK_ACCOUNT' } as const

export function createCoinbase(
  input: ProviderInput & { readonly keyId: string; readonly keySecret: string },
): OnrampProvider {
  const { keyId, keySecret, clock } = input
  const key = readKey(keySecret)

  /** For one request: the method and the address are part of what is signed. */
  function authorization(method: string, path: string): string {
    const at = Math.floor(clock.now() / 1000)
    const isEd = key.asymmetricKeyType === 'ed25519'
    const header = {
      alg: isEd ? 'EdDSA' : 'ES256',
      typ: 'JWT',
      kid: keyId,
      nonce: randomBytes(16).toString('hex'),
    }
    const uri = `${method} ${host}${path}`
    const payload = { sub: keyId, iss: 'cdp', nbf: at, exp: at + tokenLife, uri, uris: [uri] }
    return `Bearer ${writeJwt(header, payload, (text) =>
      sign(isEd ? null : 'sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }),
    )}`
  }

  async function ask<schema extends v.GenericSchema>(
    path: string,
    body: object | undefined,
    schema: schema,
    signal: AbortSignal | undefined,
  ): Promise<v.InferOutput<schema>> {
    const method = body === undefined ? 'GET' : 'POST'
    return askProvider(input, {
      provider: 'coinbase',
      url: `https://${host}${path}`,
      headers: { authorization: authorization(method, path.split('?')[0] ?? path) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      schema,
      signal,
    })
  }

  return {
    id: 'coinbase',
    code: 'COINBASE',
    name: 'Coinbase',
    websiteUrl: 'https://www.coinbase.com',
    isSandbox: false,
    isBinding: false,
    offer: async () => usualOffer,
    async quote({ asset, amount, currency, method, country, subdivision }, { signal }) {
      const body = {
        purchaseCurrency: asset.symbol,
        purchaseNetwork: networkSlugOf(asset),
        paymentAmount: amount,
        paymentCurrency: currency,
        paymentMethod: methods[method],
        country: country ?? 'US',
        ...(subdivision === undefined ? {} : { subdivision }),
      }
      const told = await ask('/onramp/v1/buy/quote', body, quoted, signal)
      return {
        total: told.payment_total,
        subtotal: told.payment_subtotal,
        purchase: told.purchase_amount,
        providerFee: told.coinbase_fee,
        networkFee: told.network_fee,
      }
    },
    async open({ orderId, asset, address, amount, currency, method, redirectUrl, clientIp }, { signal }) {
      const network = networkSlugOf(asset)
      const body = { addresses: [{ address, blockchains: [network] }], assets: [asset.symbol], clientIp }
      const { token: sessionToken } = await ask('/onramp/v1/token', body, token, signal)
      const fields = {
        sessionToken,
        defaultNetwork: network,
        defaultAsset: asset.symbol,
        defaultPaymentMethod: methods[method],
        fiatCurrency: currency,
        partnerUserRef: orderId,
        ...(amount === undefined ? {} : { presetFiatAmount: amount }),
        ...(redirectUrl === undefined ? {} : { redirectUrl }),
      }
      return `https://pay.coinbase.com/buy/select-asset?${new URLSearchParams(fields).toString()}`
    },
    async look(orderId, { signal }): Promise<OrderEvent | undefined> {
      const path = `/onramp/v1/buy/user/${encodeURIComponent(orderId)}/transactions?page_size=1`
      const [last] = (await ask(path, undefined, transactions, signal)).transactions
      if (!last) return undefined
      const { status, transaction_id: id, tx_hash: hash, payment_total: paid, purchase_amount: bought } = last
      const event = {
        eventId: `${id}:${status}`,
        orderId,
        transactionHash: hash || undefined,
        payment: toldPayment(paid?.value, paid?.currency),
        purchase: bought?.value ?? undefined,
      }
      if (status.endsWith('SUCCESS')) return { ...event, status: 'delivered' }
      if (status.endsWith('FAILED'))
        return { ...event, status: 'failed', reason: 'Coinbase could not complete the purchase' }
      return { ...event, status: status.endsWith('IN_PROGRESS') ? 'paid' : undefined }
    },
    readWebhook() {
      throw refuse('provider', 'Orders of Coinbase are asked about; it sends no webhooks here')
    },
  }
}

/** PEM of an elliptic curve key, or the 64 bytes of an Ed25519 key in base64, as its portal hands them out. */
function readKey(secret: string): KeyObject {
  if (secret.includes('BEGIN')) return createPrivateKey(secret.replaceAll('\\n', '\n'))
  const bytes = Buffer.from(secret, 'base64')
  if (bytes.length !== 64)
    throw new Error('LATCHKEY_ONRAMP: coinbase.keySecret is neither PEM nor an Ed25519 key')
  const [d, x] = [bytes.subarray(0, 32), bytes.subarray(32)].map((part) => part.toString('base64url'))
  const jwk = { kty: 'OKP', crv: 'Ed25519', d: d ?? '', x: x ?? '' }
  return createPrivateKey({ key: jwk, format: 'jwk' })
}
