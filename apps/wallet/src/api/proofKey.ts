/** The key that a session of this page is bound to (RFC 9449): it proves every call, and cannot be taken out of the browser by script. */
import { type DpopClaims, thumbprintText } from '@latchkey/spec/walletApi'
import { randomBytes, textBytes, toBase64url } from '../keys/bytes.js'

export interface ProofKey {
  /** Thumbprint of the public half. */
  readonly jkt: string
  /** A proof for one call. */
  prove(call: Pick<DpopClaims, 'htm' | 'htu'>, bond: ProofBond): Promise<string>
}

export interface ProofBond {
  /** From the last answer of the server. */
  readonly nonce?: string | undefined
  /** The access token that the call carries. */
  readonly access?: string | undefined
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** The pair is not extractable; it is what a device store keeps. */
export function createProofPair(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
}

export async function openProofKey(pair: CryptoKeyPair, now: () => number): Promise<ProofKey> {
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const jwk = { kty: 'EC', crv: 'P-256', x, y }
  const header = encode({ typ: 'dpop+jwt', alg: 'ES256', jwk })
  return {
    jkt: await sha256(thumbprintText(jwk)),
    async prove({ htm, htu }, { nonce, access }) {
      const claims: DpopClaims = {
        htm,
        htu,
        iat: Math.floor(now() / 1000),
        jti: toBase64url(randomBytes(16)),
        ...(nonce === undefined ? {} : { nonce }),
        ...(access === undefined ? {} : { ath: await sha256(access) }),
      }
      const input = `${header}.${encode(claims)}`
      const signature = await crypto.subtle.sign(
        { name: 'ECDSA', hash: 'SHA-256' },
        pair.privateKey,
        textBytes(input),
      )
      return `${input}.${toBase64url(new Uint8Array(signature))}`
    },
  }
}

const encode = (value: unknown): string => toBase64url(textBytes(JSON.stringify(value)))

async function sha256(text: string): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', textBytes(text))))
}
