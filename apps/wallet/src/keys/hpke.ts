/** Sealed to one key: HPKE (RFC 9180) with P-256, HKDF-SHA256 and AES-256-GCM. A share never travels otherwise. */
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import type { HpkeSealed } from '@latchkey/spec/walletApi'
import { type Bytes, fromBase64url, textBytes, toBase64url } from './bytes.js'

const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
})

export interface Receiver {
  /** base64url of the uncompressed point. */
  readonly publicKey: string
  open(sealed: HpkeSealed, aad: string): Promise<Bytes>
}

/** A key for one answer; it lives as long as the object. */
export async function createReceiver(): Promise<Receiver> {
  const pair = await suite.kem.generateKeyPair()
  const point = await suite.kem.serializePublicKey(pair.publicKey)
  return {
    publicKey: toBase64url(new Uint8Array(point)),
    open: (sealed, aad) => openWith(pair.privateKey, sealed, aad),
  }
}

/** `receiver` is the uncompressed point, base64url. */
export async function sealTo(receiver: string, plain: Bytes, aad: string): Promise<HpkeSealed> {
  const recipientPublicKey = await suite.kem.deserializePublicKey(fromBase64url(receiver))
  const { enc, ct } = await suite.seal({ recipientPublicKey }, plain, textBytes(aad))
  return { enc: toBase64url(new Uint8Array(enc)), ct: toBase64url(new Uint8Array(ct)) }
}

/** Opens what was sealed to a recovery key, by its scalar. */
export async function openAs(secret: Bytes, sealed: HpkeSealed, aad: string): Promise<Bytes> {
  return openWith(await suite.kem.importKey('raw', secret.slice().buffer, false), sealed, aad)
}

async function openWith(key: CryptoKey, { enc, ct }: HpkeSealed, aad: string): Promise<Bytes> {
  const opened = await suite.open(
    { recipientKey: key, enc: fromBase64url(enc) },
    fromBase64url(ct),
    textBytes(aad),
  )
  return new Uint8Array(opened)
}
