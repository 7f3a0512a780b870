/**
 * The pages that something still counts on, when they end, and those that may go.
 *
 * A page says of messages on others that somebody received them. It stays while those pages do: without it a restart
 * would find such a message, which has long made room for another, as one that nobody has received.
 */
import { minutes } from '@latchkey/spec/limits'
import type { Kept, Page } from './kept.js'
import { weightOf } from './page.js'

export interface Pages {
  /** What all that are open weigh. */
  readonly weight: number
  open(page: Pick<Page, 'id' | 'expiresAt' | 'kept'>, notes: number): Page
  find(id: number): Page | undefined
  isOpen(page: Page): boolean
  /** One less counts on it; it closes with the last. */
  release(page: Page): void
  /** Nothing counts on it, whatever was thought. */
  close(page: Page): void
  /** Those whose time is up, so many that nobody feels it; each must be closed. */
  ended(now: number): readonly Page[]
  /** These are all rows that there are: others are closed by `end`. */
  reconcile(ids: ReadonlySet<number>, end: (page: Page) => void): void
  /** Who has received what has gone need not be known any more. */
  forgetNotes(): void
  takeDead(most: number): readonly number[]
  giveBack(ids: readonly number[]): void
}

/** Pages that end in one round. */
const mostEnds = 5_000
/** Places that are left behind in the line of the dead before it is moved up. */
const slack = 10_000

const minuteOf = (time: number) => Math.floor(time / minutes(1))

export function createPages(): Pages {
  const byId = new Map<number, Page>()
  const byEnd = new Map<number, Set<Page>>()
  /** No page ends before this minute. */
  let firstEnd = Number.POSITIVE_INFINITY
  /** Pages that may go, from the place `nextDead` on. */
  let dead: number[] = []
  let nextDead = 0
  let weight = 0

  function close(first: Page): void {
    const closing = [first]
    // One may close the next, and so on for as many as there are.
    for (const page of closing) {
      if (!byId.delete(page.id)) continue
      page.uses = 0
      const minute = minuteOf(page.expiresAt)
      const alike = byEnd.get(minute)
      alike?.delete(page)
      if (alike?.size === 0) byEnd.delete(minute)
      weight -= page.weight
      dead.push(page.id)
      for (const one of page.kept) closing.push(...unusedWithout(one))
    }
  }

  /** Pages that only stayed for what they say of this message. */
  function unusedWithout(one: Kept): Page[] {
    const notes = one.notes === undefined ? [] : Array.isArray(one.notes) ? one.notes : [one.notes]
    one.notes = undefined
    return notes.filter((note) => {
      note.uses--
      return note.uses <= 0 && byId.has(note.id)
    })
  }

  return {
    get weight() {
      return weight
    },

    open({ id, expiresAt, kept }, notes) {
      const page: Page = { id, expiresAt, kept, weight: weightOf(kept, notes), uses: 0 }
      byId.set(id, page)
      const minute = minuteOf(expiresAt)
      firstEnd = Math.min(firstEnd, minute)
      const alike = byEnd.get(minute)
      if (alike) alike.add(page)
      else byEnd.set(minute, new Set([page]))
      weight += page.weight
      return page
    },

    find: (id) => byId.get(id),
    isOpen: (page) => byId.has(page.id),

    release(page) {
      page.uses--
      if (page.uses <= 0) close(page)
    },

    close,

    ended(now) {
      const found: Page[] = []
      const last = minuteOf(now)
      for (let minute = firstEnd; minute <= last; minute++) {
        for (const page of byEnd.get(minute) ?? []) {
          if (page.expiresAt > now) continue
          if (found.push(page) === mostEnds) return found
        }
        firstEnd = minute
      }
      return found
    },

    reconcile(ids, end) {
      for (const page of [...byId.values()]) if (!ids.has(page.id)) end(page)
      dead = [...ids].filter((id) => !byId.has(id))
      nextDead = 0
    },

    forgetNotes() {
      for (const page of [...byId.values()])
        for (const one of page.kept) if (!one.page) unusedWithout(one).forEach(close)
    },

    takeDead(most) {
      const taken = dead.slice(nextDead, nextDead + most)
      nextDead += taken.length
      if (nextDead > slack && nextDead * 2 > dead.length) {
        dead = dead.slice(nextDead)
        nextDead = 0
      }
      return taken
    },

    giveBack(ids) {
      for (const id of ids) dead.push(id)
    },
  }
}
