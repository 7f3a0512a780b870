/** What nodes ask of a transaction before they look at its coins: form, standard scripts, dust, fee. */
import { Rejection } from './rejection.js'
import { dustOf, kindOf } from './scriptKind.js'
import { mostWeight, outpoint, type Tx } from './transaction.js'

/** Satoshi for a virtual byte; below, nobody passes it on. */
const leastRate = 1n
/** 0.1 BTC for a thousand virtual bytes: nobody means to pay that. */
const absurdRate = 10_000n
const mostMoney = 21_000_000n * 100_000_000n
const longestReturn = 83
/** Old signatures are hashed anew for every input; a chain on a laptop has to end some time. */
const mostInputs = 500
const finalSequence = 0xffffffff
/** Below it a lock time is a height, above it a time. */
const timeLocks = 500_000_000

export function checkShape(tx: Tx, tip: { height: number; time: number }): void {
  if (tx.inputs.length === 0) throw new Rejection(-26, 'bad-txns-vin-empty')
  if (tx.outputs.length === 0) throw new Rejection(-26, 'bad-txns-vout-empty')
  if (tx.weight > mostWeight) throw new Rejection(-26, 'tx-size')
  if (tx.version < 1 || tx.version > 3) throw new Rejection(-26, 'version')
  if (tx.inputs.length > mostInputs)
    throw new Rejection(-26, `this regtest takes ${mostInputs} inputs at most`)
  const places = tx.inputs.map(({ txid, index }) => outpoint(txid, index))
  if (new Set(places).size !== places.length) throw new Rejection(-26, 'bad-txns-inputs-duplicate')
  if (tx.inputs.some(({ txid }) => /^0+$/.test(txid))) throw new Rejection(-26, 'coinbase')
  let total = 0n
  for (const { value, script } of tx.outputs) {
    if (value > mostMoney) throw new Rejection(-26, 'bad-txns-vout-toolarge')
    total += value
    if (total > mostMoney) throw new Rejection(-26, 'bad-txns-txouttotal-toolarge')
    const { type } = kindOf(script)
    if (type === 'unknown' || (type === 'op_return' && script.length > longestReturn))
      throw new Rejection(-26, 'scriptpubkey')
    if (value < dustOf(script)) throw new Rejection(-26, 'dust')
  }
  const { lockTime } = tx
  const isLocked = lockTime < timeLocks ? lockTime > tip.height : lockTime > tip.time
  if (isLocked && tx.inputs.some(({ sequence }) => sequence !== finalSequence))
    throw new Rejection(-26, 'non-final')
}

export function relayFee(tx: Tx, fee: bigint): void {
  const least = BigInt(tx.vsize) * leastRate
  if (fee < least) throw new Rejection(-26, `min relay fee not met, ${fee} < ${least}`)
  if (fee > BigInt(tx.vsize) * absurdRate)
    throw new Rejection(-25, 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)')
}
