/** Lists that come page by page: one per account and network, each read in order, whoever asks for it (S4-18, D-13). */
import { isLatchkeyError, LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import type { KitContext } from '../context.js'
import { createStore, type ReadonlyStore } from '../store.js'
import { within } from '../within.js'
import { onMoved } from './onMoved.js'
import { type Subject, subjectKey } from './subject.js'

export interface PagedList<item> {
  /** A failed list keeps what was read before. `unsupported`: nobody can say anything about this network. */
  readonly status: 'loading' | 'ready' | 'failed' | 'unsupported'
  readonly items: readonly item[]
  /** The cursor of the next page. S4-18: none after a failure; `retry` knows where to go on. */
  readonly next: string | undefined
  readonly isLoadingMore: boolean
  readonly error: LatchkeyError | undefined
  /** What failed: the newest, or what comes after those that are there. */
  readonly failed: 'first' | 'more' | undefined
}

export interface PagedLists<subject extends Subject, list> {
  readonly store: ReadonlyStore<{ readonly lists: Readonly<Record<string, list>> }>
  /** The first page, unless it is there already. Never rejects, as none of these: the list says what went wrong. */
  load(subject: subject): Promise<list>
  /** The first page as it is now; later pages stay where they still follow it. */
  refresh(subject: subject): Promise<list>
  loadMore(subject: subject): Promise<list>
  /** What failed, once more. */
  retry(subject: subject): Promise<list>
  /** Keeps the first page young until the returned function is called. */
  follow(subject: subject): () => void
}

interface Page<item> {
  readonly items: readonly item[]
  readonly next: string | undefined
}

export interface PagedListsInput<subject extends Subject, item, list> {
  readonly id: string
  readonly keyOf?: (subject: subject) => string
  readonly idOf: (item: item) => string
  /** `undefined` where the list is not supported. */
  readonly read: (subject: subject, cursor: string | undefined) => Promise<Page<item> | undefined>
  /** What the store holds for a list. */
  readonly shape: (list: PagedList<item>, subject: subject) => list
  /** A list that stood has failed; not called again while it stays so. */
  readonly onFailed: (subject: subject, error: LatchkeyError) => void
  /** How often a followed list is read again, in milliseconds. */
  readonly every: number
}

interface Kept<item> extends Omit<PagedList<item>, 'next'> {
  readonly cursor: string | undefined
}

/** Pages that are read in a row for one wish, where everything in them is left out. */
const mostRounds = 4

export function createPagedLists<subject extends Subject, item, list>(
  context: KitContext,
  { id, keyOf = subjectKey, idOf, read, shape, onFailed, every }: PagedListsInput<subject, item, list>,
): PagedLists<subject, list> {
  const { clock, jobs } = context
  const store = createStore<{ readonly lists: Readonly<Record<string, list>> }>({ lists: {} })
  const kept = new Map<string, Kept<item>>()
  const keptOf = (subject: subject): Kept<item> => kept.get(keyOf(subject)) ?? nothing

  function put(subject: subject, change: Partial<Kept<item>>): list {
    const key = keyOf(subject)
    const list = { ...keptOf(subject), ...change }
    // Newest last, so that the first is the one that was not touched for longest.
    kept.delete(key)
    kept.set(key, list)
    const [oldest] = kept.keys()
    if (kept.size > limits.cacheEntriesSmall && oldest !== undefined) kept.delete(oldest)
    const others = Object.entries(store.get().lists).filter(([other]) => other !== key && kept.has(other))
    const shaped = shaping(list, subject)
    store.set({ lists: { ...Object.fromEntries(others), [key]: shaped } })
    return shaped
  }

  function shaping({ cursor, ...list }: Kept<item>, subject: subject): list {
    return shape({ ...list, next: list.failed ? undefined : cursor }, subject)
  }

  /** One page at a time per list: an answer is put on top of the one before it. */
  function inTurn(subject: subject, task: () => Promise<list>): Promise<list> {
    return jobs.lanes.run(`${id}/${keyOf(subject)}`, jobs.scope.signal, task).catch((cause: unknown) => {
      // Only the end of the kit comes here.
      context.log.debug(`The list of ${id} ended`, cause)
      return shaping(keptOf(subject), subject)
    })
  }

  function readPage(subject: subject, cursor: string | undefined) {
    const ms = limits.accountReadDeadline
    const timeout = () => new LatchkeyError('http.timeout', { url: context.options.gatewayUrl ?? '', n: ms })
    return within(read(subject, cursor), { clock, ms, timeout, signal: jobs.scope.signal })
  }

  async function readFirst(subject: subject, { isQuiet = false } = {}): Promise<list> {
    const before = keptOf(subject)
    if (before.failed && !isQuiet) put(subject, { status: 'loading' })
    try {
      const page = await readPage(subject, undefined)
      if (!page) return put(subject, { ...nothing, status: 'unsupported' })
      const { items, next } = joined(page, before)
      return put(subject, { ...nothing, status: 'ready', items, cursor: next })
    } catch (cause) {
      return fail(subject, cause, { failed: 'first' }, before)
    }
  }

  async function readMore(subject: subject): Promise<list> {
    const before = keptOf(subject)
    let { items, cursor } = before
    if (cursor === undefined) return shaping(before, subject)
    put(subject, { status: 'ready', isLoadingMore: true, failed: undefined, error: undefined })
    try {
      for (let round = 0; round < mostRounds && cursor !== undefined; round++) {
        const page: Page<item> | undefined = await readPage(subject, cursor)
        const known = new Set(items.map(idOf))
        items = [...items, ...(page?.items.filter((item) => !known.has(idOf(item))) ?? [])]
        cursor = page?.next
        if (items.length > before.items.length) break
      }
      return put(subject, { items, cursor, isLoadingMore: false })
    } catch (cause) {
      // A cursor that the gateway refuses will not get better: the next try starts from the top.
      const isRefused = isLatchkeyError(cause, 'http.status') && cause.context.n === 400
      return fail(subject, cause, isRefused ? { failed: 'first' } : { failed: 'more', cursor }, before)
    }
  }

  /** The pages behind the first one are kept where the first one still ends in them. */
  function joined(page: Page<item>, before: Kept<item>): Page<item> {
    const last = page.items.at(-1)
    const seam = last === undefined ? -1 : before.items.findIndex((item) => idOf(item) === idOf(last))
    if (seam < 0 || seam === before.items.length - 1) return page
    const known = new Set(page.items.map(idOf))
    const older = before.items.slice(seam + 1).filter((item) => !known.has(idOf(item)))
    return { items: [...page.items, ...older], next: before.cursor }
  }

  function fail(
    subject: subject,
    cause: unknown,
    change: Pick<Kept<item>, 'failed'> & Partial<Kept<item>>,
    before: Kept<item>,
  ): list {
    if (jobs.scope.isClosed) return shaping(before, subject)
    context.log.warn(`The list of ${id} could not be read`, cause)
    const error = isLatchkeyError(cause) ? cause : new LatchkeyError('request.failed', {}, { cause })
    const list = put(subject, { ...change, status: 'failed', error, isLoadingMore: false })
    if (!before.failed) onFailed(subject, error)
    return list
  }

  return {
    store,
    load: (subject) =>
      inTurn(subject, async () => {
        const list = keptOf(subject)
        return list.status === 'ready' ? shaping(list, subject) : readFirst(subject)
      }),
    refresh: (subject) => inTurn(subject, () => readFirst(subject)),
    loadMore: (subject) => inTurn(subject, () => readMore(subject)),
    retry: (subject) =>
      inTurn(subject, () => (keptOf(subject).failed === 'more' ? readMore(subject) : readFirst(subject))),
    follow(subject) {
      let isOver = false
      let cancel = () => {}
      const turn = async (isQuiet: boolean) => {
        await inTurn(subject, () => readFirst(subject, { isQuiet }))
        // From the end of one answer to the next question, so that a slow gateway is not asked in heaps.
        if (!isOver) cancel = clock.after(every, () => void turn(true))
      }
      const stopHearing = onMoved(context, (networkId) => {
        if (networkId === subject.networkId) void inTurn(subject, () => readFirst(subject, { isQuiet: true }))
      })
      void turn(false)
      return () => {
        isOver = true
        cancel()
        stopHearing()
      }
    },
  }
}

const nothing: Kept<never> = {
  status: 'loading',
  items: [],
  cursor: undefined,
  failed: undefined,
  isLoadingMore: false,
  error: undefined,
}
