/** Solana transactions as far as a person is told of them: who signs, and which programs are called with what. */
import { base58 } from '@scure/base'

export interface SolanaInstruction {
  readonly program: string
  /** Empty places where a lookup table names the account. */
  readonly accounts: readonly (string | undefined)[]
  readonly data: Uint8Array
}

export interface SolanaMessage {
  readonly signers: readonly string[]
  /** Those of the accounts it names itself that it may change. */
  readonly writable: readonly string[]
  /** Where the others are looked up, and which of them it may change. */
  readonly tables: readonly { readonly address: string; readonly writable: readonly number[] }[]
  readonly instructions: readonly SolanaInstruction[]
}

const signatureBytes = 64
const keyBytes = 32
const mostBytes = 1232
const versionMark = 0x80

/** Throws for what is not one whole transaction, legacy or of version 0. */
export function readSolanaTransaction(bytes: Uint8Array): SolanaMessage {
  if (bytes.length > mostBytes) throw new RangeError('Too long for a Solana transaction')
  const reader = createReader(bytes)
  const count = reader.count()
  reader.take(count * signatureBytes)
  const message = readSolanaMessage(reader.rest())
  if (message.signers.length !== count) throw new RangeError('Not a place for each signer')
  return message
}

/** Signed over as a message, such bytes would be a payment. What begins like a version of transactions counts as one. */
export function isSolanaPayment(bytes: Uint8Array): boolean {
  const [first = 0] = bytes
  if (first >= versionMark && first <= 0xbf) return true
  return [readSolanaMessage, readSolanaTransaction].some((read) => {
    try {
      read(bytes)
      return true
    } catch {
      return false
    }
  })
}

function readSolanaMessage(bytes: Uint8Array): SolanaMessage {
  const reader = createReader(bytes)
  const first = reader.byte()
  const isVersioned = first >= versionMark
  if (isVersioned && first !== versionMark) throw new RangeError('Only version 0 is known')
  const required = isVersioned ? reader.byte() : first
  const [readonlySigned, readonlyOthers] = [reader.byte(), reader.byte()]
  const keys = reader.count()
  if (required === 0 || readonlySigned >= required || required + readonlyOthers > keys)
    throw new RangeError('The header contradicts itself')
  const accounts = Array.from({ length: keys }, () => base58.encode(reader.take(keyBytes)))
  reader.take(keyBytes)
  const instructions = Array.from({ length: reader.count() }, () => {
    const program = accounts[reader.byte()]
    // Programs are never looked up in tables.
    if (program === undefined) throw new RangeError('A program that is not named')
    const named = [...reader.take(reader.count())].map((index) => accounts[index])
    return { program, accounts: named, data: reader.take(reader.count()) }
  })
  const tables = Array.from({ length: isVersioned ? reader.count() : 0 }, () => {
    const address = base58.encode(reader.take(keyBytes))
    const writable = [...reader.take(reader.count())]
    reader.take(reader.count())
    return { address, writable }
  })
  if (reader.rest().length > 0) throw new RangeError('Something follows')
  // Signers come first, and of both kinds those that may be changed.
  const writable = accounts.filter((_, index) =>
    index < required ? index < required - readonlySigned : index < keys - readonlyOthers,
  )
  return { signers: accounts.slice(0, required), writable, tables, instructions }
}

function createReader(bytes: Uint8Array) {
  let at = 0
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new RangeError('It ends too early')
    at += length
    return bytes.subarray(at - length, at)
  }
  const byte = () => take(1)[0] ?? 0
  return {
    take,
    byte,
    rest: () => bytes.subarray(at),
    /** "Compact-u16": seven bits a byte, at most three bytes, no longer than needed. */
    count(): number {
      let value = 0
      for (let index = 0; index < 3; index += 1) {
        const next = byte()
        value |= (next & 0x7f) << (index * 7)
        if (next < 0x80) {
          if ((index > 0 && next === 0) || value > 0xffff) break
          return value
        }
      }
      throw new RangeError('A count is not written as it should be')
    },
  }
}
