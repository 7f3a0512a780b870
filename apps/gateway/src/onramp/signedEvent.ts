/** Signatures of webhooks: a time and a digest over time and text, so that neither can be changed and none is used late. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { minutes } from '@latchkey/spec/limits'
import { refuse } from '../http/refusal.js'
import type { Clock } from '../ports/clock.js'

/** How far the clocks of a provider and of the gateway may be apart, delivery included. */
const tolerance = minutes(5)

export function digestOf(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** Compares without telling by its time how much was right. Both are of the same, known length. */
export function isSameDigest(due: Buffer, given: Buffer): boolean {
  return due.length === given.length && timingSafeEqual(due, given)
}

/** `t=1766000000,v1=…` as an object; what is no pair is dropped. */
export function readPairs(header: string): ReadonlyMap<string, string> {
  return new Map(
    header.split(',').flatMap((part) => {
      const cut = part.indexOf('=')
      return cut < 1 ? [] : [[part.slice(0, cut).trim(), part.slice(cut + 1).trim()] as const]
    }),
  )
}

/** Refuses a time, in Unix seconds or as RFC 3339 writes it, that is too far from now. */
export function requireFresh(clock: Clock, time: string | undefined): void {
  const text = time ?? ''
  const at = /^\d{1,12}$/.test(text) ? Number(text) * 1000 : Date.parse(text)
  if (!(Math.abs(clock.now() - at) <= tolerance)) throw refuse('timestamp', 'The webhook is too old')
}

export const notSigned = () => refuse('signature', 'The webhook is not signed by its provider')

/** Refuses a digest that is not the hex of what the key gives for the text. */
export function requireHexDigest(key: Buffer | string, text: string, given: string | undefined): void {
  if (!/^[0-9a-f]{64}$/i.test(given ?? '')) throw notSigned()
  if (!isSameDigest(digestOf(key, text), Buffer.from(given ?? '', 'hex'))) throw notSigned()
}
