/** Keys that every gateway on one database shares: the first that needs one makes it, and all read the same. */
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '../ports/db.js'
import { gatewaySecrets } from './schema.js'

export async function sharedSecret(db: Db, name: string): Promise<Buffer> {
  const made = { name, value: randomBytes(32).toString('base64') }
  await db.query.insert(gatewaySecrets).values(made).onConflictDoNothing()
  const [row] = await db.query.select().from(gatewaySecrets).where(eq(gatewaySecrets.name, name))
  if (!row) throw new Error(`The secret "${name}" vanished while it was read.`)
  return Buffer.from(row.value, 'base64')
}
