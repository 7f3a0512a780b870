/** Blocks: a header whose hash meets the target, over a tree of real transactions. */
import { concatBytes } from '@noble/hashes/utils.js'
import { hex } from '@scure/base'
import { bits } from './network.js'
import { encodeTx, hashText, sha256d, type Tx } from './transaction.js'

const halving = 150
const firstReward = 50n * 100_000_000n
const version = 0x20000000

export interface Block {
  readonly height: number
  readonly hash: string
  readonly previous: string | undefined
  readonly merkleRoot: string
  /** Unix seconds. */
  readonly time: number
  readonly nonce: number
  readonly version: number
  readonly txids: readonly string[]
  readonly size: number
  readonly weight: number
  readonly header: Uint8Array
}

export const rewardAt = (height: number): bigint => firstReward >> BigInt(Math.floor(height / halving))

/** The one that pays the miner; its height makes it unlike every other (BIP-34). */
export function coinbase(height: number, script: Uint8Array, value: bigint): Tx {
  const number = new Uint8Array(4)
  new DataView(number.buffer).setUint32(0, height, true)
  return encodeTx({
    version: 2,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: Uint8Array.of(4, ...number),
        sequence: 0xffffffff,
      },
    ],
    outputs: [{ amount: value, script }],
    witnesses: undefined,
    lockTime: 0,
  })
}

const backwards = (text: string) => hex.decode(text).reverse()

function merkleRoot(txids: readonly string[]): string {
  let level = txids.map(backwards)
  while (level.length > 1) {
    const next: Uint8Array[] = []
    for (let index = 0; index < level.length; index += 2) {
      const left = level[index] ?? new Uint8Array()
      // An odd one out is paired with itself.
      next.push(sha256d(concatBytes(left, level[index + 1] ?? left)))
    }
    level = next
  }
  return hashText(level[0] ?? new Uint8Array(32))
}

export function headerOf(fields: {
  version: number
  previous: string | undefined
  merkleRoot: string
  time: number
  nonce: number
}): Uint8Array {
  const header = new Uint8Array(80)
  const view = new DataView(header.buffer)
  view.setUint32(0, fields.version, true)
  header.set(fields.previous ? backwards(fields.previous) : new Uint8Array(32), 4)
  header.set(backwards(fields.merkleRoot), 36)
  view.setUint32(68, fields.time, true)
  view.setUint32(72, bits, true)
  view.setUint32(76, fields.nonce, true)
  return header
}

/** Regtest's target: the highest bit is not set. */
const meetsTarget = (hash: Uint8Array) => (hash[31] ?? 0xff) < 0x80

export function mineBlock(previous: Block, txs: readonly Tx[], time: number): Block {
  const txids = txs.map(({ txid }) => txid)
  const root = merkleRoot(txids)
  for (let nonce = 0; ; nonce++) {
    const header = headerOf({ version, previous: previous.hash, merkleRoot: root, time, nonce })
    const hash = sha256d(header)
    if (!meetsTarget(hash)) continue
    return {
      height: previous.height + 1,
      hash: hashText(hash),
      previous: previous.hash,
      merkleRoot: root,
      time,
      nonce,
      version,
      txids,
      size: 81 + txs.reduce((total, { size }) => total + size, 0),
      weight: 324 + txs.reduce((total, { weight }) => total + weight, 0),
      header,
    }
  }
}
