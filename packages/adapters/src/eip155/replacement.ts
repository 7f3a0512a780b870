/** Finds the transaction that used the nonce of another: by halving the blocks in which it can have happened. */
import { parseAmount, toHex } from './quantity.js'
import { type AskNode, fieldsOf, hasSucceeded, readTransaction, type Trace, wholeNumber } from './trace.js'

export interface FoundReplacement {
  readonly hash: string
  readonly how: 'sped-up' | 'cancelled' | 'other'
  /** Blocks since, its own counted. */
  readonly depth: number
  readonly isSuccess: boolean
}

/** Nodes forget the state of older blocks; further back nobody can be asked. */
const farthest = 4096

/** `undefined` where the nodes no longer know. */
export async function findReplacement(
  ask: AskNode,
  trace: Trace,
  { since, height }: { readonly since: number; readonly height: number },
): Promise<FoundReplacement | undefined> {
  const isUsedAt = async (block: number) => {
    const count = await ask('eth_getTransactionCount', [trace.sender, toHex(block)])
    return wholeNumber(count, 'eth_getTransactionCount') > trace.nonce
  }
  try {
    // The nonce is free at `before` and used at `after`.
    let after = height
    let before = since > 0 && since < height ? since : Math.max(0, height - 1)
    for (let step = 1; await isUsedAt(before); step *= 2) {
      if (before === 0 || height - before > farthest) return undefined
      after = before
      before = Math.max(0, before - step)
    }
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2)
      if (await isUsedAt(middle)) after = middle
      else before = middle
    }
    const found = inBlock(await ask('eth_getBlockByNumber', [toHex(after), true]), trace)
    const receipt = found && fieldsOf(await ask('eth_getTransactionReceipt', [found.hash]))
    // Without its receipt nobody knows yet how it went.
    return receipt && { ...found, depth: height - after + 1, isSuccess: hasSucceeded(receipt) }
  } catch {
    // Most nodes refuse to look so far back. That the nonce is used is known all the same.
    return undefined
  }
}

function inBlock(block: unknown, trace: Trace): Pick<FoundReplacement, 'hash' | 'how'> | undefined {
  const transactions = fieldsOf(block)?.transactions
  if (!Array.isArray(transactions)) return undefined
  for (const each of transactions.map(fieldsOf)) {
    const found = each && readTransaction(each)
    if (!each || found?.sender !== trace.sender || found.nonce !== trace.nonce) continue
    if (typeof each.hash !== 'string') return undefined
    return { hash: each.hash, how: found.intent === trace.intent ? 'sped-up' : wayOf(each, trace) }
  }
  return undefined
}

/** Wallets cancel by sending nothing to oneself. */
function wayOf(transaction: Readonly<Record<string, unknown>>, { sender }: Trace): FoundReplacement['how'] {
  const { to, value, input } = transaction
  const isToSelf = typeof to === 'string' && to.toLowerCase() === sender
  const isEmpty = parseAmount(value) === 0n && (input === '0x' || input === undefined)
  return isToSelf && isEmpty ? 'cancelled' : 'other'
}
