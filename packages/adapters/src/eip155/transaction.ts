/** What a chain of eip155 says of one transaction: in a block, waiting, unknown, or its nonce used by another. */
import type { TransactionQuestion, TransactionSighting } from '@latchkey/core'
import { findReplacement } from './replacement.js'
import {
  type AskNode,
  fieldsOf,
  hasSucceeded,
  parseTrace,
  readTransaction,
  wholeNumber,
  writeTrace,
} from './trace.js'

export async function getTransaction(
  ask: AskNode,
  { hash, trace: written, height: since }: TransactionQuestion,
): Promise<TransactionSighting> {
  // Asked in one moment, so that they travel as one batch.
  const [head, receipt, found] = await Promise.all([
    ask('eth_blockNumber', []),
    ask('eth_getTransactionReceipt', [hash]),
    ask('eth_getTransactionByHash', [hash]),
  ])
  const transaction = fieldsOf(found)
  const trace = (transaction && readTransaction(transaction)) ?? parseTrace(written)
  const told = trace ? { trace: writeTrace(trace) } : {}
  const included = fieldsOf(receipt)
  if (included) {
    const block = wholeNumber(included.blockNumber, 'eth_getTransactionReceipt')
    // Of two nodes one may be a block ahead.
    const height = Math.max(block, wholeNumber(head, 'eth_blockNumber'))
    const isSuccess = hasSucceeded(included)
    return { place: 'block', height, depth: height - block + 1, isSuccess, ...told }
  }
  const height = wholeNumber(head, 'eth_blockNumber')
  const place = transaction ? 'waiting' : 'unknown'
  if (!trace) return { place, height, ...told }
  const used = wholeNumber(
    await ask('eth_getTransactionCount', [trace.sender, 'latest']),
    'eth_getTransactionCount',
  )
  if (used <= trace.nonce) return { place, height, ...told }
  const by = await findReplacement(ask, trace, { since, height })
  // Its own nonce used by itself: the receipt is on its way.
  if (by?.hash.toLowerCase() === hash.toLowerCase()) return { place: 'waiting', height, ...told }
  return { place: 'taken', height, ...told, ...(by ? { by } : {}) }
}
