/** Keys that the gateways share: made once, kept in the database under the key service, opened at the start. */
import { createHmac, randomBytes } from 'node:crypto'
import { contextText } from '@latchkey/spec/walletApi'
import { eq } from 'drizzle-orm'
import type { Db } from '../ports/db.js'
import { walletSecrets } from '../store/schema.js'
import { type Kms, KmsError } from './kms/kms.js'

/** `fields`: seals what belongs to nobody yet. `mac`: codes, blind indexes, nonces. `tokens`: the seed of the signing key. */
const names = ['canary', 'fields', 'mac', 'tokens'] as const
type Name = (typeof names)[number]

export interface Secrets {
  readonly fields: Buffer
  readonly tokens: Buffer
  /** 32 bytes that only this gateway can compute; `purpose` keeps one use from passing as another. */
  mac(purpose: string, ...parts: readonly (string | number)[]): Buffer
}

export const secretContext = (name: string) => contextText('latchkey/secret/v1', name)

/** Throws where the key service and the database do not belong together, before anything is served. */
export async function openSecrets({
  db,
  kms,
  setting = 'LATCHKEY_KMS',
}: {
  db: Db
  kms: Kms
  /** Whose key it is, for an operator who has to mend it. */
  setting?: string
}): Promise<Secrets> {
  // First of all, so that a wrong key is told as such and makes nothing new.
  await open('canary').catch((cause: unknown) => {
    if (cause instanceof KmsError && cause.fault === 'away') throw cause
    throw new Error(`The key of ${setting} is not the one that this database was written with.`, { cause })
  })
  const macKey = await open('mac')

  async function open(name: Name): Promise<Buffer> {
    const [known] = await db.query.select().from(walletSecrets).where(eq(walletSecrets.name, name))
    if (!known) {
      const sealed = await kms.wrap(randomBytes(32), secretContext(name))
      await db.query.insert(walletSecrets).values({ name, sealed }).onConflictDoNothing()
    }
    const [row] = await db.query.select().from(walletSecrets).where(eq(walletSecrets.name, name))
    if (!row) throw new Error(`The secret "${name}" vanished while it was read.`)
    return kms.unwrap(row.sealed, secretContext(name))
  }

  return {
    fields: await open('fields'),
    tokens: await open('tokens'),
    mac: (purpose, ...parts) =>
      createHmac('sha256', macKey)
        .update(contextText(`latchkey/mac/${purpose}`, ...parts))
        .digest(),
  }
}
