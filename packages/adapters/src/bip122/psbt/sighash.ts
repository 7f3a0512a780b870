/** What a signature signs: the three ways in which Bitcoin makes a digest of a transaction. */
import { join, sha256, taggedHash, twice } from '@latchkey/verify/bitcoin'
import { sized, uint32, uint64 } from './byteReader.js'
import {
  type RawTransaction,
  type TransactionInput,
  type TransactionOutput,
  writeOutput,
  writeTransaction,
} from './rawTransaction.js'

export const sighash = { default: 0, all: 1, none: 2, single: 3, anyoneCanPay: 0x80 } as const

export interface SighashInput {
  readonly transaction: RawTransaction
  readonly at: number
  readonly type: number
}

const nothing = new Uint8Array(32)
const noScript = new Uint8Array()
const outpoint = ({ txid, index }: TransactionInput) => join(txid, uint32(index))
const baseOf = (type: number) => type & 0x1f
const isAlone = (type: number) => (type & sighash.anyoneCanPay) !== 0

/** The types that every node relays; 0 is for taproot alone. */
export function isSighashType(type: number, isTaproot: boolean): boolean {
  if (type === sighash.default) return isTaproot
  return [1, 2, 3, 0x81, 0x82, 0x83].includes(type)
}

/** Before segwit: the transaction itself, with the script that is being satisfied in its place. */
export function legacyDigest({
  transaction,
  at,
  type,
  code,
}: SighashInput & { code: Uint8Array }): Uint8Array {
  const { inputs, outputs } = transaction
  const base = baseOf(type)
  if (base === sighash.single && at >= outputs.length) throw new RangeError(`input ${at} has no output`)
  const shown = inputs.map((input, i) => ({
    ...input,
    script: i === at ? code : noScript,
    sequence: i === at || base === sighash.all ? input.sequence : 0,
  }))
  const single = outputs.slice(0, at + 1).map((each, i) => (i === at ? each : blank))
  const altered: RawTransaction = {
    ...transaction,
    inputs: isAlone(type) ? shown.slice(at, at + 1) : shown,
    outputs: base === sighash.none ? [] : base === sighash.single ? single : outputs,
  }
  return twice(join(writeTransaction(altered), uint32(type)))
}

const blank: TransactionOutput = { amount: 0xffffffffffffffffn, script: noScript }

/** BIP-143 */
export function segwitDigest({
  transaction: { version, inputs, outputs, lockTime },
  at,
  type,
  code,
  amount,
}: SighashInput & { code: Uint8Array; amount: bigint }): Uint8Array {
  const input = inputAt(inputs, at)
  const base = baseOf(type)
  const isWhole = base === sighash.all
  const own = outputs[at]
  const paid = isWhole ? outputs : base === sighash.single && own ? [own] : []
  return twice(
    join(
      uint32(version),
      isAlone(type) ? nothing : twice(join(...inputs.map(outpoint))),
      isAlone(type) || !isWhole ? nothing : twice(join(...inputs.map((each) => uint32(each.sequence)))),
      outpoint(input),
      sized(code),
      uint64(amount),
      uint32(input.sequence),
      paid.length > 0 ? twice(join(...paid.map(writeOutput))) : nothing,
      uint32(lockTime),
      uint32(type),
    ),
  )
}

/** BIP-341; with `leaf`, BIP-342. `spent` is what every input spends. */
export function taprootDigest({
  transaction: { version, inputs, outputs, lockTime },
  at,
  type,
  spent,
  leaf,
}: SighashInput & { spent: readonly TransactionOutput[]; leaf?: Uint8Array | undefined }): Uint8Array {
  const input = inputAt(inputs, at)
  const own = outputs[at]
  const base = type & 3
  if (base === sighash.single && !own) throw new RangeError(`input ${at} has no output`)
  const all = [
    join(...inputs.map(outpoint)),
    join(...spent.map(({ amount }) => uint64(amount))),
    join(...spent.map(({ script }) => sized(script))),
    join(...inputs.map(({ sequence }) => uint32(sequence))),
  ]
  const alone = [outpoint(input), ...spent.slice(at, at + 1).map(writeOutput), uint32(input.sequence)]
  return taggedHash(
    'TapSighash',
    join(
      Uint8Array.of(0, type),
      uint32(version),
      uint32(lockTime),
      ...(isAlone(type) ? [] : all.map((bytes) => sha256(bytes))),
      ...(base < sighash.none ? [sha256(join(...outputs.map(writeOutput)))] : []),
      Uint8Array.of(leaf ? 2 : 0),
      ...(isAlone(type) ? alone : [uint32(at)]),
      ...(base === sighash.single && own ? [sha256(writeOutput(own))] : []),
      ...(leaf ? [leaf, Uint8Array.of(0), uint32(0xffffffff)] : []),
    ),
  )
}

function inputAt(inputs: readonly TransactionInput[], at: number): TransactionInput {
  const input = inputs[at]
  if (!input) throw new RangeError(`it has no input ${at}`)
  return input
}
