/** Wrapped under a key: AES-256-GCM, the nonce in front, bound to a text. For the recovery key and for the capsule. */
import { type Bytes, fromBase64url, randomBytes, textBytes, toBase64url } from './bytes.js'

const nonceBytes = 12

export async function wrap(key: Bytes, plain: Bytes, aad: string): Promise<string> {
  const iv = randomBytes(nonceBytes)
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: textBytes(aad) },
    await aesKey(key, 'encrypt'),
    plain,
  )
  const whole = new Uint8Array(nonceBytes + sealed.byteLength)
  whole.set(iv)
  whole.set(new Uint8Array(sealed), nonceBytes)
  return toBase64url(whole)
}

/** Rejects for another key, another text, and for what was changed. */
export async function unwrap(key: Bytes, wrapped: string, aad: string): Promise<Bytes> {
  const whole = fromBase64url(wrapped)
  const opened = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: whole.slice(0, nonceBytes), additionalData: textBytes(aad) },
    await aesKey(key, 'decrypt'),
    whole.slice(nonceBytes),
  )
  return new Uint8Array(opened)
}

const aesKey = (key: Bytes, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', key, 'AES-GCM', false, [use])
