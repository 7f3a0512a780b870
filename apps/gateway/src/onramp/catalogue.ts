/** What all providers sell together, under the names that clients use for it. */
import { createHash } from 'node:crypto'
import { parseNetworkId } from '@latchkey/spec/caip'
import { compareDecimal } from '@latchkey/spec/validation'
import { refuse } from '../http/refusal.js'
import type { PaymentMethod } from './methods.js'
import type { Offer, PaymentLimit, SoldAsset } from './provider.js'

export interface Currency {
  readonly id: string
  readonly name: string
  readonly symbol: string
  readonly assets: readonly SoldAsset[]
}

export interface Catalogue {
  readonly currencies: readonly Currency[]
  readonly payments: readonly { readonly id: string; readonly limits: readonly PaymentLimit[] }[]
}

/** One entry a symbol, with every network that somebody sells it on; the widest limits of all. */
export function catalogueOf(offers: readonly Offer[]): Catalogue {
  const bySymbol = new Map<string, SoldAsset[]>()
  const limits = new Map<string, PaymentLimit>()
  for (const { assets, limits: offered } of offers) {
    for (const asset of assets) {
      const known = bySymbol.get(asset.symbol) ?? []
      if (!known.some((other) => isSamePlace(other, asset))) bySymbol.set(asset.symbol, [...known, asset])
    }
    for (const limit of offered) {
      const key = `${limit.currency}/${limit.method}`
      limits.set(key, widest(limits.get(key), limit))
    }
  }
  const currencies = [...bySymbol].map(([symbol, assets]) => ({
    id: idOf(symbol),
    name: assets[0]?.name ?? symbol,
    symbol,
    assets,
  }))
  const codes = [...new Set([...limits.values()].map(({ currency }) => currency))]
  const payments = codes.map((id) => ({
    id,
    limits: [...limits.values()].filter(({ currency }) => currency === id),
  }))
  return { currencies, payments }
}

export function isSamePlace(a: SoldAsset, b: SoldAsset): boolean {
  return a.networkId === b.networkId && a.contract.toLowerCase() === b.contract.toLowerCase()
}

function widest(known: PaymentLimit | undefined, limit: PaymentLimit): PaymentLimit {
  if (!known) return limit
  const min = compareDecimal(limit.min, known.min) === -1 ? limit.min : known.min
  const max = compareDecimal(limit.max, known.max) === 1 ? limit.max : known.max
  return { ...known, min, max }
}

/** The same on every gateway, in the form of a UUID of version 8 (RFC 9562): clients keep it. */
function idOf(symbol: string): string {
  const hex = createHash('sha256').update(`onramp ${symbol}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** `wanted` are ids of the catalogue or symbols, of which the first known counts; a network is named by its id, its number or its name. */
export function findAsset(
  { currencies }: Catalogue,
  wanted: readonly string[],
  network: string | undefined,
): SoldAsset {
  const currency = wanted
    .map((name) => name.toLowerCase())
    .map((name) => currencies.find(({ id, symbol }) => id === name || symbol.toLowerCase() === name))
    .find((found) => found !== undefined)
  if (!currency) throw refuse('asset', 'This is not sold here')
  const found =
    network === undefined ? currency.assets[0] : currency.assets.find((asset) => isNamed(asset, network))
  if (!found) throw refuse('asset', `${currency.symbol} is not sold on this network`)
  return found
}

function isNamed({ networkId, networkName }: SoldAsset, name: string): boolean {
  const names = [networkId, chainIdText(networkId), networkName, networkSlug(networkName)]
  return names.some((one) => one.toLowerCase() === name.toLowerCase())
}

/** `1` of `eip155:1`: how this wire writes networks. */
export function chainIdText(networkId: string): string {
  return parseNetworkId(networkId)?.reference ?? networkId
}

/** `Latchkey Local` is `latchkey-local`. */
export function networkSlug(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'network'
  )
}

/** The limit that a payment falls under; refuses a currency or a method that nobody takes. */
export function requirePayment(
  { payments }: Catalogue,
  currency: string,
  method: PaymentMethod,
): PaymentLimit {
  const limit = payments.find(({ id }) => id === currency)?.limits.find((one) => one.method === method)
  if (!limit) throw refuse('currency', `${currency} is not accepted`)
  return limit
}
