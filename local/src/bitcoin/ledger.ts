/** The chain itself: blocks, coins that can be spent, transactions that wait, and who has a part in which. */
import { hex } from '@scure/base'
import { type Block, coinbase, headerOf, mineBlock, rewardAt } from './block.js'
import { genesis } from './network.js'
import { checkShape, relayFee } from './policy.js'
import { Rejection } from './rejection.js'
import { outpoint, type Tx, type TxOutput } from './transaction.js'
import { verifyInputs } from './verify.js'

const maturity = 100
const mostWaiting = 5000
/** A block has room for ten of the heaviest. */
const blockWeight = 4_000_000

export interface Coin extends TxOutput {
  readonly txid: string
  readonly index: number
  readonly isCoinbase: boolean
}

export interface Entry {
  readonly tx: Tx
  /** What its inputs spend, in their order; empty for a coinbase. */
  readonly spent: readonly TxOutput[]
  readonly fee: bigint
  readonly isCoinbase: boolean
  /** Undefined while it waits. */
  block: Block | undefined
}

export interface Spend {
  readonly txid: string
  readonly index: number
}

export type BitcoinLedger = ReturnType<typeof createLedger>

export function createLedger(miner: Uint8Array) {
  const first: Block = {
    height: 0,
    hash: genesis.hash,
    previous: undefined,
    merkleRoot: genesis.merkleRoot,
    time: genesis.time,
    nonce: genesis.nonce,
    version: 1,
    // Its one coin can never be spent, so that its transaction is nobody's.
    txids: [],
    size: 285,
    weight: 1140,
    header: headerOf({ ...genesis, version: 1, previous: undefined }),
  }
  const blocks: Block[] = [first]
  const byHash = new Map<string, Block>([[first.hash, first]])
  const entries = new Map<string, Entry>()
  /** Insertion order is the order of arrival. */
  const waiting = new Map<string, Entry>()
  const coins = new Map<string, Coin>()
  const spends = new Map<string, Spend>()
  /** By script: the transactions that pay to it or spend from it, oldest first. */
  const parts = new Map<string, string[]>()

  const tip = (): Block => blocks.at(-1) ?? first

  function remember(entry: Entry): void {
    const { tx, spent } = entry
    entries.set(tx.txid, entry)
    for (const [index, input] of tx.inputs.entries()) {
      if (entry.isCoinbase) break
      const place = outpoint(input.txid, input.index)
      coins.delete(place)
      spends.set(place, { txid: tx.txid, index })
    }
    for (const [index, output] of tx.outputs.entries())
      coins.set(outpoint(tx.txid, index), {
        ...output,
        txid: tx.txid,
        index,
        isCoinbase: entry.isCoinbase,
      })
    for (const script of new Set([...spent, ...tx.outputs].map((output) => hex.encode(output.script)))) {
      const list = parts.get(script)
      if (list) list.push(tx.txid)
      else parts.set(script, [tx.txid])
    }
  }

  function lookUp(tx: Tx): Coin[] {
    return tx.inputs.map((input) => {
      const place = outpoint(input.txid, input.index)
      const coin = coins.get(place)
      if (coin) return coin
      const spend = spends.get(place)
      // Spent by one that waits is a conflict; spent by one that is mined is over.
      if (spend && waiting.has(spend.txid)) throw new Rejection(-26, 'txn-mempool-conflict')
      throw new Rejection(-25, 'bad-txns-inputs-missingorspent')
    })
  }

  /** Takes a transaction into the waiting room; throws a Rejection in the words of a node. */
  function accept(tx: Tx): Entry {
    const known = entries.get(tx.txid)
    if (known?.block) throw new Rejection(-27, 'Transaction outputs already in utxo set')
    if (known) throw new Rejection(-27, 'txn-already-in-mempool')
    checkShape(tx, { height: tip().height, time: tip().time })
    const spent = lookUp(tx)
    for (const coin of spent) {
      if (!coin.isCoinbase) continue
      const depth = tip().height + 1 - (entries.get(coin.txid)?.block?.height ?? 0)
      if (depth < maturity)
        throw new Rejection(
          -26,
          `bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth ${depth}`,
        )
    }
    const sum = (list: readonly TxOutput[]) => list.reduce((total, { value }) => total + value, 0n)
    const fee = sum(spent) - sum(tx.outputs)
    if (fee < 0n)
      throw new Rejection(
        -26,
        `bad-txns-in-belowout, value in (${bitcoins(sum(spent))}) < value out (${bitcoins(sum(tx.outputs))})`,
      )
    relayFee(tx, fee)
    if (waiting.size >= mostWaiting) throw new Rejection(-26, 'mempool full')
    verifyInputs(tx, spent)
    const entry: Entry = { tx, spent, fee, isCoinbase: false, block: undefined }
    remember(entry)
    waiting.set(tx.txid, entry)
    return entry
  }

  /** The next block, at a time in milliseconds: whatever waits and fits, parents before children. */
  function mine(time: number): Block {
    const height = tip().height + 1
    const taken: Entry[] = []
    let weight = 4000
    for (const entry of waiting.values()) {
      // What does not fit, and all that came after it, waits for the next: a child never goes before its parent.
      if (weight + entry.tx.weight > blockWeight) break
      weight += entry.tx.weight
      taken.push(entry)
    }
    const fees = taken.reduce((total, { fee }) => total + fee, 0n)
    const reward = coinbase(height, miner, rewardAt(height) + fees)
    const pay: Entry = { tx: reward, spent: [], fee: 0n, isCoinbase: true, block: undefined }
    remember(pay)
    const all = [pay, ...taken]
    // A block is not older than the one before it.
    const seconds = Math.max(tip().time + 1, Math.floor(time / 1000))
    const block = mineBlock(
      tip(),
      all.map(({ tx }) => tx),
      seconds,
    )
    for (const entry of all) {
      entry.block = block
      waiting.delete(entry.tx.txid)
    }
    blocks.push(block)
    byHash.set(block.hash, block)
    return block
  }

  const entriesOf = (script: Uint8Array): Entry[] =>
    (parts.get(hex.encode(script)) ?? []).flatMap((txid) => {
      const entry = entries.get(txid)
      return entry ? [entry] : []
    })

  return {
    tip,
    blockAt: (height: number): Block | undefined => blocks[height],
    blockOf: (hash: string): Block | undefined => byHash.get(hash),
    find: (txid: string): Entry | undefined => entries.get(txid),
    spendOf: (txid: string, index: number): Spend | undefined => spends.get(outpoint(txid, index)),
    waiting: (): readonly Entry[] => [...waiting.values()],
    waitingCount: () => waiting.size,
    /** Oldest first. */
    entriesOf,
    /** Coins of a script that nothing known spends, those of waiting transactions among them. */
    coinsOf: (script: Uint8Array): Coin[] =>
      entriesOf(script).flatMap(({ tx }) =>
        tx.outputs.flatMap((_, index) => {
          const coin = coins.get(outpoint(tx.txid, index))
          return coin && hex.encode(coin.script) === hex.encode(script) ? [coin] : []
        }),
      ),
    /** Every script that has ever been paid to. */
    scripts: (): Uint8Array[] => [...parts.keys()].map((script) => hex.decode(script)),
    accept,
    mine,
  }
}

const bitcoins = (value: bigint) =>
  `${value / 100_000_000n}.${(value % 100_000_000n).toString().padStart(8, '0')}`
