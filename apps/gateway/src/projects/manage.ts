/** Projects as an operator manages them: added, changed, listed, switched off and removed. Running gateways notice within a minute. */
import { randomBytes } from 'node:crypto'
import { matchesOrigin } from '@latchkey/spec/validation'
import { asc, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { projectSchema, type Quotas } from '../config/parse.js'
import type { Db } from '../ports/db.js'
import { projects } from '../store/schema.js'

export interface ManagedProject {
  readonly id: string
  readonly name: string
  readonly allowedOrigins: readonly string[]
  readonly features: Readonly<Record<string, unknown>>
  readonly quotas: Readonly<Quotas>
  readonly isEnabled: boolean
  /** From `LATCHKEY_PROJECTS`: changed there, not here. */
  readonly isDeclared: boolean
}

export interface ProjectChange {
  readonly name?: string
  readonly allowedOrigins?: readonly string[]
  readonly features?: Readonly<Record<string, unknown>>
  readonly quotas?: Quotas
}

/** What an operator did wrong; its text says so. */
class ProjectError extends Error {
  override readonly name = 'ProjectError'
}

const columns = {
  id: projects.id,
  name: projects.name,
  allowedOrigins: projects.allowedOrigins,
  features: projects.features,
  quotas: projects.quotas,
  isEnabled: projects.isEnabled,
  isDeclared: projects.isDeclared,
}

/** Without an id a random one is given: 32 hex digits, as clients of this wire expect. */
export async function addProject(db: Db, input: ProjectChange & { id?: string }): Promise<ManagedProject> {
  const id = input.id ?? randomBytes(16).toString('hex')
  const values = check({ ...input, id, name: input.name ?? id })
  const rows = await db.query.insert(projects).values(values).onConflictDoNothing().returning(columns)
  if (!rows[0]) throw new ProjectError(`There is a project ${id} already; use "latchkey project set".`)
  return rows[0]
}

export async function listProjects(db: Db): Promise<ManagedProject[]> {
  return db.query.select(columns).from(projects).orderBy(asc(projects.id))
}

export async function changeProject(
  db: Db,
  id: string,
  change: ProjectChange & { isEnabled?: boolean },
): Promise<ManagedProject> {
  const before = await editable(db, id)
  const { isEnabled = before.isEnabled, ...rest } = change
  const merged = {
    ...before,
    ...rest,
    features: { ...before.features, ...rest.features },
    quotas: { ...before.quotas, ...rest.quotas },
  }
  const { id: _, ...values } = check(merged)
  const set = { ...values, isEnabled, updatedAt: sql`now()` }
  const [row] = await db.query.update(projects).set(set).where(eq(projects.id, id)).returning(columns)
  if (!row) throw new ProjectError(`There is no project ${id}.`)
  return row
}

export async function removeProject(db: Db, id: string): Promise<void> {
  await editable(db, id)
  await db.query.delete(projects).where(eq(projects.id, id))
}

async function editable(db: Db, id: string): Promise<ManagedProject> {
  const [row] = await db.query.select(columns).from(projects).where(eq(projects.id, id))
  if (!row) throw new ProjectError(`There is no project ${id}.`)
  if (row.isDeclared)
    throw new ProjectError(
      `Project ${id} comes from LATCHKEY_PROJECTS; change it there, or the next start undoes it.`,
    )
  return row
}

/** A typing error would lock the app out in silence. */
function canMatch(entry: string): boolean {
  const origin = /^https?:/i.test(entry) ? entry : `https://${entry}`
  return matchesOrigin(entry, origin.replace('://*.', '://a.').replace(/:\*$/, ':1'))
}

/** The same rules as for the configuration. */
function check(input: ProjectChange & { id: string; name: string }): v.InferOutput<typeof projectSchema> {
  const { id, name, allowedOrigins = [], features = {}, quotas = {} } = input
  const useless = allowedOrigins.find((entry) => !canMatch(entry))
  if (useless !== undefined)
    throw new ProjectError(
      `"${useless}" can match no origin; write https://app.example or https://*.example.`,
    )
  const read = v.safeParse(projectSchema, { id, name, allowedOrigins: [...allowedOrigins], features, quotas })
  if (read.success) return read.output
  const [issue] = read.issues
  throw new ProjectError(`${v.getDotPath(issue) ?? 'project'}: ${issue.message}`)
}
