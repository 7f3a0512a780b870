/** What the database itself says about what was acknowledged; asked beside the gateway. */
import { createAudit } from '../../apps/gateway/src/embedded/audit.js'
import { systemClock } from '../../apps/gateway/src/ports/clock.js'
import { createDb } from '../../apps/gateway/src/ports/db.js'
import { silentLog } from '../../apps/gateway/src/testing/log.js'
import { run } from '../../apps/gateway/src/testing/statement.js'
import { insist } from './insist.js'

export interface Ledgers {
  /** How often the log says that the share of an approval was released. */
  countReleases(ids: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Which of these keys the vault has. */
  findKeys(factorIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Says that somebody has just shown a factor, which new shares ask for; the ceremony is not what is tried here. */
  raise(sessionId: string): Promise<void>
  /** A sentence where the log of the wallet has a gap or a line that does not follow. */
  findBreak(): Promise<string[]>
}

/** `url`: of the superuser, asked each time because a database may come back elsewhere. */
export function createLedgers(
  url: () => string,
  /** The vault has a schema or a database of its own. */
  vault: { readonly url: () => string; readonly table: string },
): Ledgers {
  const ask = async <row extends Record<string, unknown>>(where: string, text: string) =>
    (
      await insist(
        'the database',
        () => run<row>(where, text),
        () => true,
      )
    ).answer
  const listed = (ids: readonly string[]) => ids.map((id) => `'${id}'`).join(', ') || `''`

  return {
    async countReleases(ids) {
      const rows = await ask<{ object: string; count: string }>(
        url(),
        `select object, count(*) from wallet_audit where action = 'share.released'
           and object in (${listed(ids)}) group by object`,
      )
      return new Map(rows.map(({ object, count }) => [object, Number(count)]))
    },
    async findKeys(factorIds) {
      const rows = await ask<{ id: string }>(
        vault.url(),
        `select factor_id::text as id from ${vault.table} where factor_id::text in (${listed(factorIds)})`,
      )
      return new Set(rows.map(({ id }) => id))
    },
    async raise(sessionId) {
      await ask(url(), `update wallet_sessions set factor_at = now() where id = '${sessionId}'`)
    },
    async findBreak() {
      const look = async () => {
        const db = createDb({ url: url(), size: 1, clock: systemClock, log: silentLog })
        try {
          return { line: await createAudit({ db, clock: systemClock }).findBreak() }
        } finally {
          await db.close()
        }
      }
      const { line } = (await insist('the log', look, () => true)).answer
      return line === undefined ? [] : [`line ${line} of the log does not follow from the one before`]
    },
  }
}
