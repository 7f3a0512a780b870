/** Tokens that anybody can check and only this gateway can make: JSON Web Tokens under Ed25519 (RFC 7519, RFC 8037). */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import * as v from 'valibot'
import type { Clock } from '../ports/clock.js'

/** What every token says; `use` keeps a token of one kind from passing as another. */
const common = { use: v.picklist(['nonce', 'session']), exp: v.pipe(v.number(), v.safeInteger()) }

export interface Tokens {
  sign(claims: TokenClaims): string
  /** The claims of a token of ours that has not ended; `undefined` for any other text. */
  read<schema extends v.GenericSchema>(token: string, schema: schema): v.InferOutput<schema> | undefined
  /** As servers fetch it (RFC 7517). */
  readonly publicKey: PublicKey
}

export interface TokenClaims {
  readonly use: 'nonce' | 'session'
  /** Seconds since 1970. */
  readonly exp: number
  readonly [name: string]: unknown
}

export interface PublicKey {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly alg: 'EdDSA'
  readonly use: 'sig'
  readonly kid: string
  readonly x: string
}

/** The fixed beginning of a private key of this kind (RFC 8410); the seed follows. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

export function createTokens({ seed, clock }: { seed: Buffer; clock: Clock }): Tokens {
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Head, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(privateKey)
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const kid = createHash('sha256').update(x).digest('base64url').slice(0, 16)
  // Written once and compared whole: no other algorithm, and no other key, is ever tried.
  const head = encode({ alg: 'EdDSA', typ: 'JWT', kid })

  return {
    publicKey: { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid, x },
    sign(claims) {
      const body = `${head}.${encode(claims)}`
      return `${body}.${sign(null, Buffer.from(body), privateKey).toString('base64url')}`
    },
    read(token, schema) {
      const [given, body = '', signature = '', ...more] = token.split('.')
      if (given !== head || more.length > 0) return undefined
      const isOurs = verify(
        null,
        Buffer.from(`${given}.${body}`),
        publicKey,
        Buffer.from(signature, 'base64url'),
      )
      if (!isOurs) return undefined
      // We wrote it, so it is JSON.
      const claims: unknown = JSON.parse(Buffer.from(body, 'base64url').toString())
      const read = v.safeParse(v.looseObject(common), claims)
      if (!read.success || read.output.exp * 1000 <= clock.now()) return undefined
      const parsed = v.safeParse(schema, claims)
      return parsed.success ? parsed.output : undefined
    },
  }
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
