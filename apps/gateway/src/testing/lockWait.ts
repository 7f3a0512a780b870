/** For tests that hold a lock: the moment at which others stand behind it. */
import { seconds } from '@latchkey/spec/limits'
import { sql } from 'drizzle-orm'
import { vi } from 'vitest'
import type { Db } from '../ports/db.js'

const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`

export function untilWaiting(db: Db, count = 1): Promise<void> {
  return vi.waitFor(
    async () => {
      const { rows } = await db.query.execute(waiting)
      if (rows.length < count) throw new Error(`${rows.length} of ${count} wait for a lock`)
    },
    { timeout: seconds(8) },
  )
}
