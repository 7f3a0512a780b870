/** Providers side by side, the page to pay on, how far an order is, and what providers say of it (S7-17, S7-19, D-18). */
import { type EndpointOutput, endpoints, type onrampPropertyTypes } from '@latchkey/spec/endpoints'
import { addDecimal } from '@latchkey/spec/validation'
import type { FastifyInstance } from 'fastify'
import { refuse, refuseForNow } from '../http/refusal.js'
import { type Caller, route } from '../http/route.js'
import type { Catalogue } from '../onramp/catalogue.js'
import { chainIdText, networkSlug } from '../onramp/catalogue.js'
import { paymentMethods, readMethod } from '../onramp/methods.js'
import type { Onramp } from '../onramp/onramp.js'
import type { StoredOrder } from '../onramp/orders.js'
import { isOriginAllowed, type Project } from '../store/projects.js'

/** A window costs a row, and often a call to the provider. */
const openCost = 5
/** What a link is for that names no amount. */
const usualAmount = '100'
const usualCurrency = 'USD'
/** Webhooks of one provider, all together. */
const webhookAllowance = { capacity: 200, perSecond: 20 }

function projectOf({ project }: Caller): Project {
  if (!project) throw refuse('project')
  return project
}

export function onrampProviders(app: FastifyInstance): void {
  route(app, endpoints.onrampProviders, (_, { onramp }) =>
    onramp.providers.map(({ code, name, websiteUrl, isSandbox }) => ({
      serviceProvider: code,
      name,
      websiteUrl,
      logos: { light: '', dark: '' },
      categories: ['CRYPTO_ONRAMP'],
      ...(isSandbox ? { sandbox: true } : {}),
    })),
  )
}

type Properties = EndpointOutput<'onrampProviderProperties'>

const properties: Readonly<
  Record<
    (typeof onrampPropertyTypes)[number],
    (catalogue: Catalogue, countries: readonly string[]) => Properties
  >
> = {
  // Nobody is turned away here: whom a provider serves, its own page knows.
  countries: (_, countries) => countries.map((countryCode) => ({ countryCode, name: nameOf(countryCode) })),
  'countries-defaults': ({ payments }, countries) =>
    countries.map((countryCode) => ({
      countryCode,
      defaultCurrencyCode: payments[0]?.id ?? usualCurrency,
      defaultPaymentMethods: [...paymentMethods],
    })),
  'crypto-currencies': ({ currencies }) =>
    currencies.flatMap(({ name, symbol, assets }) =>
      assets.map(({ networkId, networkName, contract }) => ({
        currencyCode: symbol,
        name,
        chainCode: networkSlug(networkName),
        chainName: networkName,
        chainId: chainIdText(networkId),
        contractAddress: contract === '' ? null : contract,
      })),
    ),
  'fiat-currencies': ({ payments }) => payments.map(({ id }) => ({ currencyCode: id, name: id })),
  'payment-methods': ({ payments }) => {
    const known = new Set(payments.flatMap(({ limits }) => limits.map(({ method }) => method)))
    return [...known].map((paymentMethod) => ({ paymentMethod, name: paymentMethod }))
  },
  'fiat-purchases-limits': ({ payments }) =>
    payments.flatMap(({ id, limits }) =>
      limits.map(({ method, min, max }) => ({
        currencyCode: id,
        paymentMethod: method,
        minimumAmount: min,
        maximumAmount: max,
      })),
    ),
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })
const nameOf = (countryCode: string) => countryNames.of(countryCode) ?? countryCode
/** Told where the caller names none. */
const usualCountries = ['US']
const mostCountries = 32

export function onrampProviderProperties(app: FastifyInstance): void {
  route(app, endpoints.onrampProviderProperties, async ({ query, caller: { signal } }, { onramp }) => {
    const named = (query.countries ?? '').split(',').filter((code) => /^[A-Z]{2}$/.test(code))
    const countries = named.length > 0 ? named.slice(0, mostCountries) : usualCountries
    return properties[query.type](await onramp.catalogue({ country: countries[0] }, { signal }), countries)
  })
}

export function onrampMultiQuotes(app: FastifyInstance): void {
  route(app, endpoints.onrampMultiQuotes, async ({ body, caller: { signal } }, { onramp }) => {
    const { sourceAmount, sourceCurrencyCode, destinationCurrencyCode, countryCode, chainId } = body
    const wanted = {
      purchase: [destinationCurrencyCode],
      network: chainId,
      amount: sourceAmount,
      currency: sourceCurrencyCode,
      method: readMethod(body.paymentMethodType),
      country: countryCode,
      exclude: body.excludeProviders ?? [],
    }
    const quotes = await onramp.quotes(wanted, { signal })
    return quotes.map(({ provider, question, quote }) => ({
      serviceProvider: provider.code,
      countryCode: countryCode ?? null,
      paymentMethodType: question.method,
      sourceAmount: quote.total,
      sourceCurrencyCode,
      destinationAmount: quote.purchase,
      destinationCurrencyCode: question.asset.symbol,
      // Both are decimals, so that there is a sum.
      totalFee: addDecimal(quote.providerFee, quote.networkFee) ?? quote.providerFee,
      networkFee: quote.networkFee,
      transactionFee: quote.providerFee,
      lowKyc: provider.isSandbox ? true : null,
    }))
  })
}

export function onrampUrl(app: FastifyInstance): void {
  route(app, endpoints.onrampUrl, async ({ body, caller }, { onramp }) => {
    const [wallet] = body.destinationWallets
    if (!wallet) throw refuse('address', 'Expected a wallet')
    await caller.charge(openCost)
    return open(onramp, caller, {
      purchase: wallet.assets ?? [],
      network: body.defaultNetwork ?? wallet.blockchains?.[0] ?? wallet.supported_networks?.[0],
      isLink: true,
      amount: body.presetFiatAmount ?? (body.presetCryptoAmount === undefined ? usualAmount : undefined),
      purchaseAmount: body.presetCryptoAmount,
      currency: usualCurrency,
      method: readMethod(undefined),
      address: wallet.address,
    })
  })
}

export function onrampWidget(app: FastifyInstance): void {
  route(app, endpoints.onrampWidget, async ({ body, caller }, { onramp }) => {
    const redirectUrl = body.redirectUrl && ownPage(projectOf(caller), body.redirectUrl)
    await caller.charge(openCost)
    const { url, orderId } = await open(onramp, caller, {
      purchase: [body.destinationCurrencyCode],
      network: body.chainId,
      amount: body.sourceAmount,
      currency: body.sourceCurrencyCode,
      method: readMethod(body.paymentMethodType),
      country: body.countryCode,
      provider: body.serviceProvider,
      address: body.walletAddress,
      redirectUrl,
    })
    return { widgetUrl: url, orderId }
  })
}

/** A page of the project, as `URL` writes it; refuses all others, because a link from here would lend them our name. */
function ownPage(project: Project, text: string): string {
  if (!URL.canParse(text)) throw refuse('parameter', 'The page to return to is not readable')
  const { origin, href } = new URL(text)
  if (!isOriginAllowed(project, origin))
    throw refuse('origin', 'The page to return to is not one of the project')
  return href
}

type Asked = Omit<Parameters<Onramp['open']>[0], 'projectId' | 'clientIp' | 'gatewayOrigin'>

function open(onramp: Onramp, caller: Caller, asked: Asked) {
  const { ip: clientIp, gatewayOrigin, signal } = caller
  return onramp.open({ ...asked, projectId: projectOf(caller).id, clientIp, gatewayOrigin }, { signal })
}

export function onrampOrder(app: FastifyInstance): void {
  route(app, endpoints.onrampOrder, async ({ params, caller }, { onramp }) => {
    const order = await onramp.orders.find(params.orderId)
    // Equal answers for what is not there and what is somebody else's.
    if (!order || order.projectId !== projectOf(caller).id) throw refuse('notFound', 'There is no such order')
    return written(await onramp.refresh(order, { signal: caller.signal }), onramp)
  })
}

function written(order: StoredOrder, onramp: Onramp): EndpointOutput<'onrampOrder'> {
  const { paymentAmount, paymentCurrency, purchaseAmount, purchaseSymbol } = order
  return {
    orderId: order.id,
    serviceProvider: onramp.providerOf(order)?.code ?? order.provider.toUpperCase(),
    status: onramp.orders.statusOf(order),
    payment: paymentAmount === null ? null : { amount: paymentAmount, currency: paymentCurrency },
    purchase: purchaseAmount === null ? null : { amount: purchaseAmount, currency: purchaseSymbol },
    chainId: order.networkId,
    address: order.address,
    transactionHash: order.transactionHash,
    reason: order.reason,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
  }
}

/** For anybody: a provider has no project. What is not signed is refused before anything is looked up. */
export function onrampWebhook(app: FastifyInstance): void {
  route(
    app,
    endpoints.onrampWebhook,
    async ({ params: { provider }, headers, caller }, { onramp, limiter }) => {
      const { isAllowed, retryAfter } = await limiter.take({
        key: `onramp webhook|${provider}`,
        ...webhookAllowance,
      })
      if (!isAllowed) throw refuseForNow(retryAfter)
      const url = `${caller.gatewayOrigin}/v1/onramp/webhooks/${provider}`
      await onramp.hear(provider, { headers, text: caller.bodyText, url })
      return { received: true as const }
    },
    { access: 'anybody' },
  )
}
