/** What of the options is chosen: made for whoever opens the form, kept where it is still on sale. */
import type { NetworkId } from '@latchkey/spec/caip'
import { namespaceOf } from '../subject.js'
import type { BuyOptions, BuyToken, Fiat, PaymentMethod } from './options.js'

export interface BuyChoice {
  readonly fiat: Fiat | undefined
  readonly method: PaymentMethod | undefined
  readonly token: BuyToken | undefined
}

/** What a page or a person would like to buy. */
export interface BuyWish {
  /** A token by its id, its contract or its symbol; of the network in use where it is on several. */
  readonly token?: string | undefined
  /** In the currency, such as `50`. */
  readonly amount?: string | undefined
  /** Such as `EUR`. */
  readonly fiat?: string | undefined
}

/** Nothing where it is not on sale. */
export function tokenWanted(onSale: readonly BuyToken[], wanted: string): BuyToken | undefined {
  const text = wanted.toLowerCase()
  return (
    onSale.find(({ id, contract }) => id.toLowerCase() === text || contract?.toLowerCase() === text) ??
    onSale.find(({ symbol }) => symbol.toLowerCase() === text)
  )
}

export function choiceOf(
  options: BuyOptions,
  before: BuyChoice,
  networkId: NetworkId | undefined,
): BuyChoice {
  const fiat = options.fiats.find(({ code }) => code === before.fiat?.code) ?? options.fiats[0]
  const onSale = tokensFor(options, networkId)
  return {
    fiat,
    method: methodOf(fiat, before.method?.id),
    token: onSale.find(({ id }) => id === before.token?.id) ?? onSale[0],
  }
}

/** Of the same namespace as the account in use, the network in use first. */
export function tokensFor({ tokens }: BuyOptions, networkId: NetworkId | undefined): readonly BuyToken[] {
  if (!networkId) return []
  const reachable = tokens.filter((each) => namespaceOf(each) === namespaceOf({ networkId }))
  return [
    ...reachable.filter((each) => each.networkId === networkId),
    ...reachable.filter((each) => each.networkId !== networkId),
  ]
}

/** A card, unless somebody wanted something else. */
export function methodOf(fiat: Fiat | undefined, wanted: string | undefined): PaymentMethod | undefined {
  const { methods = [] } = fiat ?? {}
  return methods.find(({ id }) => id === wanted) ?? methods.find(({ id }) => id === 'card') ?? methods[0]
}
