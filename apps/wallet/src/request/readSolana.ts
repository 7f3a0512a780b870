/** What the instructions of a Solana transaction do: payments and token moves are told, programs that are not known are named. */
import { base58, base64 } from '@scure/base'
import { copy as calls } from '../words/en/calls.js'
import { copy as labels } from '../words/en/labels.js'
import { copy as request } from '../words/en/request.js'
import { copy as values } from '../words/en/values.js'
import { amountText, wordsOf } from '../words/words.js'
import { readSolanaMessage, readSolanaTransaction, type SolanaMessage } from '../worker/solanaTransaction.js'
import { cleanText } from './cleanText.js'
import type { RequestPart, RequestRow, RequestWarning } from './facts.js'
import { warn } from './facts.js'

const t = wordsOf({ ...calls, ...labels, ...request, ...values })

const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  associated: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
} as const

/** The coin of the network. */
export const sol = { symbol: 'SOL', decimals: 9 } as const

type Instruction = SolanaMessage['instructions'][number]

export interface ReadSolana {
  readonly parts: readonly RequestPart[]
  readonly warnings: readonly RequestWarning[]
  readonly isTransfer: boolean
  /** Lamports: what the network takes at most. */
  readonly fee: bigint
}

/** `text` is base64. Throws for what is not a transaction. */
export function readSolana(text: string, index?: number): ReadSolana {
  const { message } = readSolanaTransaction(base64.decode(text))
  const read = readSolanaMessage(message)
  const told = read.instructions.map((each) => tell(each, read, index)).filter((each) => each !== undefined)
  const fee = feeOf(read)
  return {
    parts: told.map(({ part }) => part),
    warnings: [
      ...told.flatMap(({ warnings = [] }) => warnings),
      ...(fee > usualFee ? [warn('high-fee', index)] : []),
    ],
    isTransfer: told.length > 0 && told.every(({ isTransfer = false }) => isTransfer),
    fee,
  }
}

const feeOfSignature = 5_000n
/** 0.01 SOL; a busy network takes a tenth of it. */
const usualFee = 10_000_000n
const unitsOfInstruction = 200_000n
const mostUnits = 1_400_000n
const microLamports = 1_000_000n

/** For the signatures, and for going first: a price for each unit of work that the transaction may use. */
function feeOf({ required, accounts, instructions }: SolanaMessage): bigint {
  const isBudget = ({ program }: Instruction) => accounts[program] === programs.computeBudget
  const budget = instructions.filter(isBudget).map(({ data }) => data)
  const limit = budget.find(([kind]) => kind === 2)
  const price = budget.find(([kind]) => kind === 3)
  const usual = BigInt(instructions.length - budget.length) * unitsOfInstruction
  const wanted = limit ? numberAt(limit, 1, 4) : usual
  const units = wanted < mostUnits ? wanted : mostUnits
  const first = price ? (numberAt(price, 1, 8) * units + microLamports - 1n) / microLamports : 0n
  return BigInt(required) * feeOfSignature + first
}

interface Told {
  readonly part: RequestPart
  readonly warnings?: readonly RequestWarning[]
  readonly isTransfer?: boolean
}

function tell(
  instruction: Instruction,
  { accounts }: SolanaMessage,
  index: number | undefined,
): Told | undefined {
  const program = accounts[instruction.program]
  const at: At = (place) => {
    const found = instruction.accounts[place]
    return found === undefined ? undefined : accounts[found]
  }
  const { data } = instruction
  switch (program) {
    // What it costs to be carried, and nothing else: told as the fee.
    case programs.computeBudget:
      return undefined
    case programs.memo:
      return {
        part: part(t('calls.note'), text('labels.says', new TextDecoder().decode(data))),
        isTransfer: true,
      }
    case programs.associated:
      return {
        part: part(
          t('calls.open-token-account'),
          address('labels.for', at(2)),
          address('labels.token', at(3)),
        ),
        isTransfer: true,
      }
    case programs.system:
      return tellSystem(data, at, index)
    case programs.token:
    case programs.token2022:
      return tellToken(data, at, index)
    default:
      return {
        part: part(t('calls.call-program'), address('labels.program', program ?? at(-1)), bytes(data)),
        warnings: [warn('unverified-contract', index)],
      }
  }
}

/** None where the account comes from a table of the chain. */
type At = (place: number) => string | undefined

function tellSystem(data: Uint8Array, at: At, index: number | undefined): Told {
  const kind = Number(numberAt(data, 0, 4))
  const coins = (place: number) => amountText(numberAt(data, place, 8), sol)
  const send = (value: string, to: string | undefined, isTransfer: boolean): Told => ({
    part: part(
      t('request.send', { amount: value }),
      amount('labels.amount', value),
      address('labels.to', to),
    ),
    isTransfer,
  })
  if (kind === 2 && data.length === 12) return send(coins(4), at(1), true)
  // Out of an account for single-use numbers, and out of one that was derived from another.
  if (kind === 5 && data.length === 12) return send(coins(4), at(1), false)
  if (kind === 11) return send(coins(4), at(2), false)
  if (kind === 0 || kind === 3) {
    // Behind the base and its seed, whose length stands before it.
    const place = kind === 0 ? 4 : 44 + Number(numberAt(data, 36, 8))
    const owner = data.length >= place + 48 ? base58.encode(data.subarray(place + 16, place + 48)) : undefined
    const value = coins(place)
    return {
      part: part(
        t('request.send-new-account', { amount: value }),
        amount('labels.amount', value),
        address('labels.to', at(1)),
        ...(owner === undefined ? [] : [address('labels.belongs-to', owner)]),
      ),
      warnings: isOwnProgram(owner) ? [] : [warn('unverified-contract', index)],
    }
  }
  // Assign, and who may use an account of numbers: it is somebody else's from then on.
  const isGiven = kind === 1 || kind === 7 || kind === 10
  const warnings = isGiven ? [warn('owner-change', index)] : unlessHarmless('system', kind, index)
  return { part: part(t('calls.change-account'), address('labels.account', at(0)), bytes(data)), warnings }
}

const isOwnProgram = (owner: string | undefined) => owner === programs.token || owner === programs.token2022

function tellToken(data: Uint8Array, at: At, index: number | undefined): Told {
  const kind = data[0]
  const isChecked = kind === 12 || kind === 13
  if (kind === 3 || kind === 12) {
    const shown = isChecked ? inDecimals(data, 1) : units(numberAt(data, 1, 8))
    const token = isChecked ? [address('labels.token', at(1))] : []
    const to = at(isChecked ? 2 : 1)
    return {
      part: part(t('calls.send-tokens'), amount('labels.amount', shown), address('labels.to', to), ...token),
      isTransfer: true,
    }
  }
  if (kind === 4 || kind === 13) {
    const value = numberAt(data, 1, 8)
    return {
      part: part(
        t('calls.approve'),
        address('labels.spender', at(isChecked ? 2 : 1)),
        amount('labels.amount', units(value)),
      ),
      warnings: [warn(value >= 1n << 63n ? 'unlimited-approval' : 'permit', index)],
    }
  }
  // With a fee for whoever made the token.
  if (kind === 26 && data[1] === 1) {
    const value = inDecimals(data, 2)
    const rows = [amount('labels.amount', value), address('labels.to', at(2)), address('labels.token', at(1))]
    return { part: part(t('calls.send-tokens'), ...rows) }
  }
  if (kind === 8 || kind === 15) {
    const value = kind === 15 ? inDecimals(data, 1) : units(numberAt(data, 1, 8))
    return {
      part: part(t('calls.destroy-tokens'), amount('labels.amount', value), address('labels.token', at(1))),
    }
  }
  if (kind === 9)
    return {
      part: part(
        t('calls.close-token-account'),
        address('labels.account', at(0)),
        address('labels.rest-goes-to', at(1)),
      ),
    }
  if (kind === 6)
    return {
      part: part(t('calls.give-token-account'), address('labels.account', at(0))),
      warnings: [warn('owner-change', index)],
    }
  return {
    part: part(t('calls.use-token-program'), address('labels.account', at(0)), bytes(data)),
    warnings: unlessHarmless('token', kind ?? -1, index),
  }
}

/** Kinds of instructions that move nothing and give nothing away: opening, taking a right back, counting again. */
const harmless = {
  system: [4, 6, 8, 12],
  token: [0, 1, 5, 16, 17, 18, 20, 21, 22],
} as const satisfies Record<string, readonly number[]>

function unlessHarmless(
  program: keyof typeof harmless,
  kind: number,
  index: number | undefined,
): RequestWarning[] {
  const kinds: readonly number[] = harmless[program]
  return kinds.includes(kind) ? [] : [warn('unverified-contract', index)]
}

function numberAt(data: Uint8Array, at: number, length: number): bigint {
  if (data.length < at + length) return 0n
  return data.subarray(at, at + length).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)
}

/** An amount, and behind it how many of its digits are a fraction. */
const inDecimals = (data: Uint8Array, at: number): string =>
  amountText(numberAt(data, at, 8), { decimals: data[at + 8] ?? 0 })

const part = (title: string, ...rows: RequestRow[]): RequestPart => ({ title, rows })
/** Digits as they are signed: no count, which would be rounded and grouped. */
const units = (value: bigint): string => t('values.units', { amount: `${value}` })
type Label = keyof typeof labels
const amount = (label: Label, value: string): RequestRow => ({ label: t(label), value, look: 'amount' })
const address = (label: Label, value: string | undefined): RequestRow =>
  value === undefined
    ? { label: t(label), value: t('values.from-table'), look: 'plain' }
    : { label: t(label), value, look: 'address' }
const text = (label: Label, value: string): RequestRow => ({
  label: t(label),
  value: cleanText(value, 240).text,
  look: 'text',
})
const bytes = (data: Uint8Array): RequestRow => ({
  label: t('labels.data'),
  value: t('values.bytes', { count: data.length }),
  look: 'code',
})
