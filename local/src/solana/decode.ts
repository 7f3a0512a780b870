/** A transaction as it arrives: bounded, decoded once, with everything that is later asked about it. */
import {
  type Address,
  type Blockhash,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  type EncodedAccount,
  getAddressDecoder,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Signature,
  type Transaction,
} from '@solana/kit'
import { programs } from './programs.js'

/** What fits into one packet of the network. */
export const largestTransaction = 1232
const signatureFee = 5000n
const microLamports = 1_000_000n
const defaultUnits = 200_000n
const mostUnits = 1_400_000n
/** What a lookup table begins with, before its addresses. */
const tableHeader = 56

/** Version 1 is not on any network yet. */
type Message = Exclude<CompiledTransactionMessage, { version: 1 }> & CompiledTransactionMessageWithLifetime

export interface DecodedTransaction {
  readonly raw: Uint8Array
  readonly transaction: Transaction
  readonly message: Message
  readonly version: 'legacy' | 0
  readonly signature: Signature
  readonly signatures: readonly string[]
  readonly blockhash: Blockhash
}

const transactions = getTransactionDecoder()
const messages = getCompiledTransactionMessageDecoder()
const base58 = getBase58Decoder()
const addresses = getAddressDecoder()

/** Throws where the bytes are no transaction, whole and nothing more. */
export function decodeTransaction(raw: Uint8Array): DecodedTransaction {
  const [transaction, end] = transactions.read(raw, 0)
  if (end !== raw.length) throw new RangeError(`${raw.length - end} bytes behind the transaction`)
  const message = decodeMessage(transaction.messageBytes)
  // A slot that nobody has signed yet holds zeros.
  const signatures = Object.values(transaction.signatures).map((bytes) =>
    base58.decode(bytes ?? new Uint8Array(64)),
  )
  return {
    raw,
    transaction,
    message,
    version: message.version,
    signature: (signatures[0] ?? '') as Signature, // 64 bytes of base58
    signatures,
    blockhash: message.lifetimeToken as Blockhash, // 32 bytes of base58
  }
}

export function decodeMessage(bytes: Transaction['messageBytes']): Message {
  const message = messages.decode(bytes)
  if (message.version === 1) throw new RangeError('version 1 is not supported')
  return message
}

/** Addresses that the message takes from lookup tables; an unreadable table gives none, and the machine says why. */
export function loadedKeys(
  { message }: DecodedTransaction,
  find: (address: Address) => EncodedAccount | undefined,
): { writable: Address[]; readonly: Address[] } {
  const lookups = ('addressTableLookups' in message && message.addressTableLookups) || []
  const pick = (table: Address, indexes: readonly number[]) => {
    const data = find(table)?.data
    return indexes.flatMap((index) => {
      const offset = tableHeader + index * 32
      return data && offset + 32 <= data.length ? [addresses.decode(data, offset)] : []
    })
  }
  return {
    writable: lookups.flatMap((each) => pick(each.lookupTableAddress, each.writableIndexes)),
    readonly: lookups.flatMap((each) => pick(each.lookupTableAddress, each.readonlyIndexes)),
  }
}

/** By signatures, and by the price that the message itself sets on its compute units. */
export function feeOf({ message }: Pick<DecodedTransaction, 'message'>): bigint {
  let units: bigint | undefined
  let price = 0n
  let plain = 0n
  for (const { programAddressIndex, data } of message.instructions) {
    if (message.staticAccounts[programAddressIndex] !== programs.computeBudget) {
      plain++
      continue
    }
    if (!data) continue
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    if (data[0] === 2 && data.length >= 5) units = BigInt(view.getUint32(1, true))
    if (data[0] === 3 && data.length >= 9) price = view.getBigUint64(1, true)
  }
  const asked = units ?? plain * defaultUnits
  const paid = asked > mostUnits ? mostUnits : asked
  const priority = (paid * price + microLamports - 1n) / microLamports
  return BigInt(message.header.numSignerAccounts) * signatureFee + priority
}
