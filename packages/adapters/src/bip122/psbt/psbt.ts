/** Partly signed transactions (BIP-174 and BIP-370) as maps of bytes: nothing that is not understood is lost. */
import { isSame, join } from '@latchkey/verify/bitcoin'
import { readBytes, size, sized, uint32 } from './byteReader.js'
import {
  type RawTransaction,
  readTransaction,
  type TransactionOutput,
  transactionId,
} from './rawTransaction.js'
import { toHex } from './text.js'

export interface PsbtField {
  readonly type: number
  /** What follows the type in the field's name, such as a public key. */
  readonly key: Uint8Array
  readonly value: Uint8Array
}
export type PsbtMap = readonly PsbtField[]

export interface Psbt {
  /** What is to be signed, without any signature. */
  readonly transaction: RawTransaction
  readonly global: PsbtMap
  readonly inputs: readonly PsbtMap[]
  readonly outputs: readonly PsbtMap[]
}

const globalField = { transaction: 0x00, version: 0xfb } as const
const globalV2 = { txVersion: 0x02, lockTime: 0x03, inputs: 0x04, outputs: 0x05 } as const
const outputV2 = { amount: 0x03, script: 0x04 } as const

export const inputField = {
  previous: 0x00,
  spent: 0x01,
  partialSignature: 0x02,
  sighash: 0x03,
  redeemScript: 0x04,
  witnessScript: 0x05,
  derivation: 0x06,
  finalScript: 0x07,
  finalWitness: 0x08,
  txid: 0x0e,
  index: 0x0f,
  sequence: 0x10,
  timeLock: 0x11,
  heightLock: 0x12,
  tapSignature: 0x13,
  tapScriptSignature: 0x14,
  tapLeaf: 0x15,
  tapDerivation: 0x16,
  tapInnerKey: 0x17,
  tapRoot: 0x18,
} as const

const magic = Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff)
const longest = 4_000_000
const lastSequence = 0xffffffff

/** Throws a `RangeError` with what is wrong. */
export function readPsbt(bytes: Uint8Array): Psbt {
  if (bytes.length > longest) throw new RangeError('it is larger than any transaction')
  if (!isSame(bytes.slice(0, magic.length), magic)) throw new RangeError('it is no PSBT')
  const reader = readBytes(bytes.slice(magic.length))
  const readMap = (): PsbtMap => {
    const fields: PsbtField[] = []
    const names = new Set<string>()
    for (;;) {
      const name = reader.sized()
      if (name.length === 0) return fields
      if (names.has(toHex(name))) throw new RangeError('it says the same twice')
      names.add(toHex(name))
      const parts = readBytes(name)
      const type = parts.size()
      fields.push({ type, key: name.slice(size(type).length), value: reader.sized() })
    }
  }
  const global = readMap()
  const version = valueOf(global, globalField.version)
  const isNew = version !== undefined && readBytes(version).uint32() === 2
  const unsigned = valueOf(global, globalField.transaction)
  if (isNew ? unsigned : !unsigned) throw new RangeError('its transaction is missing, or there twice')
  const given = unsigned && readTransaction(unsigned, { isUnsigned: true })
  const readMaps = (count: number) => Array.from({ length: bounded(count, bytes) }, readMap)
  const inputs = readMaps(given ? given.inputs.length : countOf(global, globalV2.inputs))
  const outputs = readMaps(given ? given.outputs.length : countOf(global, globalV2.outputs))
  if (!reader.isDone) throw new RangeError('something follows it')
  if (given?.inputs.some(({ script }) => script.length > 0)) throw new RangeError('its transaction is signed')
  return { transaction: given ?? assemble(global, inputs, outputs), global, inputs, outputs }
}

export function writePsbt({ global, inputs, outputs }: Psbt): Uint8Array {
  const writeMap = (map: PsbtMap) => [
    ...map.flatMap(({ type, key, value }) => [sized(join(size(type), key)), sized(value)]),
    Uint8Array.of(0),
  ]
  return join(magic, ...[global, ...inputs, ...outputs].flatMap(writeMap))
}

export const valueOf = (map: PsbtMap, type: number): Uint8Array | undefined =>
  map.find((field) => field.type === type && field.key.length === 0)?.value

/** Every map is at least one byte, so a count beyond the bytes is a lie. */
function bounded(count: number, { length }: Uint8Array): number {
  if (count > length) throw new RangeError('it counts further than it can hold')
  return count
}

function needed(map: PsbtMap, type: number): Uint8Array {
  const value = valueOf(map, type)
  if (!value) throw new RangeError('a part of its transaction is missing')
  return value
}

const countOf = (map: PsbtMap, type: number): number => readBytes(needed(map, type)).size()

function optional32(map: PsbtMap, type: number): number | undefined {
  const value = valueOf(map, type)
  return value && readBytes(value).uint32()
}

/** BIP-370: the transaction is spread over the maps. */
function assemble(global: PsbtMap, inputs: readonly PsbtMap[], outputs: readonly PsbtMap[]): RawTransaction {
  return {
    version: readBytes(needed(global, globalV2.txVersion)).uint32(),
    inputs: inputs.map((map) => ({
      txid: readBytes(needed(map, inputField.txid)).take(32),
      index: readBytes(needed(map, inputField.index)).uint32(),
      script: new Uint8Array(),
      sequence: optional32(map, inputField.sequence) ?? lastSequence,
      witness: [],
    })),
    outputs: outputs.map((map) => ({
      amount: readBytes(needed(map, outputV2.amount)).uint64(),
      script: needed(map, outputV2.script),
    })),
    lockTime: lockTimeOf(inputs) ?? optional32(global, globalV2.lockTime) ?? 0,
  }
}

/** BIP-370: the latest of what inputs wait for, by height where all of them can. */
function lockTimeOf(inputs: readonly PsbtMap[]): number | undefined {
  const locks = inputs
    .map((map) => ({
      height: optional32(map, inputField.heightLock),
      time: optional32(map, inputField.timeLock),
    }))
    .filter(({ height, time }) => height !== undefined || time !== undefined)
  if (locks.length === 0) return undefined
  for (const kind of ['height', 'time'] as const) {
    const values = locks.flatMap((lock) => lock[kind] ?? [])
    if (values.length === locks.length) return Math.max(...values)
  }
  throw new RangeError('its inputs wait for different kinds of time')
}

/** What an input spends. A whole earlier transaction is believed only where it is the one that the input names. */
export function spentOutput({ transaction, inputs }: Psbt, at: number): TransactionOutput {
  const input = transaction.inputs[at]
  const map = inputs[at]
  if (!input || !map) throw new RangeError(`it has no input ${at}`)
  const previous = valueOf(map, inputField.previous)
  const spent = valueOf(map, inputField.spent)
  const short = spent && readSpent(spent)
  if (!previous) {
    if (!short) throw new RangeError(`it does not say what input ${at} spends`)
    return short
  }
  const whole = readTransaction(previous)
  const output = whole.outputs[input.index]
  if (transactionId(whole) !== toHex(input.txid.slice().reverse()) || !output) {
    throw new RangeError(`input ${at} does not spend what it says`)
  }
  if (short && (short.amount !== output.amount || !isSame(short.script, output.script))) {
    throw new RangeError(`it says two things of what input ${at} spends`)
  }
  return output
}

function readSpent(bytes: Uint8Array): TransactionOutput {
  const reader = readBytes(bytes)
  return { amount: reader.uint64(), script: reader.sized() }
}

/** The hash type that the PSBT itself asks for. */
export const sighashOf = (map: PsbtMap): number | undefined => optional32(map, inputField.sighash)

export function withSighash(map: PsbtMap, type: number): PsbtMap {
  const others = map.filter((field) => field.type !== inputField.sighash)
  return [...others, { type: inputField.sighash, key: new Uint8Array(), value: uint32(type) }]
}
