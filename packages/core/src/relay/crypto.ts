/** The cryptography of the sign protocol: key agreement, topics, and sealed envelopes. */
import { envelopeBytes, envelopeTypes } from '@latchkey/spec/relay'
import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64ToBytes, bytesToBase64 } from './base64.js'
import { x25519PublicKey, x25519SharedSecret } from './x25519.js'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** 32 bytes as lower-case hex, like every key and topic of the protocol. */
export type Hex32 = string

export interface KeyPair {
  readonly privateKey: Hex32
  readonly publicKey: Hex32
}

export const randomHex = (bytes: number): string => bytesToHex(randomBytes(bytes))

export const publicKeyOf = x25519PublicKey

export function createKeyPair(): KeyPair {
  const privateKey = randomHex(envelopeBytes.key)
  return { privateKey, publicKey: x25519PublicKey(privateKey) }
}

/** The key both sides hold once each knows the other's public key. Throws for a public key of small order. */
export function sharedKey(privateKey: Hex32, peerPublicKey: Hex32): Hex32 {
  const secret = x25519SharedSecret(privateKey, peerPublicKey)
  return bytesToHex(hkdf(sha256, secret, undefined, undefined, envelopeBytes.key))
}

/** Where messages under a key travel. */
export const topicOf = (key: Hex32): string => bytesToHex(sha256(hexToBytes(key)))

/** Names a message, so that the same one is not heard twice. */
export const messageId = (message: string): string => bytesToHex(sha256(utf8ToBytes(message)))

/** A type-0 envelope: both sides hold the key. */
export function seal(text: string, key: Hex32): string {
  const nonce = randomBytes(envelopeBytes.nonce)
  const sealed = chacha20poly1305(hexToBytes(key), nonce).encrypt(utf8ToBytes(text))
  return bytesToBase64(concatBytes(Uint8Array.of(envelopeTypes.symmetric.type), nonce, sealed))
}

/** What opens envelopes on a topic: its key, or the private key of the pair whose public half names the topic. */
export type Opener = { readonly key: Hex32 } | { readonly privateKey: Hex32 }

/** The text inside; `undefined` when the envelope is broken, forged, or not for this key. */
export function unseal(envelope: string, opener: Opener): string | undefined {
  try {
    const bytes = base64ToBytes(envelope)
    const { symmetric, withSenderKey } = envelopeTypes
    const isFirstContact = bytes[0] === withSenderKey.type
    if (!isFirstContact && bytes[0] !== symmetric.type) return undefined
    const start = envelopeBytes.type + (isFirstContact ? withSenderKey.publicKeyBytes : 0)
    const key = keyFor(opener, isFirstContact ? bytes.subarray(envelopeBytes.type, start) : undefined)
    if (key === undefined) return undefined
    const nonce = bytes.subarray(start, start + envelopeBytes.nonce)
    const sealed = bytes.subarray(start + envelopeBytes.nonce)
    return utf8.decode(chacha20poly1305(hexToBytes(key), nonce).decrypt(sealed))
  } catch {
    return undefined
  }
}

function keyFor(opener: Opener, sender: Uint8Array | undefined): Hex32 | undefined {
  if ('key' in opener) return sender ? undefined : opener.key
  return sender && sharedKey(opener.privateKey, bytesToHex(sender))
}
