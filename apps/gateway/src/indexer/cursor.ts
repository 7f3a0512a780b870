/** Where the next page begins, signed: a cursor that the gateway did not make for this very account is refused. */
import type { NetworkId } from '@latchkey/spec/caip'
import * as v from 'valibot'
import { createSealer } from '../store/sealed.js'
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
  const sealer = createSealer(key, 'history cursor')

  return {
    write(account, places) {
      const list = [...places].map(([networkId, place]) => [
        networkId,
        place?.block ?? null,
        place?.index ?? null,
      ])
      return sealer.seal(account, [1, list])
    },
    read(account, cursor) {
      const read = v.safeParse(payload, sealer.open(account, cursor))
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
