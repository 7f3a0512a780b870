/**
 * Private keys at rest: each under a random key of its own, and that one under a key of the operator's. What is sealed for
 * one session does not open for another. Several keys of the operator may be given; the first seals, all of them open.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { Hex } from '../chain/shapes.js'

export interface Sealer {
  seal(privateKey: Hex, boundTo: string): string
  /** Undefined where none of the keys opens it. */
  open(sealed: string, boundTo: string): Hex | undefined
  /** Seals with this from now on; the others still open. */
  prefer(secret: Buffer): void
}

const nonceBytes = 12
const tagBytes = 16

export function createSealer(secrets: readonly (Buffer | string)[]): Sealer {
  const keys = secrets.map(keyOf)

  return {
    seal(privateKey, boundTo) {
      const [first] = keys
      if (!first) throw new Error('There is no key to seal session keys with.')
      const own = randomBytes(32)
      const parts = [
        encrypt(first.key, own, boundTo),
        encrypt(own, Buffer.from(privateKey.slice(2), 'hex'), boundTo),
      ]
      return ['1', first.id, ...parts.map((part) => part.toString('base64url'))].join('.')
    },
    open(sealed, boundTo) {
      const [version, id, wrapped = '', body = ''] = sealed.split('.')
      const found = keys.find((key) => key.id === id)
      if (version !== '1' || !found) return undefined
      const own = decrypt(found.key, Buffer.from(wrapped, 'base64url'), boundTo)
      const privateKey = own && decrypt(own, Buffer.from(body, 'base64url'), boundTo)
      return privateKey && `0x${privateKey.toString('hex')}`
    },
    prefer(secret) {
      keys.unshift(keyOf(secret))
    },
  }
}

function keyOf(secret: Buffer | string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'latchkey sessions', 32))
  return { key, id: createHash('sha256').update(key).digest('hex').slice(0, 8) }
}

function encrypt(key: Buffer, text: Buffer, boundTo: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo))
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, sealed: Buffer, boundTo: string): Buffer | undefined {
  if (sealed.length < nonceBytes + tagBytes) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(boundTo)).setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
  } catch {
    return undefined
  }
}
