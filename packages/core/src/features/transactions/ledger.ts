/** The list of transactions, shared by all pages of a kit: storage is the truth, and each page shows what it says. */
import { limits } from '@latchkey/spec/limits'
import * as v from 'valibot'
import type { Log } from '../../log.js'
import type { Storage } from '../../storage.js'
import { createStore, type ReadonlyStore } from '../../store.js'
import { type FollowedTransaction, transactionId } from './followed.js'
import { followingKey, transactionsKey } from './keys.js'
import { storedTransaction } from './storedTransaction.js'

export interface TransactionsState {
  /** Newest first. */
  readonly entries: readonly FollowedTransaction[]
}

export interface Ledger {
  readonly store: ReadonlyStore<TransactionsState>
  /** Reads what is stored, changes it and stores it again, all in one step. */
  change(edit: (entries: readonly FollowedTransaction[]) => readonly FollowedTransaction[]): void
  stop(): void
}

const version = 1
/** Everything that may be kept, with room for long words; what is larger was not written here. */
const maxLength = 256 * 1024
const stored = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    version: v.literal(version),
    data: v.pipe(
      v.array(storedTransaction),
      v.maxLength(limits.pendingTransactions + limits.pastTransactions),
    ),
  }),
)

function parse(text: string): readonly FollowedTransaction[] | undefined {
  if (text.length > maxLength) return undefined
  const found = v.safeParse(stored, text)
  if (!found.success) return undefined
  return found.output.data.map((each) => ({ id: transactionId(each.networkId, each.hash), ...each }))
}

export function createLedger({ storage, log }: { readonly storage: Storage; readonly log: Log }): Ledger {
  const store = createStore<TransactionsState>({ entries: [] })
  /** A browser that does not keep what it is given: this page remembers by itself. */
  let isForgetful = false

  /** What the stored text was read as last: most of the time nobody else has written since. */
  let known: { readonly text: string; readonly entries: readonly FollowedTransaction[] } | undefined

  function read(): readonly FollowedTransaction[] | undefined {
    const text = isForgetful ? null : storage.get(transactionsKey)
    if (text === known?.text) return known?.entries
    known = undefined
    if (text === null) return undefined
    const entries = parse(text)
    if (!entries) return void log.warn('Stored transactions are old or unreadable; ignored')
    known = { text, entries }
    return entries
  }

  function write(entries: readonly FollowedTransaction[]) {
    if (isForgetful) return
    const text = JSON.stringify({ version, data: entries.map(({ id: _, ...entry }) => entry) })
    if (text === known?.text) return
    storage.set(transactionsKey, text)
    isForgetful = storage.get(transactionsKey) !== text
    known = { text, entries }
    // Tells the next page that there is something to go on with, before it has loaded this code.
    if (entries.some(({ isFollowed }) => isFollowed)) storage.set(followingKey, '1')
    else storage.remove(followingKey)
  }

  const show = (entries: readonly FollowedTransaction[]) => store.set({ entries })

  const unsubscribe = storage.subscribe?.((key) => {
    if (key !== transactionsKey) return
    const entries = read()
    if (entries) show(entries)
  })
  show(read() ?? [])

  return {
    store,
    change(edit) {
      const entries = bounded(edit(read() ?? store.get().entries), log)
      write(entries)
      show(entries)
    },
    stop: () => unsubscribe?.(),
  }
}

/** Newest first; the oldest make room (S9-12). */
function bounded(entries: readonly FollowedTransaction[], log: Log): readonly FollowedTransaction[] {
  const sorted = [...entries].sort((a, b) => b.startedAt - a.startedAt)
  const pending = sorted.filter(({ status }) => status === 'pending')
  const past = sorted.filter(({ status }) => status !== 'pending')
  const { pendingTransactions, pastTransactions } = limits
  if (pending.length > pendingTransactions) log.warn('Too many pending transactions; the oldest is let go')
  const kept = new Set([...pending.slice(0, pendingTransactions), ...past.slice(0, pastTransactions)])
  return sorted.filter((entry) => kept.has(entry))
}
