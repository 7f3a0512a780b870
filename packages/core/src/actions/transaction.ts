/** The transaction stack (S2-06): flows that pass through the approval view say beforehand where they continue. */
import type { KitContext } from '../context.js'
import { popTransaction, pushTransaction, type TransactionEntry, type TransactionOutcome } from '../router.js'
import { close } from './close.js'
import { back, replace } from './navigate.js'

/** Starts a transaction; the returned id names it in the stack. */
export function beginTransaction(context: KitContext, input: Omit<TransactionEntry, 'id'>): number {
  const id = context.jobs.nextId()
  context.store.set(({ router }) => ({ router: pushTransaction(router, { ...input, id }) }))
  return id
}

/** Ends the newest transaction and goes where it said. */
export function endTransaction(
  context: KitContext,
  { outcome }: { readonly outcome: TransactionOutcome },
): void {
  const transaction = context.store.get().router.transactionStack.at(-1)
  if (!transaction) return
  context.store.set(({ router }) => ({ router: popTransaction(router) }))
  const exit = transaction.exits[outcome]
  if (exit === 'back') back(context)
  else if (exit === 'close') close(context, { reason: 'finished', force: true })
  else if (exit !== 'stay') replace(context, { view: exit.replace })
  transaction.onEnd?.(outcome)
}
