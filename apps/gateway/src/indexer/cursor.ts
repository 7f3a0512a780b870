/** Where the next page begins, signed: a cursor that the gateway did not make for this very account is refused. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { NetworkId } from '@latchkey/spec/caip'
import * as v from 'valibot'
import type { Place } from './reads.js'

/** One place for each network that is not read to its end. */
export type Places = ReadonlyMap<NetworkId, Place | undefined>

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const payload = v.strictTuple([
  v.literal(1),
  v.pipe(
    v.array(v.strictTuple([v.string(), v.nullable(whole), v.nullable(whole)])),
    v.minLength(1),
    v.maxLength(16),
  ),
])

export interface Cursors {
  write(account: string, places: Places): string
  /** Undefined for anything that `write` did not return for this account. */
  read(account: string, cursor: string): Places | undefined
}

export function createCursors(key: Buffer): Cursors {
  /** The account is signed and not carried: whoever asks names it anyway. */
  const sign = (account: string, body: string) =>
    createHmac('sha256', key).update(`history cursor\n${account}\n${body}`).digest().subarray(0, 18)

  return {
    write(account, places) {
      const list = [...places].map(([networkId, place]) => [
        networkId,
        place?.block ?? null,
        place?.index ?? null,
      ])
      const body = Buffer.from(JSON.stringify([1, list])).toString('base64url')
      return `${body}.${sign(account, body).toString('base64url')}`
    },
    read(account, cursor) {
      const [body = '', signature = '', ...rest] = cursor.split('.')
      const given = Buffer.from(signature, 'base64url')
      const due = sign(account, body)
      // Base64 has several texts for the same bytes; only the one that was written counts.
      if (rest.length > 0 || given.toString('base64url') !== signature || given.length !== due.length)
        return undefined
      if (!timingSafeEqual(given, due)) return undefined
      const read = v.safeParse(payload, JSON.parse(Buffer.from(body, 'base64url').toString()))
      if (!read.success) return undefined
      return new Map(
        read.output[1].map(([networkId, block, index]) => [
          // Signed, so it is what `write` was given.
          networkId as NetworkId,
          block === null || index === null ? undefined : { block, index },
        ]),
      )
    },
  }
}
