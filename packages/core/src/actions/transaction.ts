/** The transaction stack (S2-06): flows that pass through the approval view say beforehand where they continue. */
import type { Kit } from '../kit.js'
import { popTransaction, pushTransaction, type TransactionEntry, type TransactionOutcome } from '../router.js'
import { close } from './close.js'
import { back, replace } from './navigate.js'

/** Starts a transaction; the returned id names it in the stack. */
export function beginTransaction(kit: Kit, input: Omit<TransactionEntry, 'id'>): number {
  const id = kit.jobs.nextId()
  kit.store.set(({ router }) => ({ router: pushTransaction(router, { ...input, id }) }))
  return id
}

/** Ends the newest transaction and goes where it said. */
export function endTransaction(kit: Kit, { outcome }: { readonly outcome: TransactionOutcome }): void {
  const transaction = kit.store.get().router.transactionStack.at(-1)
  if (!transaction) return
  kit.store.set(({ router }) => ({ router: popTransaction(router) }))
  const exit = transaction.exits[outcome]
  if (exit === 'back') back(kit)
  else if (exit === 'close') close(kit, { reason: 'finished', force: true })
  else if (exit !== 'stay') replace(kit, { view: exit.replace })
  transaction.onEnd?.(outcome)
}
