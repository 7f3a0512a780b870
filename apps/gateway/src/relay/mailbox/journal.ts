/** The pages of the mailbox as PostgreSQL has them: written one behind the other by the one process that keeps them. */
import type pg from 'pg'
import type { Kept } from './kept.js'
import type { PageRow } from './page.js'
import {
  eraseText,
  listText,
  readText,
  takeText,
  tellText,
  textsText,
  writeText,
} from './postgresStatements.js'

export interface Journal {
  /**
   * From now on this process alone writes, until another one takes over. Resolves when nothing that others wrote is
   * under way any more, with numbers for pages and messages that nobody else had or will have, larger than all before.
   */
  take(): Promise<Numbers>
  /** Whether these are the last that were taken: whoever has them is the one who writes. */
  isTaken(numbers: Numbers): Promise<boolean>
  /** Writes all of them or none. False where another process has taken over. */
  write(pages: readonly PageRow[], how: { numbers: Numbers; isRelaxed: boolean }): Promise<boolean>
  /** Pages behind that one, in order. */
  read(after: number, limit: number): Promise<readonly Omit<PageRow, 'bodies'>[]>
  /** All that there are. */
  list(): Promise<ReadonlySet<number>>
  /** The text of each; absent where its page is gone. */
  texts(kept: readonly Kept[]): Promise<readonly (string | undefined)[]>
  /** False where another process has taken over. */
  erase(ids: readonly number[], numbers: Numbers): Promise<boolean>
}

export interface Numbers {
  readonly first: number
  next: number
  /** None from here on. */
  readonly end: number
}

/** Numbers that are taken at once. */
const block = 1_000_000
/** Statements for more pages than usual are not remembered. */
const usualPages = 8

export function createJournal(pool: pg.Pool): Journal {
  async function ask<row extends pg.QueryResultRow>(name: string, text: string, values: readonly unknown[]) {
    return pool.query<row>({ name: `relay-${name}`, text, values: [...values] })
  }

  return {
    async take() {
      const { rows } = await ask<{ end: string }>('take', takeText, [block])
      if (!rows[0]) throw new Error('The table relay_keeper has lost its row.')
      const end = Number(rows[0].end)
      return { first: end - block, next: end - block, end }
    },

    async isTaken({ end }) {
      const { rows } = await ask<{ isMine: boolean }>('tell', tellText, [end])
      return rows[0]?.isMine === true
    },

    async write(pages, { numbers, isRelaxed }) {
      const values = [
        numbers.end,
        ...pages.flatMap(({ id, expiresAt, heads, bodies }) => [id, expiresAt, heads, bodies]),
      ]
      const text = writeText(pages.length, isRelaxed)
      const name = `write-${pages.length}${isRelaxed ? '-relaxed' : ''}`
      const { rowCount } = await (pages.length <= usualPages
        ? ask(name, text, values)
        : pool.query(text, values))
      return rowCount === pages.length
    },

    async read(after, limit) {
      const { rows } = await ask<{ id: string; expires_at: string; heads: string }>('read', readText, [
        after,
        limit,
      ])
      return rows.map(({ id, expires_at, heads }) => ({
        id: Number(id),
        expiresAt: Number(expires_at),
        heads,
      }))
    },

    async list() {
      const { rows } = await pool.query<{ id: string }>(listText)
      return new Set(rows.map(({ id }) => Number(id)))
    },

    async texts(kept) {
      const found: (string | undefined)[] = Array.from({ length: kept.length })
      const asked = kept.flatMap(({ page, at, bytes }, n) => (page ? [{ n, id: page.id, at, bytes }] : []))
      if (asked.length === 0) return found
      const list = (name: 'id' | 'at' | 'bytes' | 'n') => asked.map((one) => one[name])
      const { rows } = await ask<{ n: number; text: string }>('texts', textsText, [
        list('n'),
        list('id'),
        list('at'),
        list('bytes'),
      ])
      for (const { n, text } of rows) found[n] = text
      return found
    },

    async erase(ids, { end }) {
      const { rows } = await ask<{ isMine: boolean }>('erase', eraseText, [end, ids])
      return rows[0]?.isMine === true
    },
  }
}
