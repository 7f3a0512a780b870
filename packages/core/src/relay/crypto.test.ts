/** Checks the cryptography against the platform's own, and against tampering. */
import { jwtClaims, jwtHeader, refuseClaims } from '@latchkey/spec/relay'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { base64ToBytes, bytesToBase64 } from './base64.js'
import { createKeyPair, randomHex, seal, sharedKey, topicOf, unseal } from './crypto.js'
import { createIdentity } from './identity.js'
import { x25519SharedSecret } from './x25519.js'

test('both sides of a key agreement hold the same key', () => {
  const [a, b] = [createKeyPair(), createKeyPair()]
  expect(sharedKey(b.privateKey, a.publicKey)).toBe(sharedKey(a.privateKey, b.publicKey))
})

test('a key is agreed by X25519 and HKDF, as the platform computes them, and its topic is its hash', async () => {
  const [a, b] = [createKeyPair(), createKeyPair()]
  const { subtle } = globalThis.crypto
  const pkcs8 = hexToBytes(`302e020100300506032b656e04220420${a.privateKey}`)
  const privateKey = await subtle.importKey('pkcs8', pkcs8, 'X25519', false, ['deriveBits'])
  const publicKey = await subtle.importKey('raw', hexToBytes(b.publicKey), 'X25519', false, [])
  const secret = await subtle.deriveBits({ name: 'X25519', public: publicKey }, privateKey, 256)
  const material = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const [salt, info] = [new Uint8Array(), new Uint8Array()]
  const key = await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, material, 256)
  expect(sharedKey(a.privateKey, b.publicKey)).toBe(bytesToHex(new Uint8Array(key)))
  expect(topicOf('00'.repeat(32))).toBe('66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925')
})

/** RFC 7748, 5.2 and the points whose order divides eight. */
test.each([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
  '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
])('a public key of small order is refused: %s', (publicKey) => {
  expect(() => sharedKey(createKeyPair().privateKey, publicKey)).toThrow()
})

test('key agreement gives what RFC 7748, 5.2 says it must', () => {
  const secret = x25519SharedSecret(
    'a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4',
    'e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c',
  )
  expect(bytesToHex(secret)).toBe('c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552')
})

test('a public key is the one that the platform finds for it', async () => {
  const { subtle } = globalThis.crypto
  for (let i = 0; i < 8; i += 1) {
    const { privateKey, publicKey } = createKeyPair()
    const pkcs8 = hexToBytes(`302e020100300506032b656e04220420${privateKey}`)
    const key = await subtle.importKey('pkcs8', pkcs8, 'X25519', true, ['deriveBits'])
    const { x = '' } = await subtle.exportKey('jwk', key)
    expect(bytesToHex(fromBase64Url(x))).toBe(publicKey)
  }
})

test('an envelope opens with its key only, and not after a change of a single bit', () => {
  const key = randomHex(32)
  const envelope = seal('grüezi', key)
  expect(unseal(envelope, { key })).toBe('grüezi')
  expect(unseal(envelope, { key: randomHex(32) })).toBeUndefined()
  const bytes = base64ToBytes(envelope)
  for (const at of [0, 1, 20, bytes.length - 1]) {
    const changed = Uint8Array.from(bytes, (byte, i) => (i === at ? byte ^ 2 : byte))
    expect(unseal(bytesToBase64(changed), { key })).toBeUndefined()
  }
})

test.each(['', '!!', 'AA==', 'AQ==', btoa('x'.repeat(40))])(
  'what is no envelope opens to nothing: %s',
  (envelope) => {
    expect(unseal(envelope, { key: randomHex(32) })).toBeUndefined()
    expect(unseal(envelope, { privateKey: randomHex(32) })).toBeUndefined()
  },
)

test('an envelope that brings its sender’s key opens with the private key of the receiver', () => {
  const [sender, receiver] = [createKeyPair(), createKeyPair()]
  const plain = base64ToBytes(seal('hello', sharedKey(sender.privateKey, receiver.publicKey)))
  const senderKey = hexToBytes(sender.publicKey)
  const envelope = bytesToBase64(Uint8Array.from([1, ...senderKey, ...plain.subarray(1)]))
  expect(unseal(envelope, { privateKey: receiver.privateKey })).toBe('hello')
  expect(unseal(envelope, { privateKey: createKeyPair().privateKey })).toBeUndefined()
  // Whoever holds a topic's key must not be talked into another one.
  expect(unseal(envelope, { key: sharedKey(sender.privateKey, receiver.publicKey) })).toBeUndefined()
})

test('a token says what the relay asks for, signed by the key that names it', async () => {
  const now = 1_700_000_000_000
  const identity = createIdentity('ab'.repeat(32))
  const [header = '', payload = '', signature = ''] = identity
    .token({ audience: 'ws://relay.test/relay', now })
    .split('.')
  const claims = v.parse(jwtClaims, JSON.parse(atob(payload)))
  expect(v.is(jwtHeader, JSON.parse(atob(header)))).toBe(true)
  expect(claims).toMatchObject({ iss: identity.id, iat: now / 1000, exp: now / 1000 + 86_400 })
  expect(refuseClaims(claims, { now: now / 1000, audiences: ['ws://relay.test/relay'] })).toBeUndefined()
  const { subtle } = globalThis.crypto
  const publicKey = await subtle.importKey('raw', keyOf(identity.id), 'Ed25519', false, ['verify'])
  const signed = new TextEncoder().encode(`${header}.${payload}`)
  expect(await subtle.verify('Ed25519', publicKey, fromBase64Url(signature), signed)).toBe(true)
})

const fromBase64Url = (text: string) => base64ToBytes(text.replaceAll('-', '+').replaceAll('_', '/'))

/** The public key inside a did:key, decoded independently of the code under test. */
function keyOf(did: string): Uint8Array<ArrayBuffer> {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const number = [...did.slice('did:key:z'.length)].reduce(
    (sum, character) => sum * 58n + BigInt(alphabet.indexOf(character)),
    0n,
  )
  return Uint8Array.from(hexToBytes(number.toString(16).padStart(68, '0')).subarray(2))
}
