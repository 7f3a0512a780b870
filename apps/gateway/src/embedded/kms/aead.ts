/** AES-256-GCM with a fresh nonce, as one text: 12 bytes of nonce, the ciphertext, 16 bytes of tag. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

export function sealBytes(key: Uint8Array, plain: Uint8Array, context: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(context, 'utf8'))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')
}

/** Throws for another key, another context, or a text that was touched. */
export function openBytes(key: Uint8Array, text: string, context: string): Buffer {
  const whole = Buffer.from(text, 'base64url')
  if (whole.length < nonceBytes + tagBytes || whole.toString('base64url') !== text)
    throw new Error('Not a sealed text')
  const decipher = createDecipheriv('aes-256-gcm', key, whole.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(context, 'utf8'))
  decipher.setAuthTag(whole.subarray(-tagBytes))
  return Buffer.concat([decipher.update(whole.subarray(nonceBytes, -tagBytes)), decipher.final()])
}
