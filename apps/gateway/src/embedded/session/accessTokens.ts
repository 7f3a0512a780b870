/** Access tokens: short-lived, under the gateway's own key, and a hint only; the row of the session decides. */
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { type AccessClaims, accessClaims } from '@latchkey/spec/walletApi'
import * as v from 'valibot'
import type { Clock } from '../../ports/clock.js'

export interface AccessTokens {
  sign(claims: AccessClaims): string
  /** Undefined for any other text, and for one that has ended. */
  read(token: string): AccessClaims | undefined
}

/** The fixed beginning of an Ed25519 private key (RFC 8410); the seed follows. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')
/** Compared whole: no other algorithm is ever tried. */
const head = Buffer.from(JSON.stringify({ alg: 'EdDSA', typ: 'at+jwt' })).toString('base64url')

export function createAccessTokens({ seed, clock }: { seed: Buffer; clock: Clock }): AccessTokens {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key)

  return {
    sign(claims) {
      const body = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
      return `${body}.${sign(null, Buffer.from(body), key).toString('base64url')}`
    },
    read(token) {
      const [given, body = '', signature = '', ...rest] = token.split('.')
      if (given !== head || rest.length > 0) return undefined
      const text = Buffer.from(`${given}.${body}`)
      if (!verify(null, text, publicKey, Buffer.from(signature, 'base64url'))) return undefined
      // We wrote it, so it is JSON.
      const read = v.safeParse(accessClaims, JSON.parse(Buffer.from(body, 'base64url').toString()))
      return read.success && read.output.exp * 1000 > clock.now() ? read.output : undefined
    },
  }
}
