/** A transaction as bytes and as fields, decoded once, with its ids and sizes. */
import { sha256 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'
import { RawTx } from '@scure/btc-signer'

/** Standard transactions are no heavier. */
export const mostWeight = 400_000
/** Twice the bytes of the heaviest, in hex. */
export const longestHex = mostWeight * 2

export interface TxInput {
  readonly txid: string
  readonly index: number
  readonly sequence: number
  readonly scriptSig: Uint8Array
  readonly witness: readonly Uint8Array[]
}

export interface TxOutput {
  readonly script: Uint8Array
  readonly value: bigint
}

export interface Tx {
  readonly txid: string
  readonly raw: Uint8Array
  readonly version: number
  readonly lockTime: number
  readonly inputs: readonly TxInput[]
  readonly outputs: readonly TxOutput[]
  readonly size: number
  readonly weight: number
  readonly vsize: number
}

export const sha256d = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))
/** Hashes are written backwards. */
export const hashText = (hash: Uint8Array): string => hex.encode(hash.slice().reverse())
export const outpoint = (txid: string, index: number): string => `${txid}:${index}`

type Raw = ReturnType<typeof RawTx.decode>

/** Throws where the bytes are no transaction, whole and nothing more. */
export const decodeTx = (raw: Uint8Array): Tx => readTx(raw, RawTx.decode(raw))
export const encodeTx = (fields: Raw): Tx => readTx(RawTx.encode(fields), fields)

function readTx(raw: Uint8Array, fields: Raw): Tx {
  const bare = RawTx.encode({ ...fields, segwitFlag: false, witnesses: undefined })
  const weight = bare.length * 3 + raw.length
  return {
    txid: hashText(sha256d(bare)),
    raw,
    version: fields.version,
    lockTime: fields.lockTime,
    inputs: fields.inputs.map((input, position) => ({
      txid: hex.encode(input.txid),
      index: input.index,
      sequence: input.sequence,
      scriptSig: input.finalScriptSig,
      witness: fields.witnesses?.[position] ?? [],
    })),
    outputs: fields.outputs.map(({ script, amount }) => ({ script, value: amount })),
    size: raw.length,
    weight,
    vsize: Math.ceil(weight / 4),
  }
}
