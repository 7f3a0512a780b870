/** Who the bridge is to the upstream relay: a client with a key of its own, new at every start. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { relayBounds } from '@latchkey/spec/relay'
import { base58Text } from '../base58.js'

export interface BridgeIdentity {
  /** A token for this relay, valid from now on. */
  token(audience: string, now: number): string
}

export function createIdentity(): BridgeIdentity {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  const iss = `did:key:z${base58Text(Buffer.concat([Buffer.from('ed01', 'hex'), raw]))}`
  const sub = randomBytes(32).toString('hex')
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return {
    token(aud, now) {
      const iat = Math.floor(now / 1000)
      const claims = { iss, sub, aud, iat, exp: iat + relayBounds.jwtLifetime }
      const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}`
      return `${signed}.${sign(undefined, Buffer.from(signed), privateKey).toString('base64url')}`
    },
  }
}
