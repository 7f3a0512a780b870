/** What a network says of one transaction: in a block, under way, or past the life of its blockhash. */
import type { TransactionQuestion, TransactionSighting } from '@latchkey/core'
import { limits } from '@latchkey/spec/limits'
import { type AskNode, amountOf, fieldsOf, slotOf, valueOf } from './ask.js'

/** A blockhash is good for so many blocks; whatever is not included by then never will be. */
const blockhashLife = 150

/**
 * Nodes show no queue of what waits, so what is not in a block counts as waiting until it cannot be: when it was first
 * asked about it had been sent, so its blockhash was made before that block. A transaction on a durable nonce lives
 * longer; should one come after all, the kit shows it again.
 */
export async function getTransaction(
  ask: AskNode,
  { hash, trace: written }: TransactionQuestion,
): Promise<TransactionSighting> {
  const method = 'getSignatureStatuses'
  const answer = await ask(method, [[hash], { searchTransactionHistory: true }])
  const height = slotOf(answer, method)
  const found = valueOf(answer)
  const status = fieldsOf(Array.isArray(found) ? found[0] : undefined)
  // What only one node has processed may be undone by the next.
  if (status && status.confirmationStatus !== 'processed') {
    const isSuccess = status.err === null || status.err === undefined
    return { place: 'block', height, depth: depthOf(status), isSuccess, ...traceOf(parseTrace(written)) }
  }
  const now = Number(amountOf(await ask('getBlockHeight', [{ commitment: 'confirmed' }]), 'getBlockHeight'))
  const last = parseTrace(written) ?? now + blockhashLife
  return { place: status || now <= last ? 'waiting' : 'taken', height, ...traceOf(last) }
}

/** Votes on top, as nodes count them; once the network cannot go back, as deep as anybody asks. */
function depthOf({ confirmationStatus, confirmations }: Readonly<Record<string, unknown>>): number {
  if (confirmationStatus === 'finalized' || confirmations === null) return limits.transactionDepth
  return 1 + (typeof confirmations === 'number' ? Math.min(confirmations, limits.transactionDepth - 2) : 0)
}

const traceOf = (last: number | undefined) => (last === undefined ? {} : { trace: `until ${last}` })

function parseTrace(text: string | undefined): number | undefined {
  const [, block] = text?.match(/^until (\d{1,15})$/) ?? []
  return block === undefined ? undefined : Number(block)
}
