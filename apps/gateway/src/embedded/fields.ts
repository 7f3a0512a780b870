/** Fields at rest: every one bound to its place, every user under a key of their own, the keys under the key service. */
import { randomBytes } from 'node:crypto'
import { contextText, fieldAad, walletLimits } from '@latchkey/spec/walletApi'
import type { Clock } from '../ports/clock.js'
import { openBytes, sealBytes } from './kms/aead.js'
import type { Kms } from './kms/kms.js'
import type { Secrets } from './secrets.js'

export interface FieldPlace {
  readonly table: string
  readonly column: string
  readonly row: string
}

/** Whose field it is: a user and their wrapped key. */
export interface FieldOwner {
  readonly id: string
  readonly dek: string
}

export interface Fields {
  /** A new key for a new user, wrapped. */
  makeDek(userId: string): Promise<string>
  seal(place: FieldPlace, plain: string | Uint8Array, owner?: FieldOwner): Promise<string>
  /** Throws where the text was moved, touched, or belongs to somebody else. */
  open(place: FieldPlace, sealed: string, owner?: FieldOwner): Promise<Buffer>
  /** The opened text. */
  openText(place: FieldPlace, sealed: string, owner?: FieldOwner): Promise<string>
}

const version = 1

export const dekContext = (userId: string) => contextText('latchkey/dek/v1', userId)

export function createFields(input: { kms: Kms; secrets: Secrets; clock: Clock }): Fields {
  const { kms, secrets, clock } = input
  const cached = new Map<string, { key: Buffer; until: number }>()

  async function keyOf(owner: FieldOwner | undefined): Promise<Buffer> {
    if (!owner) return secrets.fields
    const now = clock.now()
    // Not overwritten: somebody may be about to use it, and would then seal under zeros.
    for (const [dek, { until }] of cached) if (until <= now) cached.delete(dek)
    const known = cached.get(owner.dek)
    if (known) return known.key
    const key = await kms.unwrap(owner.dek, dekContext(owner.id))
    cached.set(owner.dek, { key, until: now + walletLimits.dekCache })
    return key
  }

  const aad = (place: FieldPlace, owner: FieldOwner | undefined) =>
    fieldAad({ ...place, user: owner?.id ?? '', version })

  const fields: Fields = {
    async makeDek(userId) {
      const key = randomBytes(32)
      try {
        return await kms.wrap(key, dekContext(userId))
      } finally {
        key.fill(0)
      }
    },
    async seal(place, plain, owner) {
      const bytes = typeof plain === 'string' ? Buffer.from(plain, 'utf8') : plain
      return sealBytes(await keyOf(owner), bytes, aad(place, owner))
    },
    async open(place, sealed, owner) {
      return openBytes(await keyOf(owner), sealed, aad(place, owner))
    },
    async openText(place, sealed, owner) {
      return (await fields.open(place, sealed, owner)).toString('utf8')
    },
  }
  return fields
}
