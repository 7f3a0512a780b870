/** The contract of on-ramp providers: what they sell, what it costs, and the page on which it is paid. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { CallOptions } from '../rpc/rpc.js'
import type { PaymentMethod } from './methods.js'

/** Something that can be bought, on one network. */
export interface SoldAsset {
  readonly symbol: string
  readonly name: string
  readonly networkId: NetworkId
  readonly networkName: string
  /** Empty for the coin of the network. */
  readonly contract: string
  /** Known where the gateway delivers by itself. */
  readonly decimals?: number
}

/** Decimal texts in a currency: least and most of one payment. */
export interface PaymentLimit {
  readonly currency: string
  readonly method: PaymentMethod
  readonly min: string
  readonly max: string
}

export interface Offer {
  readonly assets: readonly SoldAsset[]
  readonly limits: readonly PaymentLimit[]
}

export interface Region {
  readonly country?: string | undefined
  readonly subdivision?: string | undefined
}

export interface Question extends Region {
  readonly asset: SoldAsset
  /** What is paid in all, a decimal text in `currency`. */
  readonly amount: string
  readonly currency: string
  readonly method: PaymentMethod
}

/** Decimal texts: all in the currency that is paid in, except `purchase`. */
export interface Quote {
  readonly total: string
  /** What is left for the purchase once the fees are taken. */
  readonly subtotal: string
  readonly purchase: string
  readonly providerFee: string
  readonly networkFee: string
}

export interface Opening extends Region {
  readonly orderId: string
  readonly asset: SoldAsset
  readonly address: string
  /** Absent: the user chooses on the provider's page. */
  readonly amount: string | undefined
  readonly currency: string
  readonly method: PaymentMethod
  readonly redirectUrl: string | undefined
  /** The network address that the request came from. */
  readonly clientIp: string
  /** The origin under which the caller reaches this gateway. */
  readonly gatewayOrigin: string
}

/** What a provider says about an order. */
export interface OrderEvent {
  /** Said once: the same id a second time is a repetition. */
  readonly eventId: string
  /** Undefined where it is none of ours: companies also tell of purchases that were begun elsewhere. */
  readonly orderId: string | undefined
  /** Undefined for news that change nothing here. */
  readonly status: 'paid' | 'delivered' | 'failed' | undefined
  /** What was paid in all. */
  readonly payment?: { readonly amount: string; readonly currency: string } | undefined
  /** How much was bought of what was ordered, a decimal text. */
  readonly purchase?: string | undefined
  readonly transactionHash?: string | undefined
  readonly reason?: string | undefined
}

export interface Webhook {
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The body, character by character: that is what is signed. */
  readonly text: string
  /** The address that the webhook was sent to. */
  readonly url: string
}

export interface OnrampProvider {
  /** In paths and settings: `sandbox`. */
  readonly id: string
  /** On the wire: `SANDBOX`. */
  readonly code: string
  readonly name: string
  readonly websiteUrl: string | null
  /** Nobody is charged, and what is delivered is worth nothing. */
  readonly isSandbox: boolean
  /** Whether a quote binds: the order is for exactly that payment and that purchase. */
  readonly isBinding: boolean
  offer(region: Region, options: CallOptions): Promise<Offer>
  quote(question: Question, options: CallOptions): Promise<Quote>
  /** What must be paid so that this much arrives, fees included; absent where the provider cannot say. */
  paymentFor?(
    question: Omit<Question, 'amount'> & { readonly purchase: string },
    options: CallOptions,
  ): Promise<string>
  /** The page to pay on. */
  open(opening: Opening, options: CallOptions): Promise<string>
  /** Refuses what the provider did not sign. */
  readWebhook(webhook: Webhook): OrderEvent | Promise<OrderEvent>
  /** How far an order is, where the provider has to be asked. */
  look?(orderId: string, options: CallOptions): Promise<OrderEvent | undefined>
}
