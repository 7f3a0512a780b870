/** Ways to pay (S9-05), by the ids of the options; other names of the same are understood. */
import { refuse } from '../http/refusal.js'

export const paymentMethods = ['card', 'ach_bank_account'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

const otherNames: Readonly<Record<string, PaymentMethod>> = {
  credit_debit_card: 'card',
  credit_card: 'card',
  debit_card: 'card',
  ach: 'ach_bank_account',
  bank: 'ach_bank_account',
  bank_account: 'ach_bank_account',
  bank_transfer: 'ach_bank_account',
  sepa: 'ach_bank_account',
}

/** A card where nothing is said. */
export function readMethod(text: string | undefined): PaymentMethod {
  if (text === undefined) return 'card'
  const name = text.toLowerCase()
  const found =
    paymentMethods.find((method) => method === name) ??
    (Object.hasOwn(otherNames, name) ? otherNames[name] : undefined)
  if (!found) throw refuse('parameter', `The payment method must be one of ${paymentMethods.join(', ')}`)
  return found
}
