/** Google Cloud KMS: encrypt and decrypt with additional authenticated data. */
import { createHash } from 'node:crypto'
import type { Outbound } from '../../ports/outbound.js'
import { callKms, fieldOf } from './httpKms.js'
import { type Kms, splitWrapped } from './kms.js'

export interface GcpKmsInput {
  /** `projects/…/locations/…/keyRings/…/cryptoKeys/…` */
  readonly keyName: string
  /** Read anew for every call: tokens live for an hour and are replaced in their file. */
  readonly token: () => string
  readonly endpoint?: string | undefined
  readonly outbound: Outbound
}

export function createGcpKms({ keyName, token, outbound, ...rest }: GcpKmsInput): Kms {
  const base = `${rest.endpoint ?? 'https://cloudkms.googleapis.com'}/v1/${keyName}`
  const kid = `gcp-${createHash('sha256').update(keyName).digest('base64url').slice(0, 12)}`
  const call = (verb: 'encrypt' | 'decrypt', fields: Record<string, string>) =>
    callKms(outbound, 'gcp', {
      url: `${base}:${verb}`,
      headers: { authorization: `Bearer ${token()}`, 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    })
  const authenticated = (context: string) => Buffer.from(context).toString('base64')

  return {
    kind: 'gcp',
    currentKid: () => kid,
    async wrap(plain, context) {
      const answer = await call('encrypt', {
        plaintext: Buffer.from(plain).toString('base64'),
        additionalAuthenticatedData: authenticated(context),
      })
      const text = Buffer.from(fieldOf(answer, ['ciphertext'], 'gcp'), 'base64').toString('base64url')
      return `${kid}.${text}`
    },
    async unwrap(wrapped, context) {
      const answer = await call('decrypt', {
        ciphertext: Buffer.from(splitWrapped(wrapped).text, 'base64url').toString('base64'),
        additionalAuthenticatedData: authenticated(context),
      })
      return Buffer.from(fieldOf(answer, ['plaintext'], 'gcp'), 'base64')
    },
  }
}
