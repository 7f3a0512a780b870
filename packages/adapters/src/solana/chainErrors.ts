/** Why a network refuses a transaction, in words that a person can read. */
import { LatchkeyError } from '@latchkey/spec/laterErrors'
import { fieldsOf } from './ask.js'

const words: Readonly<Record<string, string>> = {
  AccountNotFound: 'insufficient funds for the fee',
  InsufficientFundsForFee: 'insufficient funds for the fee',
  InsufficientFundsForRent:
    'insufficient funds: an account would be left with less than the network asks for',
  BlockhashNotFound: 'it has expired',
  AlreadyProcessed: 'it was sent before',
  SignatureFailure: 'a signature is wrong',
  TooManyAccountLocks: 'it uses too many accounts',
}

/** What programs write down when they refuse, and what it means. */
const logWords: readonly (readonly [RegExp, string])[] = [
  [/insufficient lamports|insufficient funds/i, 'insufficient funds'],
  [/account is frozen/i, 'the account of this token is frozen'],
  [/mint mismatch/i, 'the account is for another token'],
  [/no memo in previous instruction/i, 'the receiver asks for a note'],
  [/computational budget exceeded/i, 'it needs more compute units than it asked for'],
]

/** `err` and `logs` of a simulation, a preflight or a confirmed transaction. */
export function reasonOf(err: unknown, logs: unknown): string {
  const name = typeof err === 'string' ? err : Object.keys(fieldsOf(err) ?? {})[0]
  const known = name === undefined ? undefined : words[name]
  if (known) return known
  const lines = (Array.isArray(logs) ? logs : []).filter((line) => typeof line === 'string')
  const found = logWords.find(([pattern]) => lines.some((line) => pattern.test(line)))
  return found?.[1] ?? lastWords(lines) ?? name ?? 'no reason was given'
}

/** A program's own message, where it wrote one before it failed. */
function lastWords(lines: readonly string[]): string | undefined {
  const said = lines.filter((line) => /^Program log: (?:Error|AnchorError)/.test(line)).at(-1)
  return said?.replace(/^Program log: (?:Error: )?/, '').slice(0, 200)
}

/** Sending twice is sending once: the second time the network says that it has it. */
export const isSentBefore = (cause: unknown): boolean => refusalIn(cause).err === 'AlreadyProcessed'

const expired = /blockhash not found|BlockhashNotFound|block height exceeded|has expired/i

/** A node's refusal to send, where it gave its reasons; any other error as it is. */
export function sendingError(cause: unknown): unknown {
  const { err, logs, message } = refusalIn(cause)
  if (expired.test(String(message)) || err === 'BlockhashNotFound') {
    return new LatchkeyError('transaction.expired', {}, { cause })
  }
  if (err === undefined || err === null) return cause
  return new LatchkeyError(
    'rpc.failed',
    { method: 'sendTransaction', reason: reasonOf(err, logs) },
    { cause },
  )
}

/** What a node gave as its reasons. */
function refusalIn(cause: unknown): {
  readonly err?: unknown
  readonly logs?: unknown
  readonly message: unknown
} {
  const refusal = cause instanceof LatchkeyError ? cause.cause : cause
  const { data, message } = fieldsOf(refusal) ?? {}
  const { err, logs } = fieldsOf(data) ?? {}
  return { err, logs, message }
}
