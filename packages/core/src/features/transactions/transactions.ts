/**
 * The transaction centre: every transaction that the kit sent is followed to its end, across tabs and reloads (S9-12).
 * What it says is what the chain or the wallet said; a timer never turns into a fact.
 */
import { LatchkeyError } from '@latchkey/spec/errors'
import type { KitContext } from '../../context.js'
import type { ReadonlyStore } from '../../store.js'
import { unlessAborted } from '../../unlessAborted.js'
import type { FollowedTransaction, FollowInput } from './followed.js'
import { createLedger, type TransactionsState } from './ledger.js'
import { newTransaction } from './newTransaction.js'
import { startNotices } from './notices.js'
import { startRounds } from './rounds.js'

export interface Transactions {
  readonly store: ReadonlyStore<TransactionsState>
  /** Follows a transaction; one that is followed already takes over what is said about it. */
  follow(input: FollowInput): FollowedTransaction
  /** Those that carry this reference, newest first; also what another page sent a moment ago. */
  findAll(reference: string): readonly FollowedTransaction[]
  /** Resolves when it is no longer pending, however that came: look at its `status`. */
  settled(id: string, signal?: AbortSignal): Promise<FollowedTransaction>
  /** Forgets one that has ended; without an id, all of them. What is pending stays. */
  forget(id?: string): void
}

export function start(context: KitContext): Transactions {
  const { storage, log, clock, jobs } = context
  const ledger = createLedger({ storage: storage.raw, log })
  const { store } = ledger
  jobs.scope.add(ledger.stop)
  startNotices(context, ledger)
  startRounds(context, ledger)

  const find = (id: string) => store.get().entries.find((entry) => entry.id === id)

  return {
    store,
    follow(input) {
      const fresh = newTransaction(input, clock.now())
      const isKnown = find(fresh.id) !== undefined
      ledger.change((entries) => {
        const known = entries.find(({ id }) => id === fresh.id)
        if (!known) return [fresh, ...entries]
        return entries.map((entry) => (entry === known ? described(known, fresh, input) : entry))
      })
      const { networkId, kind } = fresh
      if (!isKnown) context.events.emit('TRANSACTION_STARTED', { networkId, kind })
      return find(fresh.id) ?? fresh
    },
    findAll(reference) {
      // Pages hear of each other a little late; what is stored is read here and now.
      ledger.change((entries) => entries)
      return store.get().entries.filter((entry) => entry.reference === reference)
    },
    settled(id, signal) {
      const watch = watchEnd(context, store, id)
      return unlessAborted(watch.end, signal).finally(watch.stop)
    },
    forget(forgotten) {
      ledger.change((entries) =>
        entries.filter(({ id, status }) => status === 'pending' || (forgotten && id !== forgotten)),
      )
    },
  }
}

/** What is said later says more: the kit follows what it sends before the page names it. */
function described(
  known: FollowedTransaction,
  { title, detail, reference, kind }: FollowedTransaction,
  { kind: given }: FollowInput,
): FollowedTransaction {
  return {
    ...known,
    kind: given ? kind : known.kind,
    ...(title ? { title } : {}),
    ...(detail ? { detail } : {}),
    ...(reference ? { reference } : {}),
  }
}

function watchEnd({ jobs }: KitContext, store: ReadonlyStore<TransactionsState>, id: string) {
  let stop = () => {}
  const end = new Promise<FollowedTransaction>((resolve, reject) => {
    function look() {
      const entry = store.get().entries.find((each) => each.id === id)
      if (!entry) reject(new LatchkeyError('transaction.not-followed', { id }))
      else if (entry.status !== 'pending') resolve(entry)
    }
    const unsubscribe = store.subscribe(look)
    const release = jobs.scope.add(() => reject(new LatchkeyError('kit.destroyed')))
    stop = () => {
      unsubscribe()
      release()
    }
    look()
  })
  return { end, stop: () => stop() }
}
