/** `latchkey backup` and `latchkey restore`: the data folder, with its own database or beside somebody else's. */
import { resolve } from 'node:path'
import { backUp, filesBeside } from '../backup/backup.js'
import { restore } from '../backup/restore.js'
import type { Config } from '../config/config.js'
import { systemClock } from '../ports/clock.js'
import type { Log } from '../ports/log.js'
import { UsageError } from './arguments.js'

export const backupHelp = `latchkey backup <file>        copy the data folder into one archive, while the gateway runs or not; with DATABASE_URL its keys, and not the database
latchkey restore <file>       make an empty data folder from such an archive`

const byItsOwnMeans = 'back that up with pg_dump, or with the tools of whoever runs it'

type WithAdminUrl = <value>(work: (adminUrl: string | undefined) => Promise<value>) => Promise<value>

/** @param withAdminUrl opens the own database for as long as the work takes; not called where there is none */
export async function backUpFolder(
  config: Config,
  file: string,
  withAdminUrl: WithAdminUrl,
): Promise<string> {
  const { LATCHKEY_DATA: data, DATABASE_URL } = config
  const now = systemClock.now()
  if (DATABASE_URL === undefined) {
    const { createdAt } = await withAdminUrl((adminUrl) => backUp({ data, adminUrl, file, now }))
    const kept = `${file} holds ${data} as of ${createdAt}. It contains keys and passwords: keep it as safe as the folder.`
    return [kept, ...elsewhere(config)].join('\n')
  }
  const files = filesBeside(data)
  if (files.length === 0)
    throw new UsageError(
      `${data} holds no keys, and the database is where DATABASE_URL says: ${byItsOwnMeans}.`,
    )
  const { createdAt } = await backUp({ data, adminUrl: undefined, file, now })
  return [
    `${file} holds ${files.join(', ')} of ${data} as of ${createdAt}.`,
    `The database is not in it: ${byItsOwnMeans}. Keep the two copies apart: either alone opens no wallet.`,
    ...elsewhere(config),
  ].join('\n')
}

export async function restoreFolder(config: Config, file: string, log: Log): Promise<string> {
  const { LATCHKEY_DATA: data, LATCHKEY_POSTGRES_PORT: port, DATABASE_URL } = config
  const hasOtherDatabase = DATABASE_URL !== undefined
  const { createdAt, postgres } = await restore({ data, file, port, log, hasOtherDatabase })
  const restored = `${data} is as it was at ${createdAt}.`
  return postgres === undefined
    ? `${restored} Its database is not part of the backup: restore that to the same time, by its own means.`
    : restored
}

/** Keys that a setting puts outside of the folder are in no backup of it. */
function elsewhere(config: Config): string[] {
  const inside = resolve(config.LATCHKEY_DATA)
  return (['LATCHKEY_KMS', 'LATCHKEY_VAULT_KMS'] as const).flatMap((name) => {
    const setting = config[name]
    if (setting?.kind !== 'file' || resolve(setting.path).startsWith(`${inside}/`)) return []
    return [`${setting.path} (${name}) is not in it: keep a copy of that too.`]
  })
}
