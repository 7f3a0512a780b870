/** The price providers that the operator chose, in the order of the setting. */
import { createCoingecko } from './coingecko.js'
import { createDefillama } from './defillama.js'
import type { PriceProvider, ProviderInput } from './provider.js'

export const priceProviderNames = ['coingecko', 'defillama'] as const
export type PriceProviderName = (typeof priceProviderNames)[number]

/** `demo:CG-…` or `pro:CG-…`; throws a `TypeError` that says what was expected, without the key. */
export function readCoingeckoKey(text: string): { kind: 'demo' | 'pro'; key: string } {
  const [, kind, key] = /^(demo|pro):([\x21-\x7e]{8,128})$/.exec(text) ?? []
  if (kind === undefined || key === undefined) throw new TypeError('is not demo: or pro: and a key')
  return { kind: kind === 'pro' ? 'pro' : 'demo', key }
}

export function readPriceProviders(text: string): PriceProviderName[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return names.map((name) => {
    const known = priceProviderNames.find((candidate) => candidate === name)
    if (!known) throw new TypeError(`has "${name}"; known are ${priceProviderNames.join(', ')}`)
    return known
  })
}

export function createPriceProviders(
  names: readonly PriceProviderName[],
  input: ProviderInput & { readonly coingeckoKey: { kind: 'demo' | 'pro'; key: string } | undefined },
): PriceProvider[] {
  return names.map((name) =>
    name === 'coingecko' ? createCoingecko({ ...input, key: input.coingeckoKey }) : createDefillama(input),
  )
}
