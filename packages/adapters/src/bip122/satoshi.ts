/** Amounts of Bitcoin's smallest unit, from outside. */
import { LatchkeyError } from '@latchkey/spec/errors'

/** JSON has no other numbers. Every amount of satoshi there is fits one exactly; what does not is refused (D-14). */
export function satoshi(value: unknown, url: string): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  throw new LatchkeyError('http.answer-malformed', { url })
}

/** All there will ever be. */
const supply = 2_100_000_000_000_000n

/** What somebody wants to send: a bigint, or a whole number as text. */
export function readAmount(value: unknown): bigint {
  const isWhole = typeof value === 'bigint' || (typeof value === 'string' && /^\d{1,16}$/.test(value))
  const amount = isWhole ? BigInt(value) : -1n
  if (amount > 0n && amount <= supply) return amount
  throw new LatchkeyError('amount.invalid', { amount: isWhole ? String(value) : typeof value })
}
