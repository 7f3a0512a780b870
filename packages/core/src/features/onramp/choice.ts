/** What of the options is chosen: made for whoever opens the form, kept where it is still on sale. */
import type { NetworkId } from '@latchkey/spec/caip'
import { namespaceOf } from './holdings.js'
import type { BuyOptions, BuyToken, Fiat, PaymentMethod } from './options.js'

export interface BuyChoice {
  readonly fiat: Fiat | undefined
  readonly method: PaymentMethod | undefined
  readonly token: BuyToken | undefined
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
  const reachable = tokens.filter((each) => namespaceOf(each.networkId) === namespaceOf(networkId))
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
