/** What an app may ask a Solana wallet to sign or send. Anything else is refused before the wallet sees it. */
import type { TransactionRequest, TransferRequest } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/spec/laterErrors'
import { isPreflightCommitment, type PreflightCommitment } from '@latchkey/spec/validation'
import { fromBase64 } from './base64.js'
import type { SendOptions } from './source.js'
import { mostTransactionBytes, readTransaction } from './wire.js'

/** An instruction, as `@solana/kit` and its program clients make them. */
export interface SolanaInstruction {
  readonly programAddress: string
  readonly accounts?: readonly {
    readonly address: string
    /** `AccountRole` of `@solana/kit`: 0 read, 1 written, 2 signs, 3 signs and written. */
    readonly role: number
  }[]
  readonly data?: ArrayLike<number>
}

interface Sending {
  /** S5-13; the older names stand for the newer ones. */
  readonly preflightCommitment?: PreflightCommitment | undefined
  readonly skipPreflight?: boolean | undefined
  readonly maxRetries?: number | undefined
  readonly minContextSlot?: number | undefined
}

/** Made by the app: bytes, or base64, of any version. */
export interface WholeTransaction extends Sending {
  readonly transaction: Uint8Array | string
}

/** Made by the adapter: the account that is shown pays and signs. */
export interface InstructionsTransaction extends Sending {
  readonly instructions: readonly SolanaInstruction[]
  /** Most compute units, and micro-lamports for each; both absent: what the network gives by default, and no tip. */
  readonly computeUnitLimit?: bigint | number | undefined
  readonly computeUnitPrice?: bigint | number | undefined
}

/** SOL, or a token with its accounts. */
export interface TransferTransaction extends Omit<InstructionsTransaction, 'instructions'> {
  readonly transfer: TransferRequest
}

export type SolanaTransaction = WholeTransaction | InstructionsTransaction | TransferTransaction

const sendingFields = ['preflightCommitment', 'skipPreflight', 'maxRetries', 'minContextSlot']
const budgetFields = ['computeUnitLimit', 'computeUnitPrice']

export type ReadTransaction = { readonly options: SendOptions } & (
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'recipe'
      readonly instructions: readonly SolanaInstruction[] | undefined
      readonly transfer: TransferRequest | undefined
      readonly limit: bigint | undefined
      readonly price: bigint | undefined
    }
)

/** Throws the first thing that is wrong. Nothing an app wrote is left out. */
export function readRequest(request: TransactionRequest): ReadTransaction {
  const options = sendOptions(request)
  if ('transaction' in request) {
    checkFields(request, ['transaction', ...sendingFields])
    return { kind: 'bytes', bytes: transactionBytes(request.transaction), options }
  }
  checkFields(request, ['instructions', 'transfer', ...budgetFields, ...sendingFields])
  const { instructions, transfer } = request
  const isRecipe = Array.isArray(instructions) !== transfer instanceof Object
  if (!isRecipe) throw new LatchkeyError('transaction.field-unknown', { field: 'instructions' })
  return {
    kind: 'recipe',
    options,
    // Their shape is checked where they are written down, by the kit's own encoders.
    instructions: instructions as readonly SolanaInstruction[] | undefined,
    transfer: transfer as TransferRequest | undefined,
    limit: whole(request.computeUnitLimit),
    price: whole(request.computeUnitPrice),
  }
}

/** The bytes of a transaction that an app made. */
export function transactionBytes(value: unknown): Uint8Array {
  const bytes = typeof value === 'string' ? fromBase64(value) : value
  if (!(bytes instanceof Uint8Array) || bytes.length > mostTransactionBytes || !readTransaction(bytes)) {
    throw new LatchkeyError('transaction.unreadable')
  }
  return Uint8Array.from(bytes)
}

/** What nodes of today call the commitments of S5-13. */
const commitments = {
  processed: 'processed',
  recent: 'processed',
  confirmed: 'confirmed',
  single: 'confirmed',
  singleGossip: 'confirmed',
  finalized: 'finalized',
  root: 'finalized',
  max: 'finalized',
} as const satisfies Record<PreflightCommitment, SendOptions['preflightCommitment']>

export function sendOptions(request: TransactionRequest): SendOptions {
  const { preflightCommitment, skipPreflight, maxRetries, minContextSlot } = request
  if (preflightCommitment !== undefined && !isPreflightCommitment(preflightCommitment)) {
    throw new LatchkeyError('transaction.commitment-unknown', { commitment: written(preflightCommitment) })
  }
  return {
    preflightCommitment: preflightCommitment ? commitments[preflightCommitment] : 'confirmed',
    ...(skipPreflight === true && { skipPreflight }),
    ...(maxRetries !== undefined && { maxRetries: Number(whole(maxRetries)) }),
    ...(minContextSlot !== undefined && { minContextSlot: Number(whole(minContextSlot)) }),
  }
}

/** A field nobody reads would be lost without a word: a misspelt amount, a limit, a chain. */
function checkFields(given: object, known: readonly string[]): void {
  for (const [field, value] of Object.entries(given)) {
    if (value === undefined || value === null || known.includes(field)) continue
    throw new LatchkeyError('transaction.field-unknown', { field, known })
  }
}

function whole(value: unknown): bigint | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'bigint' && value >= 0n) return value
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  throw new LatchkeyError('amount.invalid', { amount: written(value) })
}

/** What an app wrote, for the words of an error. */
const written = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : typeof value
