/** `latchkey kms …`: the key above the embedded wallet's keys, where it is a file. */
import type { Config } from '../config/config.js'
import { createKeyFile, retireOldKeys, rotateKeyFile } from '../embedded/kms/keyFile.js'
import { defaultKeyFile, openKms } from '../embedded/kms/openKms.js'
import { rewrapAll } from '../embedded/kms/rewrapAll.js'
import { defaultVaultKeyFile } from '../embedded/vault/openVault.js'
import { systemClock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import { createOutbound } from '../ports/outbound.js'
import { UsageError } from './arguments.js'

export const kmsHelp = `latchkey kms create           make the key file of the embedded wallet; never over another
latchkey kms rotate           put a new key first in it; restart every gateway then
latchkey kms rewrap           wrap under the newest key what an older one wrapped
latchkey kms retire           forget the older keys; after rewrap only
latchkey kms create vault     the same for the key of the vault; so rotate and, after a restart, retire`

export async function kmsCommand(
  config: Config,
  [verb = '', of = '']: readonly string[],
  withDb: (work: (db: Db) => Promise<string>) => Promise<string>,
): Promise<string> {
  if (of !== '' && of !== 'vault') throw new UsageError(kmsHelp)
  const { LATCHKEY_DATA: data } = config
  const setting = of === 'vault' ? config.LATCHKEY_VAULT_KMS : config.LATCHKEY_KMS
  const unset = of === 'vault' ? defaultVaultKeyFile(data) : defaultKeyFile(data)
  const path = setting === undefined ? unset : setting.kind === 'file' ? setting.path : undefined
  if (verb === 'rewrap' && of === '') return withDb((db) => rewrap(config, db))
  if (!['create', 'rotate', 'retire'].includes(verb)) throw new UsageError(kmsHelp)
  if (path === undefined)
    throw new UsageError('The setting names a key service: its keys are made and rotated there.')
  if (verb === 'create') {
    createKeyFile(path)
    return `${path} holds a new key. Keep a copy of it apart from the copies of the database: without it no wallet can be opened, and with both a thief has half of every wallet.`
  }
  if (verb === 'rotate') return `${path} begins with the new key ${rotateKeyFile(path)}.`
  retireOldKeys(path)
  return `${path} holds the newest key only.`
}

async function rewrap(config: Config, db: Db): Promise<string> {
  const outbound = createOutbound()
  try {
    const { LATCHKEY_KMS: setting, LATCHKEY_DATA: data } = config
    const kms = openKms({ setting, data, isLocal: false, outbound, clock: systemClock })
    return `${await rewrapAll({ db, kms })} secrets are wrapped anew, under ${kms.currentKid()}.`
  } finally {
    outbound.close()
  }
}
