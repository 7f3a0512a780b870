/** Puts the vault together: its own tables, its own key, its own sender. Nothing of the gateway's own is given to it but the clock. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { minutes } from '@latchkey/spec/limits'
import type { Closers } from '../../closers.js'
import type { Config } from '../../config/config.js'
import { startJob } from '../../jobs/startJob.js'
import { vaultMigrationsFolder } from '../../paths.js'
import type { Clock } from '../../ports/clock.js'
import { createDb, type Db } from '../../ports/db.js'
import type { Log } from '../../ports/log.js'
import type { Outbound } from '../../ports/outbound.js'
import { createSchema, migrate } from '../../store/migrate.js'
import { type Audit, createAudit } from '../audit.js'
import { type Codes, createCodes } from '../email/codes.js'
import { createFields, type Fields } from '../fields.js'
import type { WalletHandlers } from '../http/walletRoute.js'
import { ensureKeyFile } from '../kms/keyFile.js'
import { type KmsSetting, openKms } from '../kms/openKms.js'
import { rewrapSecrets } from '../kms/rewrapAll.js'
import { createLimits, type Limits } from '../limits.js'
import { createSmtpMailer } from '../mail/mailer.js'
import { createOutbox, type Outbox } from '../mail/outbox.js'
import { createPins, type Pins } from '../pin/pins.js'
import { openSecrets, type Secrets } from '../secrets.js'
import { createDpop, type Dpop } from '../session/dpop.js'
import { createVaultCodes } from './vaultCodes.js'
import { createVaultHandlers } from './vaultHandlers.js'

export interface VaultParts {
  readonly db: Db
  readonly clock: Clock
  readonly secrets: Secrets
  readonly fields: Fields
  readonly audit: Audit
  readonly limits: Limits
  readonly pins: Pins
  readonly codes: Codes
  readonly outbox: Outbox
  readonly walletOrigin: () => string
}

export interface Vault {
  readonly handlers: WalletHandlers
  readonly dpop: Dpop
}

export interface VaultInput {
  readonly config: Config
  /** The gateway's database, for a vault without one of its own: then it has a schema of its own in it. */
  readonly databaseUrl: string | undefined
  readonly clock: Clock
  readonly log: Log
  readonly outbound: Outbound
  readonly closers: Closers
  readonly walletOrigin: () => string
}

const poolSize = 4
const schemaName = 'vault'
const pruneEvery = minutes(5)
const noticeEvery = minutes(10)

export const defaultVaultKeyFile = (data: string) => join(data, 'vault-kms.key')

/** Undefined, with a line in the log, where something that it cannot do without is not configured. */
export async function openVault(input: VaultInput): Promise<Vault | undefined> {
  const { config, log } = input
  const smtp = config.LATCHKEY_VAULT_SMTP ?? config.LATCHKEY_SMTP
  const keyFile = defaultVaultKeyFile(config.LATCHKEY_DATA)
  const hasKey = config.LATCHKEY_VAULT_KMS !== undefined || config.LATCHKEY_LOCAL || existsSync(keyFile)
  if (!hasKey || smtp === undefined) {
    const missing = hasKey ? 'no mail server' : 'no key. Make one with: latchkey kms create vault'
    log.warn(`the vault of the embedded wallet is off: it has ${missing}`)
    return undefined
  }
  refuseSharedKey(config.LATCHKEY_KMS, config.LATCHKEY_VAULT_KMS)
  return build(input, smtp)
}

async function build(input: VaultInput, smtp: string): Promise<Vault> {
  const { config, clock, log, outbound, closers, walletOrigin } = input
  const url = await ownUrl(input)
  await migrate({ url, folder: vaultMigrationsFolder, log })
  const db = createDb({ url, size: poolSize, clock, log })
  closers.add('vault database', () => db.close())

  const keyFile = defaultVaultKeyFile(config.LATCHKEY_DATA)
  if (config.LATCHKEY_VAULT_KMS === undefined) ensureKeyFile(keyFile)
  const setting = config.LATCHKEY_VAULT_KMS ?? { kind: 'file' as const, path: keyFile }
  const kms = openKms({ setting, data: config.LATCHKEY_DATA, isLocal: false, outbound, clock })
  const secrets = await openSecrets({ db, kms, setting: 'LATCHKEY_VAULT_KMS' })
  // Four rows: after a start nothing depends on an older key any more.
  await rewrapSecrets({ db, kms })
  const fields = createFields({ kms, secrets, clock })
  const audit = createAudit({ db, clock })
  const limits = createLimits({ db, clock })
  const dpop = createDpop({ db, secrets, clock })
  const mailer = createSmtpMailer({ url: smtp, from: config.LATCHKEY_VAULT_MAIL_FROM })
  const outbox = createOutbox({ db, clock, log, fields, mailer })
  const parts: VaultParts = {
    db,
    clock,
    secrets,
    fields,
    audit,
    limits,
    pins: createPins({ db, clock, secrets, audit }),
    codes: createCodes({ secrets, digits: config.LATCHKEY_CODE_DIGITS }),
    outbox,
    walletOrigin,
  }
  const vaultCodes = createVaultCodes(parts)
  const { handlers, sendNotices } = createVaultHandlers(parts, vaultCodes)

  closers.add('vault', async () => {
    await outbox.settle()
    mailer.close()
  })
  const prune = async () => {
    for (const { prune: forget } of [limits, dpop, vaultCodes]) await forget()
  }
  for (const job of [
    { ...outbox.job, name: 'send mails of the vault' },
    { name: 'forget codes of the vault', every: pruneEvery, run: prune },
    { name: 'tell of forgotten PINs of the vault', every: noticeEvery, run: sendNotices },
  ])
    closers.add(job.name, startJob(job, { clock, log }))
  return { handlers, dpop }
}

/** One key for both would make two thefts one. */
function refuseSharedKey(one: KmsSetting | undefined, other: KmsSetting | undefined): void {
  if (one !== undefined && JSON.stringify(one) === JSON.stringify(other))
    throw new Error('LATCHKEY_VAULT_KMS names the key of LATCHKEY_KMS. The vault needs one of its own.')
}

/** A database of its own; else a schema of its own in the gateway's, which every connection is confined to. */
async function ownUrl({ config, databaseUrl }: VaultInput): Promise<string> {
  if (config.LATCHKEY_VAULT_DATABASE) return config.LATCHKEY_VAULT_DATABASE
  if (!databaseUrl) throw new Error('A process with the role "vault" alone needs LATCHKEY_VAULT_DATABASE.')
  await createSchema({ url: databaseUrl, name: schemaName })
  const url = new URL(databaseUrl)
  url.searchParams.set('options', `-c search_path=${schemaName}`)
  return url.toString()
}
