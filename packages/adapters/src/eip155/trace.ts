/** What is remembered of a transaction to know it again, and what replaced it. */
import { LatchkeyError } from '@latchkey/spec/errors'
import { type Hex, keccak256, stringToHex } from 'viem'
import { parseAmount } from './quantity.js'

/** Asks the nodes of the question's network. */
export type AskNode = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Who sent it, with which nonce, and what it does: all that is needed to know its replacement. */
export interface Trace {
  /** Of a smart account, the sender is whoever paid for it. */
  readonly sender: string
  readonly nonce: number
  /** The same for two transactions that differ in their fees only. */
  readonly intent: Hex
}

/** An object that a node answered with. */
type Fields = Readonly<Record<string, unknown>>

/** Before Byzantium receipts had no status; whatever was included then had run. */
export const hasSucceeded = (receipt: Fields): boolean => parseAmount(receipt.status) !== 0n

/** `undefined` for what is no transaction. */
export function readTransaction(transaction: Fields): Trace | undefined {
  const { from, nonce, to, value, input } = transaction
  const number = parseAmount(nonce)
  if (typeof from !== 'string' || number === undefined) return undefined
  return { sender: from.toLowerCase(), nonce: Number(number), intent: intentOf(to, value, input) }
}

const intentOf = (...what: readonly unknown[]): Hex =>
  keccak256(stringToHex(what.map((each) => String(each).toLowerCase()).join(' ')))

export const writeTrace = ({ sender, nonce, intent }: Trace): string => `${sender} ${nonce} ${intent}`

export function parseTrace(text: string | undefined): Trace | undefined {
  const [, sender, nonce, intent] = text?.match(/^(0x[0-9a-f]{40}) (\d{1,15}) (0x[0-9a-f]{64})$/) ?? []
  if (!sender || !nonce || !intent) return undefined
  return { sender, nonce: Number(nonce), intent: intent as Hex } // matched above
}

export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null ? (value as Fields) : undefined // every field is checked where it is read

export function wholeNumber(value: unknown, method: string): number {
  const number = Number(parseAmount(value) ?? -1n)
  if (Number.isSafeInteger(number) && number >= 0) return number
  throw new LatchkeyError('rpc.failed', { method, reason: 'the answer is no number' })
}
