/** Esplora's REST over the ledger, as a table: a pattern, and what it answers. */
import { sha256 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'
import type { BitcoinLedger, Entry } from './ledger.js'
import { scriptOf } from './network.js'
import { showBlock, showCoins, showStats, showStatus, showTx } from './show.js'

export type Told =
  | { readonly json: unknown }
  | { readonly text: string }
  | { readonly bytes: Uint8Array }
  | undefined

/** A page of mined transactions, and the most of waiting ones. */
const pageSize = 25
const mostWaiting = 50
const blockPage = 10
/** More coins on one address than any wallet here makes. */
const mostCoins = 500

/** Satoshi for a virtual byte, by the blocks one would wait. */
const feeEstimates = { 1: 5, 2: 4, 3: 3, 4: 3, 5: 2, 6: 2, 10: 2, 25: 1.5, 144: 1, 504: 1, 1008: 1 }

type Route = readonly [pattern: RegExp, answer: (...groups: string[]) => Told]

/** Undefined where nothing is there. */
export function createRoutes(ledger: BitcoinLedger): (path: string) => Told {
  const json = (value: unknown): Told => (value === undefined ? undefined : { json: value })
  const text = (value: string | number | undefined): Told =>
    value === undefined ? undefined : { text: String(value) }
  const entry = (txid: string, answer: (found: Entry) => Told): Told => {
    const found = ledger.find(txid)
    return found && answer(found)
  }
  const newest = (list: readonly Entry[]) => [...list].reverse()

  function outspend({ tx }: Entry, index: number) {
    if (index >= tx.outputs.length) return undefined
    const spend = ledger.spendOf(tx.txid, index)
    if (!spend) return { spent: false }
    return {
      spent: true,
      txid: spend.txid,
      vin: spend.index,
      status: showStatus(ledger.find(spend.txid)?.block),
    }
  }

  function ofScript(script: Uint8Array, name: object, rest: string): Told {
    const all = ledger.entriesOf(script)
    const waiting = () => newest(all.filter(({ block }) => !block)).slice(0, mostWaiting)
    const mined = (after = '') => {
      const list = newest(all.filter(({ block }) => block))
      const start = after === '' ? 0 : list.findIndex(({ tx }) => tx.txid === after) + 1
      return list.slice(start, start + pageSize)
    }
    const [, after] = /^\/txs\/chain\/?([0-9a-f]{64})?$/.exec(rest) ?? []
    if (rest.startsWith('/txs/chain')) return json(mined(after).map(showTx))
    switch (rest) {
      case '':
        return json({ ...name, ...showStats(ledger, script) })
      case '/txs':
        return json([...waiting(), ...mined()].map(showTx))
      case '/txs/mempool':
        return json(waiting().map(showTx))
      case '/utxo':
        return json(showCoins(ledger, script).slice(0, mostCoins))
      default:
        return undefined
    }
  }

  const blockTxs = (hash: string, start: number): Told => {
    const block = ledger.blockOf(hash)
    if (!block) return undefined
    return json(
      block.txids
        .slice(start, start + pageSize)
        .flatMap((txid) => ledger.find(txid) ?? [])
        .map(showTx),
    )
  }

  const routes: readonly Route[] = [
    [/^\/blocks\/tip\/height$/, () => text(ledger.tip().height)],
    [/^\/blocks\/tip\/hash$/, () => text(ledger.tip().hash)],
    [
      /^\/blocks(?:\/(\d{1,9}))?$/,
      (from) => {
        const top = from === undefined ? ledger.tip().height : Number(from)
        const heights = Array.from({ length: blockPage }, (_, index) => top - index)
        return json(heights.flatMap((height) => ledger.blockAt(height) ?? []).map(showBlock))
      },
    ],
    [/^\/block-height\/(\d{1,9})$/, (height = '') => text(ledger.blockAt(Number(height))?.hash)],
    [
      /^\/block\/([0-9a-f]{64})$/,
      (hash = '') => {
        const block = ledger.blockOf(hash)
        return block && json(showBlock(block))
      },
    ],
    [
      /^\/block\/([0-9a-f]{64})\/status$/,
      (hash = '') => {
        const block = ledger.blockOf(hash)
        const next = block && ledger.blockAt(block.height + 1)?.hash
        return (
          block && json({ in_best_chain: true, height: block.height, ...(next ? { next_best: next } : {}) })
        )
      },
    ],
    [/^\/block\/([0-9a-f]{64})\/txids$/, (hash = '') => json(ledger.blockOf(hash)?.txids)],
    [
      /^\/block\/([0-9a-f]{64})\/txs(?:\/(\d{1,6}))?$/,
      (hash = '', start = '0') => blockTxs(hash, Number(start)),
    ],
    [
      /^\/block\/([0-9a-f]{64})\/header$/,
      (hash = '') => {
        const block = ledger.blockOf(hash)
        return block && text(hex.encode(block.header))
      },
    ],
    [/^\/tx\/([0-9a-f]{64})$/, (txid = '') => entry(txid, (found) => json(showTx(found)))],
    [/^\/tx\/([0-9a-f]{64})\/status$/, (txid = '') => entry(txid, ({ block }) => json(showStatus(block)))],
    [/^\/tx\/([0-9a-f]{64})\/hex$/, (txid = '') => entry(txid, ({ tx }) => text(hex.encode(tx.raw)))],
    [/^\/tx\/([0-9a-f]{64})\/raw$/, (txid = '') => entry(txid, ({ tx }) => ({ bytes: tx.raw }))],
    [
      /^\/tx\/([0-9a-f]{64})\/outspend\/(\d{1,6})$/,
      (txid = '', index = '') => entry(txid, (found) => json(outspend(found, Number(index)))),
    ],
    [
      /^\/tx\/([0-9a-f]{64})\/outspends$/,
      (txid = '') => entry(txid, (found) => json(found.tx.outputs.map((_, index) => outspend(found, index)))),
    ],
    [
      /^\/mempool$/,
      () => {
        const all = ledger.waiting()
        const sum = (of: (entry: Entry) => number) => all.reduce((total, each) => total + of(each), 0)
        return json({
          count: all.length,
          vsize: sum(({ tx }) => tx.vsize),
          total_fee: sum(({ fee }) => Number(fee)),
          fee_histogram: [],
        })
      },
    ],
    [/^\/mempool\/txids$/, () => json(ledger.waiting().map(({ tx }) => tx.txid))],
    [
      /^\/mempool\/recent$/,
      () =>
        json(
          newest(ledger.waiting())
            .slice(0, 10)
            .map(({ tx, fee }) => ({
              txid: tx.txid,
              fee: Number(fee),
              vsize: tx.vsize,
              value: Number(tx.outputs.reduce((total, { value }) => total + value, 0n)),
            })),
        ),
    ],
    [/^\/fee-estimates$/, () => json(feeEstimates)],
    [
      /^\/address\/([A-Za-z0-9]{14,100})(\/.*)?$/,
      (address = '', rest = '') => {
        const script = scriptOf(address)
        if (!script) throw new InvalidAddress()
        return ofScript(script, { address }, rest)
      },
    ],
    [
      /^\/scripthash\/([0-9a-f]{64})(\/.*)?$/,
      (scripthash = '', rest = '') => {
        // The hash that Electrum knows a script by; the chain is small enough to look through.
        const script = ledger.scripts().find((each) => hex.encode(sha256(each)) === scripthash)
        return script && ofScript(script, { scripthash }, rest)
      },
    ],
  ]

  return (path) => {
    for (const [pattern, answer] of routes) {
      const match = pattern.exec(path)
      if (match) return answer(...match.slice(1))
    }
    return undefined
  }
}

export class InvalidAddress extends Error {
  override readonly name = 'InvalidAddress'
}
