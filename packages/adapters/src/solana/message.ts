/** What a transaction does, read from the bytes that are signed: its instructions, with every account by name. */
import { base58 } from './base58.js'
import { compactNumber, keyLength, type WireTransaction } from './wire.js'

export interface MessageInstruction {
  readonly program: string
  /** An address, or where a lookup table has it: `table/index`. */
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}

const blockhashLength = 32

/** `undefined` for a message of another form than the two that are known, or that says more than it holds. */
export function readInstructions({
  message,
  version,
}: Pick<WireTransaction, 'message' | 'version'>): readonly MessageInstruction[] | undefined {
  if (version !== 'legacy' && version !== 0) return undefined
  try {
    return read(message, version === 0)
  } catch (cause) {
    if (cause instanceof RangeError) return undefined
    throw cause
  }
}

function read(message: Uint8Array, hasTables: boolean): readonly MessageInstruction[] {
  // The version, where there is one, and how many sign, or only read.
  let at = hasTables ? 4 : 3
  function take(length: number): Uint8Array {
    if (at + length > message.length) throw new RangeError('the message ends early')
    at += length
    return message.slice(at - length, at)
  }
  function count(): number {
    const [value, end] = compactNumber(message, at)
    take(end - at)
    // Whatever is counted takes at least a byte.
    if (value > message.length - at) throw new RangeError('the message counts further than it holds')
    return value
  }
  const list = <T>(one: () => T): readonly T[] => Array.from({ length: count() }, one)
  const key = () => base58(take(keyLength))

  const keys = list(key)
  take(blockhashLength)
  const written = list(() => ({ program: take(1)[0] ?? 0, accounts: take(count()), data: take(count()) }))
  const tables = hasTables ? list(() => ({ table: key(), written: take(count()), read: take(count()) })) : []
  if (at !== message.length) throw new RangeError('something follows the message')
  // The network puts those that are written before those that are only read, each in the order of the tables.
  const looked = (kind: 'written' | 'read') =>
    tables.flatMap((each) => [...each[kind]].map((index) => `${each.table}/${index}`))
  const accounts = [...keys, ...looked('written'), ...looked('read')]
  const named = (index: number): string => {
    const name = accounts[index]
    if (name === undefined) throw new RangeError('an instruction names an account that is not there')
    return name
  }
  return written.map(({ program, accounts: used, data }) => ({
    program: named(program),
    accounts: [...used].map(named),
    data,
  }))
}
