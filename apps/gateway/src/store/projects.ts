/** Who may use the gateway: projects, kept in the database and read from a copy that is at most a minute old. */
import { minutes, seconds } from '@latchkey/spec/limits'
import { matchesOrigin } from '@latchkey/spec/validation'
import { and, eq, getTableColumns, notInArray, sql } from 'drizzle-orm'
import type { DeclaredProject, Quotas } from '../config/parse.js'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import type { Log } from '../ports/log.js'
import type { Soon } from '../ports/soon.js'
import { projects } from './schema.js'

export interface Project {
  readonly id: string
  readonly name: string
  readonly allowedOrigins: readonly string[]
  readonly isOpen: boolean
  readonly features: Readonly<Record<string, unknown>>
  readonly quotas: Readonly<Quotas>
  /** Digest of the secret that callers without an origin prove themselves with; null or absent: there is none. */
  readonly secretHash?: string | null
}

export interface Projects {
  /** The project that answers for this id: itself, or the open one; undefined when there is neither. */
  find(id: string | undefined): Soon<Project | undefined>
  /**
   * Writes the projects that the configuration declares, in local mode also the open one, and disables those that an
   * earlier configuration declared. Projects that somebody else put into the table are left alone.
   */
  declare(declared: readonly DeclaredProject[], options: { isLocal: boolean }): Promise<void>
}

/** The open project of local mode: no id needed, any origin allowed (D-01). */
const localProject = { id: 'local', name: 'Local' } as const

const freshFor = minutes(1)
/** How soon the table is read again for an id that is not in the copy: new projects work at once, strangers cost little. */
const missFreshFor = seconds(5)

export function isOriginAllowed(project: Project, origin: string): boolean {
  return project.isOpen || project.allowedOrigins.some((pattern) => matchesOrigin(pattern, origin))
}

export function createProjects({ db, clock, log }: { db: Db; clock: Clock; log: Log }): Projects {
  let copy: { byId: ReadonlyMap<string, Project>; open: Project | undefined; readAt: number } | undefined
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    const { webhookKey: _, ...columns } = getTableColumns(projects)
    // What is read here is handed around; the key of webhooks is not.
    const rows = await db.query.select(columns).from(projects).where(eq(projects.isEnabled, true))
    copy = {
      byId: new Map(rows.map((row) => [row.id, row])),
      open: rows.find(({ isOpen }) => isOpen),
      readAt: clock.now(),
    }
  }

  /** Reads once for all who ask meanwhile. A copy that exists outlives a database that is away. */
  async function refresh(): Promise<void> {
    reading ??= read().finally(() => {
      reading = undefined
    })
    try {
      await reading
    } catch (cause) {
      if (!copy) throw cause
      log.warn('the database is away; projects are taken from memory')
      copy = { ...copy, readAt: clock.now() }
    }
  }

  const lookUp = (id: string) => copy?.byId.get(id) ?? copy?.open

  return {
    find(id = '') {
      const known = lookUp(id)
      const age = copy ? clock.now() - copy.readAt : Number.POSITIVE_INFINITY
      return age < (known ? freshFor : missFreshFor) ? known : refresh().then(() => lookUp(id))
    },

    async declare(declared, { isLocal }) {
      const named = declared.map((project) => ({ ...project, isOpen: false }))
      const local = { ...localProject, allowedOrigins: [], features: {}, quotas: {}, isOpen: true }
      const rows = isLocal ? [...named, local] : named
      const retired = await db.query.transaction(async (transaction) => {
        // One after the other: of two that insert the open project at once, the index that allows one refuses the
        // second, for only the id's conflicts become an update. Readers are not held up.
        await transaction.execute(sql`lock table ${projects} in share row exclusive mode`)
        // One that an earlier run in local mode left open.
        if (!isLocal)
          await transaction.update(projects).set({ isOpen: false }).where(eq(projects.isOpen, true))
        for (const row of rows) {
          const values = { ...row, isDeclared: true }
          // One that came back is enabled again; one that an operator disabled meanwhile stays so.
          const isEnabled = sql`${projects.isEnabled} or not ${projects.isDeclared}`
          const set = { ...values, isEnabled, updatedAt: sql`now()` }
          await transaction.insert(projects).values(values).onConflictDoUpdate({ target: projects.id, set })
        }
        const ids = rows.map(({ id }) => id)
        return transaction
          .update(projects)
          .set({ isEnabled: false, isDeclared: false, updatedAt: sql`now()` })
          .where(and(eq(projects.isDeclared, true), notInArray(projects.id, ids)))
          .returning({ id: projects.id })
      })
      if (retired.length > 0)
        log.warn(
          { projects: retired.map(({ id }) => id) },
          'projects that are declared no longer are disabled',
        )
      copy = undefined
    },
  }
}
