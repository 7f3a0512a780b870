/** Transactions, blocks and addresses in the shape of Esplora's REST. */
import { hex } from '@scure/base'
import type { Block } from './block.js'
import type { BitcoinLedger, Entry } from './ledger.js'
import { addressOf, bits } from './network.js'
import { assembly, kindOf } from './scriptKind.js'
import type { TxOutput } from './transaction.js'

/** All the bitcoin there will ever be fits into a float with room; JSON knows no other number. */
const satoshi = (value: bigint): number => Number(value)

export function showStatus(block: Block | undefined) {
  if (!block) return { confirmed: false }
  return { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time }
}

function showOutput({ script, value }: TxOutput) {
  const address = addressOf(script)
  return {
    scriptpubkey: hex.encode(script),
    scriptpubkey_asm: assembly(script),
    scriptpubkey_type: kindOf(script).type,
    ...(address === undefined ? {} : { scriptpubkey_address: address }),
    value: satoshi(value),
  }
}

export function showTx({ tx, spent, fee, isCoinbase, block }: Entry) {
  return {
    txid: tx.txid,
    version: tx.version,
    locktime: tx.lockTime,
    vin: tx.inputs.map((input, index) => {
      const output = spent[index]
      return {
        txid: input.txid,
        vout: input.index,
        prevout: output ? showOutput(output) : null,
        scriptsig: hex.encode(input.scriptSig),
        scriptsig_asm: isCoinbase ? '' : assembly(input.scriptSig),
        ...(input.witness.length > 0 ? { witness: input.witness.map((item) => hex.encode(item)) } : {}),
        is_coinbase: isCoinbase,
        sequence: input.sequence,
      }
    }),
    vout: tx.outputs.map(showOutput),
    size: tx.size,
    weight: tx.weight,
    fee: satoshi(fee),
    status: showStatus(block),
  }
}

export function showBlock(block: Block) {
  return {
    id: block.hash,
    height: block.height,
    version: block.version,
    timestamp: block.time,
    tx_count: Math.max(1, block.txids.length),
    size: block.size,
    weight: block.weight,
    merkle_root: block.merkleRoot,
    ...(block.previous === undefined ? {} : { previousblockhash: block.previous }),
    mediantime: block.time,
    nonce: block.nonce,
    bits,
    difficulty: 0,
  }
}

/** What has been paid to a script and spent from it, mined and waiting apart. */
export function showStats(ledger: BitcoinLedger, script: Uint8Array) {
  const own = hex.encode(script)
  const isOwn = (output: TxOutput) => hex.encode(output.script) === own
  const statsOf = (entries: readonly Entry[]) => {
    const funded = entries.flatMap(({ tx }) => tx.outputs.filter(isOwn))
    const spent = entries.flatMap((entry) => entry.spent.filter(isOwn))
    const sum = (list: readonly TxOutput[]) => satoshi(list.reduce((total, { value }) => total + value, 0n))
    return {
      funded_txo_count: funded.length,
      funded_txo_sum: sum(funded),
      spent_txo_count: spent.length,
      spent_txo_sum: sum(spent),
      tx_count: entries.length,
    }
  }
  const all = ledger.entriesOf(script)
  return {
    chain_stats: statsOf(all.filter(({ block }) => block)),
    mempool_stats: statsOf(all.filter(({ block }) => !block)),
  }
}

export function showCoins(ledger: BitcoinLedger, script: Uint8Array) {
  return ledger.coinsOf(script).map(({ txid, index, value }) => ({
    txid,
    vout: index,
    status: showStatus(ledger.find(txid)?.block),
    value: satoshi(value),
  }))
}
