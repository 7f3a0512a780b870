/** The token by which a client says who it is: a JWT signed with the Ed25519 key that its `did:key` names. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import {
  type AuthFailureKind,
  authFailureText,
  type JwtClaims,
  type JwtRefusal,
  jwtClaims,
  jwtHeader,
  refuseClaims,
  relayBounds,
} from '@latchkey/spec/relay'
import * as v from 'valibot'
import { base58Bytes } from './base58.js'

export interface TokenCheck {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Undefined: any. */
  readonly audiences: readonly string[] | undefined
}

export type TokenVerdict = { readonly client: string } | { readonly refusal: JwtRefusal }

export async function checkToken(token: string, { now, audiences }: TokenCheck): Promise<TokenVerdict> {
  const read = readToken(token)
  if (!read) return refused('jwt-encoding')
  const { claims, signed, signature } = read
  const key = readKey(claims.iss)
  if (!key) return refused('jwt-encoding')
  if (!(await isSigned(signed, key, signature))) return refused('jwt-signature')
  const times = { now: Math.floor(now / 1000), ...(audiences && { audiences }) }
  const refusal = refuseClaims(claims, times)
  return refusal ? { refusal } : { client: claims.iss }
}

function refused(kind: Extract<AuthFailureKind, 'jwt-encoding' | 'jwt-signature'>): TokenVerdict {
  return { refusal: { kind, text: authFailureText(kind, {}) } }
}

interface ReadToken {
  readonly claims: JwtClaims
  readonly signed: Buffer
  readonly signature: Buffer
}

const shape = /^([\w-]+)\.([\w-]+)\.([\w-]{86})$/

function readToken(token: string): ReadToken | undefined {
  if (token.length > relayBounds.jwt) return undefined
  const [, header = '', payload = '', signature = ''] = shape.exec(token) ?? []
  const isHeader = v.is(jwtHeader, readJson(header))
  const claims = v.safeParse(jwtClaims, readJson(payload))
  if (!isHeader || !claims.success) return undefined
  return {
    claims: claims.output,
    signed: Buffer.from(`${header}.${payload}`),
    signature: Buffer.from(signature, 'base64url'),
  }
}

function readJson(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** On a thread of its own, so that many who come at once do not stop those who are here. */
function isSigned(signed: Buffer, key: KeyObject, signature: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    verify(undefined, signed, key, signature, (error, isRight) => resolve(!error && isRight))
  })
}

/** What comes before the 32 bytes of an Ed25519 key in its usual file format. */
const keyPrefix = Buffer.from('302a300506032b6570032100', 'hex')
/** `did:key` says which kind of key follows: 0xed, as a number of variable length. */
const ed25519 = Buffer.from('ed01', 'hex')

function readKey(did: string): KeyObject | undefined {
  const bytes = base58Bytes(did.slice('did:key:z'.length))
  if (bytes?.length !== 34 || !bytes.subarray(0, 2).equals(ed25519)) return undefined
  try {
    const key = Buffer.concat([keyPrefix, bytes.subarray(2)])
    return createPublicKey({ key, format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}
