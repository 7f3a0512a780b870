/** Buying: the providers together, asked in parallel; one that fails takes nothing from the others. */
import { minutes, seconds } from '@latchkey/spec/limits'
import { compareDecimal } from '@latchkey/spec/validation'
import { Refusal, refuse } from '../http/refusal.js'
import type { Clock } from '../ports/clock.js'
import type { Log } from '../ports/log.js'
import type { CallOptions } from '../rpc/rpc.js'
import { type Catalogue, catalogueOf, findAsset, isSamePlace, requirePayment } from './catalogue.js'
import type { PaymentMethod } from './methods.js'
import { readCents } from './money.js'
import type { Orders, StoredOrder } from './orders.js'
import type {
  Offer,
  OnrampProvider,
  Opening,
  Question,
  Quote,
  Region,
  SoldAsset,
  Webhook,
} from './provider.js'
import { receiverOf } from './receiver.js'

export interface ProviderQuote {
  readonly provider: OnrampProvider
  readonly question: Question
  readonly quote: Quote
}

/** What is wanted, in the words of a caller. */
export interface Wanted extends Region {
  /** Symbols or ids of the catalogue; the first that is known counts. */
  readonly purchase: readonly string[]
  readonly network?: string | undefined
  readonly currency: string
  readonly method: PaymentMethod
}

export interface Buy extends Wanted {
  readonly amount: string | undefined
  /** What is to arrive, where that is given instead of the amount. */
  readonly purchaseAmount?: string | undefined
  /** A link that leaves things open: the first that is sold counts where nothing is named. */
  readonly isLink?: boolean
  /** Code or id; absent: the first. */
  readonly provider?: string | undefined
  readonly projectId: string
  readonly address: string
  readonly redirectUrl?: string | undefined
  readonly clientIp: string
  readonly gatewayOrigin: string
}

export interface Onramp {
  readonly providers: readonly OnrampProvider[]
  catalogue(region: Region, options: CallOptions): Promise<Catalogue>
  /** Best first; refuses when nobody has a quote. */
  quotes(
    wanted: Wanted & { readonly amount: string; readonly exclude?: readonly string[] },
    options: CallOptions,
  ): Promise<readonly ProviderQuote[]>
  open(buy: Buy, options: CallOptions): Promise<{ readonly url: string; readonly orderId: string }>
  readonly orders: Orders
  providerOf(order: StoredOrder): OnrampProvider | undefined
  /** The order as its provider knows it now, where it has to be asked; as it is kept where it does not answer. */
  refresh(order: StoredOrder, options: CallOptions): Promise<StoredOrder>
  /** Believes a webhook for its signature, once. */
  hear(providerId: string, webhook: Webhook): Promise<void>
}

const offersFreshFor = minutes(1)
/** How often a provider is asked about one order at most. */
const lookEvery = seconds(5)
const looksKept = 10_000
/** Offers kept; regions are given by callers. */
const offersKept = 500

export function createOnramp(input: {
  readonly providers: readonly OnrampProvider[]
  readonly orders: Orders
  readonly clock: Clock
  readonly log: Log
}): Onramp {
  const { providers, orders, clock, log } = input
  /** When each order was last asked about at its provider. */
  const lookedAt = new Map<string, number>()
  const offers = new Map<string, { readonly offer: Offer; readonly until: number }>()

  async function offerOf(provider: OnrampProvider, region: Region, options: CallOptions): Promise<Offer> {
    const key = `${provider.id}/${region.country ?? ''}/${region.subdivision ?? ''}`
    const kept = offers.get(key)
    if (kept && kept.until > clock.now()) return kept.offer
    const offer = await provider.offer(region, options)
    offers.delete(key)
    offers.set(key, { offer, until: clock.now() + offersFreshFor })
    for (const oldest of offers.keys()) {
      if (offers.size <= offersKept) break
      offers.delete(oldest)
    }
    return offer
  }

  /** What each provider answers; those that fail are left out, unless all do: then the most telling failure is thrown. */
  async function askAll<value>(
    asked: readonly OnrampProvider[],
    ask: (provider: OnrampProvider) => Promise<value>,
    { signal }: CallOptions,
  ): Promise<{ provider: OnrampProvider; value: value }[]> {
    if (asked.length === 0) throw refuse('provider', 'No on-ramp is configured here')
    const settled = await Promise.allSettled(asked.map(ask))
    signal?.throwIfAborted()
    const failures: unknown[] = []
    const answers = settled.flatMap((result, index) => {
      const provider = asked[index]
      if (!provider) return []
      if (result.status === 'fulfilled') return [{ provider, value: result.value }]
      failures.push(result.reason)
      if (!isTelling(result.reason)) log.warn({ provider: provider.id }, 'an on-ramp failed')
      return []
    })
    if (answers.length > 0) return answers
    throw failures.find(isTelling) ?? failures[0]
  }

  async function catalogue(region: Region, options: CallOptions): Promise<Catalogue> {
    const answers = await askAll(providers, (provider) => offerOf(provider, region, options), options)
    return catalogueOf(answers.map(({ value }) => value))
  }

  async function amountOf(
    provider: OnrampProvider,
    buy: Buy,
    asset: Question['asset'],
    options: CallOptions,
  ) {
    const { amount, purchaseAmount, currency, method } = buy
    if (amount !== undefined || purchaseAmount === undefined || !provider.paymentFor) return amount
    return provider.paymentFor({ asset, purchase: purchaseAmount, currency, method }, options)
  }

  function requireProvider(name: string | undefined): OnrampProvider {
    const found =
      name === undefined
        ? providers[0]
        : providers.find(({ id, code }) => [id, code].includes(name) || code === name.toUpperCase())
    if (!found)
      throw refuse(
        'provider',
        name === undefined ? 'No on-ramp is configured here' : 'There is no such on-ramp here',
      )
    return found
  }

  return {
    providers,
    orders,
    catalogue,
    async quotes({ exclude = [], ...wanted }, options) {
      readCents(wanted.amount)
      const all = await catalogue(wanted, options)
      const asset = findAsset(all, wanted.purchase, wanted.network)
      const limit = requirePayment(all, wanted.currency, wanted.method)
      const isWithin =
        compareDecimal(wanted.amount, limit.min) !== -1 && compareDecimal(wanted.amount, limit.max) !== 1
      if (!isWithin)
        throw refuse('parameter', `The amount must be from ${limit.min} to ${limit.max} ${wanted.currency}`)
      const asked = providers.filter(({ id, code }) => !exclude.includes(code) && !exclude.includes(id))
      const answers = await askAll(
        asked,
        async (provider) => {
          const own = await offerOf(provider, wanted, options)
          const sold = own.assets.find((one) => isSamePlace(one, asset))
          if (!sold) throw refuse('asset', `${asset.symbol} is not sold on this network`)
          const { amount, currency, method, country, subdivision } = wanted
          const question = { asset: sold, amount, currency, method, country, subdivision }
          return { question, quote: await provider.quote(question, options) }
        },
        options,
      )
      return answers
        .map(({ provider, value }) => ({ provider, ...value }))
        .sort((a, b) => compareDecimal(b.quote.purchase, a.quote.purchase) ?? 0)
    },
    async open(buy, options) {
      const provider = requireProvider(buy.provider)
      const offered = catalogueOf([await offerOf(provider, buy, options)])
      const asset = buy.isLink
        ? linkedAsset(provider, offered, buy)
        : findAsset(offered, buy.purchase, buy.network)
      requirePayment(offered, buy.currency, buy.method)
      const address = receiverOf(asset, buy.address)
      const amount = await amountOf(provider, buy, asset, options)
      const { currency, method, country, subdivision, redirectUrl, clientIp, gatewayOrigin } = buy
      const opening: Omit<Opening, 'orderId'> = {
        asset,
        amount,
        currency,
        method,
        country,
        subdivision,
        address,
        redirectUrl,
        clientIp,
        gatewayOrigin,
      }
      if (amount !== undefined) readCents(amount)
      if (provider.isBinding && amount === undefined) throw refuse('parameter', 'The amount is missing')
      const question = { asset, amount: amount ?? '', currency, method, country, subdivision }
      const quote = provider.isBinding ? await provider.quote(question, options) : undefined
      const order = await orders.create({ projectId: buy.projectId, provider, opening, quote })
      const url = await provider.open({ ...opening, orderId: order.id }, options)
      return { url, orderId: order.id }
    },
    async refresh(order, options) {
      const provider = providers.find(({ id }) => id === order.provider)
      const status = orders.statusOf(order)
      if (!provider?.look || status === 'delivered' || status === 'failed') return order
      const last = lookedAt.get(order.id) ?? 0
      if (clock.now() - last < lookEvery) return order
      lookedAt.set(order.id, clock.now())
      if (lookedAt.size > looksKept) lookedAt.delete(lookedAt.keys().next().value ?? '')
      try {
        const event = await provider.look(order.id, options)
        if (event) await orders.hear(provider, event)
        return (await orders.find(order.id)) ?? order
      } catch (cause) {
        options.signal?.throwIfAborted()
        if (!(cause instanceof Refusal)) throw cause
        log.warn({ provider: provider.id }, 'an on-ramp failed')
        return order
      }
    },
    providerOf: (order) => providers.find(({ id }) => id === order.provider),
    async hear(providerId, webhook) {
      const provider = providers.find(({ id }) => id === providerId)
      if (!provider) throw refuse('provider', 'There is no such on-ramp here')
      const event = await provider.readWebhook(webhook)
      const isNew = await orders.hear(provider, event)
      log.info(
        { provider: provider.id, order: event.orderId, status: event.status, isNew },
        'an on-ramp told of an order',
      )
    },
  }
}

/** Whether a failure says something about the question, not about the provider. */
function isTelling(reason: unknown): boolean {
  return reason instanceof Refusal && reason.status < 500
}

/** What a link is about. Only the sandbox overlooks a network that it does not know: elsewhere something real would go astray. */
function linkedAsset(provider: OnrampProvider, offered: Catalogue, { purchase, network }: Wanted): SoldAsset {
  const [first] = offered.currencies
  const wanted = purchase.length === 0 && first ? [first.symbol] : purchase
  if (!provider.isSandbox) return findAsset(offered, wanted, network)
  try {
    return findAsset(offered, wanted, network)
  } catch {
    return findAsset(offered, [...wanted, first?.symbol ?? ''], undefined)
  }
}
