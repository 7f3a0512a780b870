/** Asks the gateway for the page on which a purchase is paid (S7-17). */
import type { Address } from '@latchkey/spec/caip'
import { onrampUrl, onrampWidget } from '@latchkey/spec/endpoints'
import { errorText, firstReason, isLatchkeyError, LatchkeyError } from '@latchkey/spec/errors'
import type { KitContext } from '../../context.js'
import type { BuyToken } from './options.js'
import type { BuyQuote } from './quotes.js'

/** A window that was opened in a press, before its address was known: browsers block what is opened later. */
export interface ProviderPage {
  go(url: string): void
  close(): void
}

export interface OpenInput {
  readonly quote: BuyQuote
  readonly token: BuyToken
  readonly currency: string
  readonly method: string
  readonly address: Address
}

export interface Opened {
  readonly url: string
  readonly orderId: string | undefined
}

export async function openProvider({ services }: KitContext, input: OpenInput): Promise<Opened> {
  const { quote, token, currency, method, address } = input
  const api = await services.api()
  if (!api) throw new LatchkeyError('request.failed')
  if (quote.provider === '') {
    const { url, orderId } = await api.call(onrampUrl, {
      body: {
        destinationWallets: [{ address, assets: [token.symbol], blockchains: [token.networkId] }],
        defaultNetwork: token.networkId,
        defaultExperience: 'buy',
        presetFiatAmount: quote.pays,
      },
    })
    return { url, orderId }
  }
  const { widgetUrl: url, orderId } = await api.call(onrampWidget, {
    body: {
      serviceProvider: quote.provider,
      sourceAmount: quote.pays,
      sourceCurrencyCode: currency,
      destinationCurrencyCode: token.symbol,
      chainId: token.networkId,
      paymentMethodType: method,
      walletAddress: address,
    },
  })
  return { url, orderId }
}

/** The service's first reason, where it gave one. */
export const openReason = (cause: unknown): string =>
  firstReason(
    isLatchkeyError(cause, 'http.status') ? cause.context.answer : undefined,
    errorText('request.failed'),
  )
