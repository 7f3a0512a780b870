/** Where an app is told of its purchases, and the key that this is signed with. */
import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../ports/db.js'
import { projects } from '../store/schema.js'

/** Sets the address with a new key, which is returned; without an address nothing is told any more. Undefined where there is no such project. */
export async function setWebhook(db: Db, id: string, url: string | undefined): Promise<string | undefined> {
  const key = url === undefined ? '' : `lkw_${randomBytes(32).toString('base64url')}`
  const set = { webhookUrl: url ?? null, webhookKey: key || null, updatedAt: sql`now()` }
  const rows = await db.query
    .update(projects)
    .set(set)
    .where(eq(projects.id, id))
    .returning({ id: projects.id })
  return rows.length > 0 ? key : undefined
}
