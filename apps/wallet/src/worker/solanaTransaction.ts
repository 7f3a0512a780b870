/** The frame of a Solana transaction, as far as a signer must read it: who signs, where, and what exactly. */
import { base58 } from '@scure/base'

export interface SolanaTransaction {
  /** The bytes that every signer signs. */
  readonly message: Uint8Array
  /** Those who must sign, in the order of their places. */
  readonly signers: readonly string[]
  /** Where the signatures begin. */
  readonly signaturesAt: number
}

const signatureBytes = 64
const keyBytes = 32
const blockhashBytes = 32
/** The largest that the network carries; a version mark takes one bit of the first byte. */
const mostBytes = 1232
const versionMark = 0x80

/** Throws for what is not one whole transaction, legacy or of version 0. */
export function readSolanaTransaction(bytes: Uint8Array): SolanaTransaction {
  if (bytes.length > mostBytes) throw new RangeError('A Solana transaction has at most 1232 bytes')
  const reader = createReader(bytes)
  const count = reader.count()
  const signaturesAt = reader.at()
  reader.skip(count * signatureBytes)
  const message = bytes.subarray(reader.at())
  const signers = readSigners(message)
  if (signers.length !== count) throw new RangeError('A Solana transaction has a place for each signer')
  return { message, signers, signaturesAt }
}

/**
 * Signed over as a message, such bytes would be a payment: they are never signed as one. What begins like a
 * version of transactions counts as one, known here or not.
 */
export function isSolanaPayment(bytes: Uint8Array): boolean {
  if (isVersioned(bytes)) return true
  return [readSigners, readSolanaTransaction].some((read) => {
    try {
      read(bytes)
      return true
    } catch {
      return false
    }
  })
}

/** 0x80 to 0xbf begin no text in UTF-8, and leave room for more versions than there will be. */
const isVersioned = ([first = 0]: Uint8Array): boolean => first >= versionMark && first <= 0xbf

export interface SolanaMessage {
  /** How many of the accounts sign. */
  readonly required: number
  readonly accounts: readonly string[]
  /** Accounts by their index; one beyond the list comes from a table that only the network knows. */
  readonly instructions: readonly {
    readonly program: number
    readonly accounts: readonly number[]
    readonly data: Uint8Array
  }[]
}

const readSigners = (message: Uint8Array): string[] => {
  const { accounts, required } = readSolanaMessage(message)
  return accounts.slice(0, required)
}

/** Throws for what is not one whole message, legacy or of version 0. */
export function readSolanaMessage(message: Uint8Array): SolanaMessage {
  const reader = createReader(message)
  const first = reader.byte()
  const isVersioned = first >= versionMark
  if (isVersioned && first !== versionMark) throw new RangeError('Only version 0 is known')
  const required = isVersioned ? reader.byte() : first
  const [readonlySigned, readonlyOthers] = [reader.byte(), reader.byte()]
  const keys = reader.count()
  if (required === 0 || readonlySigned >= required || required + readonlyOthers > keys) {
    throw new RangeError('The header of a Solana message contradicts itself')
  }
  const accounts = Array.from({ length: keys }, () => base58.encode(reader.take(keyBytes)))
  reader.skip(blockhashBytes)
  const instructions = Array.from({ length: reader.count() }, () => ({
    program: reader.byte(),
    accounts: [...reader.take(reader.count())],
    data: reader.take(reader.count()),
  }))
  if (isVersioned) {
    const tables = reader.count()
    for (let index = 0; index < tables; index += 1) {
      reader.skip(keyBytes)
      reader.skip(reader.count())
      reader.skip(reader.count())
    }
  }
  if (!reader.isDone()) throw new RangeError('Something follows a Solana message')
  return { required, accounts, instructions }
}

function createReader(bytes: Uint8Array) {
  let at = 0
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new RangeError('A Solana message ends too early')
    at += length
    return bytes.subarray(at - length, at)
  }
  const byte = () => take(1)[0] ?? 0
  return {
    at: () => at,
    isDone: () => at === bytes.length,
    take,
    byte,
    skip: (length: number): void => void take(length),
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
      throw new RangeError('A count of a Solana message is not written as it should be')
    },
  }
}
