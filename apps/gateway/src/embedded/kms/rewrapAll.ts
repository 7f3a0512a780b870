/** Wraps everything anew that an older key wrapped, so that the older key can be retired. */
import { asc, eq, gt } from 'drizzle-orm'
import type { Db } from '../../ports/db.js'
import { walletSecrets, walletUsers } from '../../store/schema.js'
import { dekContext } from '../fields.js'
import { secretContext } from '../secrets.js'
import { type Kms, rewrap } from './kms.js'

const pageSize = 500
const beforeAll = '00000000-0000-0000-0000-000000000000'

/** The keys that the gateways share, or those of the vault: how many were wrapped anew. */
export async function rewrapSecrets({ db, kms }: { db: Db; kms: Kms }): Promise<number> {
  let count = 0
  for (const { name, sealed } of await db.query.select().from(walletSecrets)) {
    const again = await rewrap(kms, sealed, secretContext(name))
    if (again === sealed) continue
    await db.query.update(walletSecrets).set({ sealed: again }).where(eq(walletSecrets.name, name))
    count++
  }
  return count
}

/** How many secrets were wrapped anew. Can be stopped and started again at any point. */
export async function rewrapAll({ db, kms }: { db: Db; kms: Kms }): Promise<number> {
  let count = await rewrapSecrets({ db, kms })
  for (let after = beforeAll; ; ) {
    const users = await db.query
      .select({ id: walletUsers.id, dek: walletUsers.dek })
      .from(walletUsers)
      .where(gt(walletUsers.id, after))
      .orderBy(asc(walletUsers.id))
      .limit(pageSize)
    for (const { id, dek } of users) {
      const again = await rewrap(kms, dek, dekContext(id))
      if (again !== dek) {
        await db.query.update(walletUsers).set({ dek: again }).where(eq(walletUsers.id, id))
        count++
      }
      after = id
    }
    if (users.length < pageSize) return count
  }
}
