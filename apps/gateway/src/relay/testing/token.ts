/** Keys and tokens of clients, good and bad. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { base58Text } from '../base58.js'

export interface Identity {
  readonly did: string
  readonly key: KeyObject
}

export function createIdentity(): Identity {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  return { did: `did:key:z${base58Text(Buffer.concat([Buffer.from('ed01', 'hex'), raw]))}`, key: privateKey }
}

export interface TokenOptions {
  /** Seconds. */
  readonly iat?: number
  readonly exp?: number | undefined
  readonly aud?: string
  readonly more?: Record<string, unknown>
}

/** @param now milliseconds */
export function signToken({ did, key }: Identity, now: number, options: TokenOptions = {}): string {
  const iat = options.iat ?? Math.floor(now / 1000)
  const { aud = 'ws://relay.example', more = {} } = options
  const exp = 'exp' in options ? options.exp : iat + 86_400
  const claims = { iss: did, sub: randomBytes(32).toString('hex'), aud, iat, exp, ...more }
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${sign(undefined, Buffer.from(signed), key).toString('base64url')}`
}
