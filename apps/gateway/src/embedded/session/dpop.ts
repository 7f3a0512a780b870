/** Proofs of possession (RFC 9449): which key a request was made with, and that it was made now, for this very call. */
import { createHash, createPublicKey, timingSafeEqual, verify } from 'node:crypto'
import { dpopClaims, dpopHeader, thumbprintText, walletLimits } from '@latchkey/spec/walletApi'
import { lt } from 'drizzle-orm'
import * as v from 'valibot'
import type { Clock } from '../../ports/clock.js'
import type { Db } from '../../ports/db.js'
import { walletProofs } from '../../store/schema.js'
import { WalletRefusal } from '../http/refusal.js'
import type { Secrets } from '../secrets.js'

export interface ProofInput {
  /** The header as it came. */
  readonly proof: string | undefined
  readonly method: string
  /** Origin and path of the call, as the gateway itself is reached. */
  readonly url: string
  /** The access token that comes with it. */
  readonly access?: string | undefined
}

export interface Dpop {
  /** The thumbprint of the key; throws USE_DPOP_NONCE or PROOF_INVALID. */
  check(input: ProofInput): Promise<string>
  /** For the `DPoP-Nonce` header of the answer. */
  nonce(): string
  prune(): Promise<void>
}

const longestProof = 2048

export function createDpop(input: { db: Db; secrets: Secrets; clock: Clock }): Dpop {
  const { db, secrets, clock } = input

  /** Time and a keyed digest of it: any gateway can check what another gave out, and nobody else can make one. */
  function nonceAt(time: number): string {
    const stamp = time.toString(36)
    return `${stamp}.${secrets.mac('dpop-nonce', stamp).subarray(0, 16).toString('base64url')}`
  }

  function isFresh(nonce: string | undefined): boolean {
    const [stamp = ''] = nonce?.split('.') ?? []
    const time = Number.parseInt(stamp, 36)
    if (!nonce || !Number.isSafeInteger(time) || !isSame(nonce, nonceAt(time))) return false
    // Either way: the clocks of two gateways differ, and one may be set back.
    return Math.abs(clock.now() - time) <= walletLimits.dpopNonceLife
  }

  return {
    nonce: () => nonceAt(clock.now()),

    async check({ proof, method, url, access }) {
      const read = readProof(proof)
      const { jkt, claims } = read
      const isForThisCall =
        claims.htm === method && claims.htu === url && isSame(claims.ath ?? '', access ? sha256(access) : '')
      if (!isForThisCall) throw new WalletRefusal('PROOF_INVALID')
      if (!isFresh(claims.nonce)) throw new WalletRefusal('USE_DPOP_NONCE')
      const expiresAt = new Date(clock.now() + walletLimits.dpopJtiMemory)
      const kept = await db.query
        .insert(walletProofs)
        .values({ jkt, jti: claims.jti, expiresAt })
        .onConflictDoNothing()
        .returning({ jti: walletProofs.jti })
      // It was here before: somebody repeats what somebody else said.
      if (kept.length === 0) throw new WalletRefusal('PROOF_INVALID')
      return jkt
    },

    async prune() {
      await db.query.delete(walletProofs).where(lt(walletProofs.expiresAt, new Date(clock.now())))
    },
  }
}

/** Signed by the key in its own header, which is of the one kind that is accepted. */
function readProof(proof: string | undefined) {
  const refused = new WalletRefusal('PROOF_INVALID')
  if (proof === undefined || proof.length > longestProof) throw refused
  const [head = '', body = '', signature = '', ...rest] = proof.split('.')
  const header = v.safeParse(dpopHeader, parse(head))
  const claims = v.safeParse(dpopClaims, parse(body))
  if (rest.length > 0 || !header.success || !claims.success) throw refused
  const { jwk } = header.output
  const bytes = Buffer.from(signature, 'base64url')
  if (bytes.length !== 64 || !isSigned(jwk, `${head}.${body}`, bytes)) throw refused
  return { jkt: sha256(thumbprintText(jwk)), claims: claims.output }
}

function isSigned(jwk: { x: string; y: string }, text: string, signature: Buffer): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: jwk.x, y: jwk.y }, format: 'jwk' })
    return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, signature)
  } catch {
    // A point that is not on the curve.
    return false
  }
}

function parse(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Whether two texts are the same, without telling how much of them is. */
export function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
