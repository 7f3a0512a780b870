/** A purchase under way, as it is shown and as it outlives a reload. */
import { type Address, asAddress, isNetworkId, type NetworkId } from '@latchkey/spec/caip'
import { onrampStatuses } from '@latchkey/spec/endpoints'
import { pageLimits } from '@latchkey/spec/limits'
import * as v from 'valibot'
import type { KitContext } from '../../context.js'

/** `opening`: the provider's page is asked for. `unknown`: the gateway does not know the order any more. */
export type PurchaseStatus = 'opening' | (typeof onrampStatuses)[number] | 'unknown'

export interface Purchase {
  /** Absent where the gateway keeps no orders: then the balance tells. */
  readonly orderId: string | undefined
  readonly providerName: string
  readonly isSandbox: boolean
  /** The provider's page. */
  readonly url: string | undefined
  readonly status: PurchaseStatus
  /** The browser did not let the page open; a link does. */
  readonly isBlocked: boolean
  /** The last question about it was not answered; it is asked again. */
  readonly isLost: boolean
  /** Nobody asks any more until somebody wants to know: it takes longer than usual. Not a fact about the order. */
  readonly isSlow: boolean
  /** Why it failed, or what it waits for, in the provider's words. */
  readonly reason: string | undefined
  readonly transactionHash: string | undefined
  readonly pays: string
  readonly currency: string
  /** What was quoted. */
  readonly gets: string
  readonly symbol: string
  readonly contract: string | undefined
  readonly networkId: NetworkId
  readonly networkName: string
  readonly address: Address
  /** What was held before, where it could be read. */
  readonly before: string | undefined
  /** What is held since it arrived, once the balance shows it. */
  readonly holds: string | undefined
}

/** Before the provider's page was opened. */
export const nothingYet = {
  orderId: undefined,
  url: undefined,
  status: 'opening',
  isBlocked: false,
  isLost: false,
  isSlow: false,
  reason: undefined,
  transactionHash: undefined,
  before: undefined,
  holds: undefined,
} as const

const final: readonly PurchaseStatus[] = ['delivered', 'failed', 'expired', 'unknown']

export const isFinal = (status: PurchaseStatus): boolean => final.includes(status)

const word = v.pipe(v.string(), v.minLength(1), v.maxLength(pageLimits.storedText))

const stored = v.object({
  version: v.literal(1),
  orderId: v.optional(word),
  providerName: v.pipe(v.string(), v.maxLength(pageLimits.storedText)),
  isSandbox: v.boolean(),
  url: v.optional(v.pipe(word, v.regex(/^https?:\/\//i))),
  status: v.picklist(onrampStatuses),
  pays: word,
  currency: word,
  gets: word,
  symbol: word,
  contract: v.optional(word),
  networkId: v.custom<NetworkId>((value) => typeof value === 'string' && isNetworkId(value)),
  networkName: word,
  address: v.pipe(word, v.transform(asAddress)),
  before: v.optional(word),
})

const key = 'onramp.purchase'

/** Only what is under way is kept: what has ended is told once. */
export function keepPurchase({ storage }: KitContext, purchase: Purchase): void {
  if (purchase.status === 'opening') return
  if (isFinal(purchase.status)) return storage.raw.remove(key)
  // The schema drops what belongs to the screen.
  const data = v.safeParse(stored, { ...purchase, version: 1 })
  if (data.success) storage.raw.set(key, JSON.stringify(data.output))
}

export function forgetPurchase({ storage }: KitContext): void {
  storage.raw.remove(key)
}

export function keptPurchase({ storage, log }: KitContext): Purchase | undefined {
  const text = storage.raw.get(key)
  if (text === null || text.length > pageLimits.storedBytes) return undefined
  const found = v.safeParse(v.pipe(v.string(), v.parseJson(), stored), text)
  if (!found.success) return void log.warn('The stored purchase is old or unreadable; ignored')
  const { version: _, orderId, url, contract, before, ...rest } = found.output
  const nothing = { isBlocked: false, isLost: false, isSlow: false, reason: undefined, holds: undefined }
  return { ...nothing, ...rest, orderId, url, contract, before, transactionHash: undefined }
}
