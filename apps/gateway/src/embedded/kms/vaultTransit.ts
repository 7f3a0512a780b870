/** The transit engine of Vault and OpenBao: encrypt and decrypt with associated data; the engine rotates by itself. */
import { createHash } from 'node:crypto'
import type { Outbound } from '../../ports/outbound.js'
import { callKms, fieldOf } from './httpKms.js'
import { type Kms, splitWrapped } from './kms.js'

export interface VaultTransitInput {
  readonly url: string
  /** Of type aes256-gcm96. */
  readonly keyName: string
  readonly token: () => string
  readonly outbound: Outbound
}

export function createVaultTransit({ url, keyName, token, outbound }: VaultTransitInput): Kms {
  const kid = `vault-${createHash('sha256').update(`${url}\n${keyName}`).digest('base64url').slice(0, 12)}`
  const call = (verb: 'encrypt' | 'decrypt', fields: Record<string, string>) =>
    callKms(outbound, 'vault', {
      url: `${url.replace(/\/$/, '')}/v1/transit/${verb}/${encodeURIComponent(keyName)}`,
      headers: { 'x-vault-token': token(), 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    })
  const associated = (context: string) => Buffer.from(context).toString('base64')

  return {
    kind: 'vault',
    currentKid: () => kid,
    async wrap(plain, context) {
      const answer = await call('encrypt', {
        plaintext: Buffer.from(plain).toString('base64'),
        associated_data: associated(context),
      })
      // `vault:v3:…`, whole: the engine finds its version in it.
      const text = fieldOf(answer, ['data', 'ciphertext'], 'vault')
      return `${kid}.${Buffer.from(text).toString('base64url')}`
    },
    async unwrap(wrapped, context) {
      const answer = await call('decrypt', {
        ciphertext: Buffer.from(splitWrapped(wrapped).text, 'base64url').toString(),
        associated_data: associated(context),
      })
      return Buffer.from(fieldOf(answer, ['data', 'plaintext'], 'vault'), 'base64')
    },
  }
}
