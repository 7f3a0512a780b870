/** One-time codes: drawn without bias, kept as a keyed digest, compared without telling how close a guess was. */
import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../secrets.js'

export interface Codes {
  readonly digits: number
  draw(): string
  /** Bound to what it is for: the same digits are another code elsewhere. */
  macOf(owner: string, code: string): string
  isRight(owner: string, code: string, mac: string | null): boolean
}

export function createCodes({ secrets, digits }: { secrets: Secrets; digits: number }): Codes {
  const mac = (owner: string, code: string) => secrets.mac('otp', owner, code)
  return {
    digits,
    draw: () => String(randomInt(10 ** digits)).padStart(digits, '0'),
    macOf: (owner, code) => mac(owner, code).toString('base64url'),
    isRight(owner, code, kept) {
      const due = Buffer.from(kept ?? '', 'base64url')
      const given = mac(owner, code)
      return due.length === given.length && timingSafeEqual(due, given)
    },
  }
}
