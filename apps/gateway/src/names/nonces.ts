/** Nonces for signed messages: told apart from invented ones by a seal, so that handing one out stores nothing. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { limits } from '@latchkey/spec/limits'
import type { Clock } from '../ports/clock.js'

export interface Nonces {
  issue(): { readonly nonce: string; readonly expiresAt: string }
  /** When a nonce of ours ends, in milliseconds; undefined for any other text. */
  read(nonce: string): number | undefined
}

const randomLength = 16
const timeLength = 6
const sealLength = 16

export function createNonces({ key, clock }: { key: Buffer; clock: Clock }): Nonces {
  const seal = (body: Buffer) =>
    createHmac('sha256', key).update('name nonce\n').update(body).digest().subarray(0, sealLength)

  return {
    issue() {
      const ends = clock.now() + limits.nameNonce
      const time = Buffer.alloc(timeLength)
      time.writeUIntBE(ends, 0, timeLength)
      const body = Buffer.concat([randomBytes(randomLength), time])
      const nonce = Buffer.concat([body, seal(body)]).toString('hex')
      return { nonce, expiresAt: new Date(ends).toISOString() }
    },
    read(nonce) {
      // Hex, since it has one text for the same bytes: a nonce written differently would be used twice.
      if (!/^[0-9a-f]+$/.test(nonce)) return undefined
      const bytes = Buffer.from(nonce, 'hex')
      if (nonce.length !== 2 * (randomLength + timeLength + sealLength)) return undefined
      const body = bytes.subarray(0, randomLength + timeLength)
      if (!timingSafeEqual(bytes.subarray(body.length), seal(body))) return undefined
      return body.readUIntBE(randomLength, timeLength)
    },
  }
}
