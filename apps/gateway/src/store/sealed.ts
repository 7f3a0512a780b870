/** Texts that only this gateway can have written, for one account and one purpose; everybody may read them. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface Sealer {
  seal(account: string, value: unknown): string
  /** Undefined for anything that `seal` did not return for this account. */
  open(account: string, text: string): unknown
}

export function createSealer(key: Buffer, purpose: string): Sealer {
  /** The account is signed and not carried: whoever asks names it anyway. */
  const sign = (account: string, body: string) =>
    createHmac('sha256', key).update(`${purpose}\n${account}\n${body}`).digest().subarray(0, 18)

  return {
    seal(account, value) {
      const body = Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${body}.${sign(account, body).toString('base64url')}`
    },
    open(account, text) {
      const [body = '', signature = '', ...rest] = text.split('.')
      const given = Buffer.from(signature, 'base64url')
      const due = sign(account, body)
      // Base64 has several texts for the same bytes; only the one that was written counts.
      if (rest.length > 0 || given.toString('base64url') !== signature || given.length !== due.length)
        return undefined
      return timingSafeEqual(given, due)
        ? (JSON.parse(Buffer.from(body, 'base64url').toString()) as unknown)
        : undefined
    },
  }
}
