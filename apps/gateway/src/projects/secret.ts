/** The secret of a project, for callers without an origin: made once, told once, kept as its digest. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../ports/db.js'
import type { Project } from '../store/projects.js'
import { projects } from '../store/schema.js'

/** Sent by servers and native apps. Not among the headers that pages may send: what a page holds is no secret. */
export const secretHeader = 'x-project-secret'

// Random and long, so that a plain digest of it cannot be tried out.
const digest = (secret: string) => createHash('sha256').update(secret).digest()

export function isSecretOf({ secretHash }: Project, secret: string): boolean {
  if (!secretHash) return false
  const known = Buffer.from(secretHash, 'hex')
  const told = digest(secret)
  return known.length === told.length && timingSafeEqual(known, told)
}

/** A new secret in the place of the one before, also for projects of the configuration; undefined where there is no such project. */
export async function makeSecret(db: Db, id: string): Promise<string | undefined> {
  const secret = `lks_${randomBytes(32).toString('base64url')}`
  return (await setHash(db, id, digest(secret).toString('hex'))) ? secret : undefined
}

export const forgetSecret = (db: Db, id: string): Promise<boolean> => setHash(db, id, null)

async function setHash(db: Db, id: string, secretHash: string | null): Promise<boolean> {
  const set = { secretHash, updatedAt: sql`now()` }
  const rows = await db.query
    .update(projects)
    .set(set)
    .where(eq(projects.id, id))
    .returning({ id: projects.id })
  return rows.length > 0
}
