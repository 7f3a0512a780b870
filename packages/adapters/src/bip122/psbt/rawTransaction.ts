/** Bitcoin transactions as bytes. */
import { join, twice } from '@latchkey/verify/bitcoin'
import { readBytes, size, sized, uint32, uint64 } from './byteReader.js'
import { toHex } from './text.js'

export interface TransactionInput {
  /** As it stands in transactions; people write it backwards. */
  readonly txid: Uint8Array
  readonly index: number
  readonly script: Uint8Array
  readonly sequence: number
  readonly witness: readonly Uint8Array[]
}

export interface TransactionOutput {
  readonly amount: bigint
  readonly script: Uint8Array
}

export interface RawTransaction {
  readonly version: number
  readonly inputs: readonly TransactionInput[]
  readonly outputs: readonly TransactionOutput[]
  readonly lockTime: number
}

const segwitMark = 0

/** `isUnsigned`: as PSBTs hold it, where no inputs cannot be mistaken for the mark of witnesses. */
export function readTransaction(bytes: Uint8Array, { isUnsigned = false } = {}): RawTransaction {
  const reader = readBytes(bytes)
  const version = reader.uint32()
  let count = reader.size()
  const hasWitness = !isUnsigned && count === segwitMark
  if (hasWitness) {
    if (reader.byte() !== 1) throw new RangeError('its witnesses are of an unknown kind')
    count = reader.size()
  }
  const bare = times(count, () => ({
    txid: reader.take(32),
    index: reader.uint32(),
    script: reader.sized(),
    sequence: reader.uint32(),
  }))
  const outputs = times(reader.size(), () => ({ amount: reader.uint64(), script: reader.sized() }))
  const inputs = bare.map((input) => ({
    ...input,
    witness: hasWitness ? times(reader.size(), () => reader.sized()) : [],
  }))
  const lockTime = reader.uint32()
  if (!reader.isDone) throw new RangeError('something follows the transaction')
  return { version, inputs, outputs, lockTime }
}

/** A count that lies ends with the bytes, so nothing is made ahead of reading it. */
function times<T>(count: number, read: () => T): readonly T[] {
  const list: T[] = []
  while (list.length < count) list.push(read())
  return list
}

/** Without witnesses unless they are asked for: this is what an id is made of. */
export function writeTransaction(
  { version, inputs, outputs, lockTime }: RawTransaction,
  { withWitness = false } = {},
): Uint8Array {
  const hasWitness = withWitness && inputs.some(({ witness }) => witness.length > 0)
  return join(
    uint32(version),
    hasWitness ? Uint8Array.of(segwitMark, 1) : new Uint8Array(),
    size(inputs.length),
    ...inputs.flatMap(({ txid, index, script, sequence }) => [
      txid,
      uint32(index),
      sized(script),
      uint32(sequence),
    ]),
    size(outputs.length),
    ...outputs.map(writeOutput),
    ...(hasWitness ? inputs.map(({ witness }) => writeWitness(witness)) : []),
    uint32(lockTime),
  )
}

export const writeOutput = ({ amount, script }: TransactionOutput): Uint8Array =>
  join(uint64(amount), sized(script))

export const writeWitness = (witness: readonly Uint8Array[]): Uint8Array =>
  join(size(witness.length), ...witness.map(sized))

export function readWitness(bytes: Uint8Array): readonly Uint8Array[] {
  const reader = readBytes(bytes)
  const items = times(reader.size(), () => reader.sized())
  if (!reader.isDone) throw new RangeError('something follows a witness')
  return items
}

/** As people write it. */
export const transactionId = (transaction: RawTransaction): string =>
  toHex(twice(writeTransaction(transaction)).reverse())
