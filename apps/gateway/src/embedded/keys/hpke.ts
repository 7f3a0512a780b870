/** The server's end of sealed shares: HPKE (RFC 9180) with P-256, HKDF-SHA256 and AES-256-GCM, as the wallet's pages have it. */
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import type { HpkeSealed } from '@latchkey/spec/walletApi'

const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
})

export interface HpkePair {
  /** The scalar, to be sealed at once. */
  readonly privateKey: Buffer
  /** The uncompressed point, base64url. */
  readonly publicKey: string
}

export async function createHpkePair(): Promise<HpkePair> {
  const pair = await suite.kem.generateKeyPair()
  return {
    privateKey: Buffer.from(await suite.kem.serializePrivateKey(pair.privateKey)),
    publicKey: toText(await suite.kem.serializePublicKey(pair.publicKey)),
  }
}

/** Rejects for another key, another text, and for what was changed. */
export async function openSealed(privateKey: Buffer, sealed: HpkeSealed, aad: string): Promise<Buffer> {
  const recipientKey = await suite.kem.deserializePrivateKey(toBytes(privateKey))
  const opened = await suite.open(
    { recipientKey, enc: fromText(sealed.enc) },
    fromText(sealed.ct),
    toBytes(Buffer.from(aad)),
  )
  return Buffer.from(opened)
}

/** `receiver` is the uncompressed point, base64url; rejects where it is none. */
export async function sealTo(receiver: string, plain: Buffer, aad: string): Promise<HpkeSealed> {
  const recipientPublicKey = await suite.kem.deserializePublicKey(fromText(receiver))
  const { enc, ct } = await suite.seal({ recipientPublicKey }, toBytes(plain), toBytes(Buffer.from(aad)))
  return { enc: toText(enc), ct: toText(ct) }
}

/** Copied out of the pool that buffers share. */
const toBytes = (buffer: Buffer): ArrayBuffer => new Uint8Array(buffer).buffer
const fromText = (text: string): ArrayBuffer => toBytes(Buffer.from(text, 'base64url'))
const toText = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('base64url')
