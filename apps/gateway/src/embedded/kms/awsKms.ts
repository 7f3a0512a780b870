/** AWS KMS: Encrypt and Decrypt with an encryption context, signed by hand (Signature Version 4). */
import { createHash, createHmac } from 'node:crypto'
import * as v from 'valibot'
import type { Clock } from '../../ports/clock.js'
import type { Outbound } from '../../ports/outbound.js'
import { callKms, fieldOf } from './httpKms.js'
import { type Kms, splitWrapped } from './kms.js'

export const awsCredentials = v.object({
  accessKeyId: v.pipe(v.string(), v.minLength(16), v.maxLength(128)),
  secretAccessKey: v.pipe(v.string(), v.minLength(16), v.maxLength(256)),
  sessionToken: v.optional(v.pipe(v.string(), v.maxLength(4096))),
})
export type AwsCredentials = v.InferOutput<typeof awsCredentials>

export interface AwsKmsInput {
  readonly region: string
  /** Id, ARN or alias. */
  readonly keyId: string
  /** Read anew for every call: short-lived credentials are replaced in their file. */
  readonly credentials: () => AwsCredentials
  /** `https://kms.<region>.amazonaws.com` unless it is reached otherwise. */
  readonly endpoint?: string | undefined
  readonly outbound: Outbound
  readonly clock: Clock
}

export function createAwsKms(input: AwsKmsInput): Kms {
  const { region, keyId, outbound, clock } = input
  const endpoint = input.endpoint ?? `https://kms.${region}.amazonaws.com`
  const kid = `aws-${createHash('sha256').update(keyId).digest('base64url').slice(0, 12)}`

  async function call(action: 'Encrypt' | 'Decrypt', fields: Record<string, unknown>): Promise<unknown> {
    const body = JSON.stringify({ KeyId: keyId, ...fields })
    const target = `TrentService.${action}`
    const headers = signed({ endpoint, region, target, body, now: clock.now(), ...input.credentials() })
    return callKms(outbound, 'aws', { url: `${endpoint}/`, headers, body })
  }

  return {
    kind: 'aws',
    currentKid: () => kid,
    async wrap(plain, context) {
      const answer = await call('Encrypt', {
        Plaintext: Buffer.from(plain).toString('base64'),
        EncryptionContext: { context },
      })
      const blob = fieldOf(answer, ['CiphertextBlob'], 'aws')
      return `${kid}.${Buffer.from(blob, 'base64').toString('base64url')}`
    },
    async unwrap(wrapped, context) {
      const { text } = splitWrapped(wrapped)
      const answer = await call('Decrypt', {
        CiphertextBlob: Buffer.from(text, 'base64url').toString('base64'),
        EncryptionContext: { context },
      })
      return Buffer.from(fieldOf(answer, ['Plaintext'], 'aws'), 'base64')
    },
  }
}

interface Signing extends AwsCredentials {
  readonly endpoint: string
  readonly region: string
  readonly target: string
  readonly body: string
  readonly now: number
}

/** The headers of one call; see "Signature Version 4" in the AWS reference. */
export function signed(input: Signing): Record<string, string> {
  const stamp = new Date(input.now).toISOString().replace(/[-:]|\.\d+/g, '')
  const day = stamp.slice(0, 8)
  const headers: Record<string, string> = {
    'content-type': 'application/x-amz-json-1.1',
    host: new URL(input.endpoint).host,
    'x-amz-date': stamp,
    ...(input.sessionToken === undefined ? {} : { 'x-amz-security-token': input.sessionToken }),
    'x-amz-target': input.target,
  }
  const names = Object.keys(headers).sort()
  const canonical = [
    'POST',
    '/',
    '',
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    sha256(input.body),
  ].join('\n')
  const scope = `${day}/${input.region}/kms/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical)].join('\n')
  const key = [day, input.region, 'kms', 'aws4_request'].reduce<Buffer>(
    (last, part) => hmac(last, part),
    Buffer.from(`AWS4${input.secretAccessKey}`),
  )
  const signature = hmac(key, toSign).toString('hex')
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${input.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
