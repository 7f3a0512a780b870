/** The orders of the shop, kept by the page: a reload asks for the same order again, and it is not paid twice. */
import * as v from 'valibot'

export interface Goods {
  readonly name: string
  /** In whole tokens, as text: money is never a float. */
  readonly price: string
  readonly symbol: 'USDC' | 'ETH'
}

export const goods: readonly Goods[] = [
  { name: 'A brass key', price: '12.50', symbol: 'USDC' },
  { name: 'A pot of tea', price: '4.20', symbol: 'USDC' },
  { name: 'A lighthouse', price: '0.75', symbol: 'ETH' },
]

const schema = v.object({ number: v.pipe(v.number(), v.safeInteger()), name: v.string() })
const storageKey = 'playground:order'

/** The order that is open for these goods, or a new one. */
export function openOrder(name: string): string {
  const open = readOrder()
  const number = open?.name === name ? open.number : 1000 + Math.floor(Math.random() * 9000)
  sessionStorage.setItem(storageKey, JSON.stringify({ number, name }))
  return `Order ${number}`
}

/** It was paid. */
export const closeOrder = (): void => sessionStorage.removeItem(storageKey)

function readOrder(): v.InferOutput<typeof schema> | undefined {
  try {
    const read = v.safeParse(schema, JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}
