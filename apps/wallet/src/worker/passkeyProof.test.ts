import { approvalChallengeText, ceremonyChallengeText } from '@latchkey/spec/walletApi'
import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { expect, test } from 'vitest'
import { fromBase64url, randomBytes, textBytes, toBase64url } from '../keys/bytes.js'
import { arePinsSound, type Confirmation, isConfirmed, sealPins } from './passkeyProof.js'

const approvalId = '44444444-0d3e-4f5a-9a3b-7a3d6f0c2e11'
const digest = 'd'.repeat(43)
const rpId = 'wallet.example'
const origin = 'https://wallet.example'
const embedder = 'https://dapp.example'
const privateKey = p256.utils.randomSecretKey()
const passkey = { id: 'cGFzc2tleQ', publicKey: toBase64url(p256.getPublicKey(privateKey, false)) }

interface Bend {
  readonly challengeText?: string
  readonly client?: Record<string, unknown>
  readonly rp?: string
  readonly flags?: number
  readonly key?: Uint8Array
}

/** As an authenticator answers. */
function confirm({ challengeText, client = {}, rp = rpId, flags = 0x05, key = privateKey }: Bend = {}) {
  const challenge = toBase64url(sha256(textBytes(challengeText ?? approvalChallengeText(approvalId, digest))))
  const told = { type: 'webauthn.get', challenge, origin, crossOrigin: false, ...client }
  const clientData = textBytes(JSON.stringify(told))
  const authenticator = Uint8Array.from([...sha256(textBytes(rp)), flags, 0, 0, 0, 7])
  const signed = Uint8Array.from([...authenticator, ...sha256(clientData)])
  const signature = p256.sign(signed, key, { format: 'der' })
  return {
    id: passkey.id,
    response: {
      clientDataJSON: toBase64url(clientData),
      authenticatorData: toBase64url(authenticator),
      signature: toBase64url(signature),
    },
  }
}

const asked = (credential: unknown, more: Partial<Confirmation> = {}): boolean =>
  isConfirmed({ approvalId, digest, credential, passkeys: [passkey], rpId, origin, embedder, ...more })

test('[A-69] what a pinned passkey confirmed is confirmed', () => {
  expect(asked(confirm())).toBe(true)
  expect(asked(confirm({ client: { crossOrigin: true, topOrigin: embedder } }))).toBe(true)
})

test.each<[string, Bend]>([
  ['for another request', { challengeText: approvalChallengeText(approvalId, 'e'.repeat(43)) }],
  [
    'for another approval of the same request',
    { challengeText: approvalChallengeText(deviceLike(), digest) },
  ],
  ['given when signing in', { challengeText: ceremonyChallengeText('login', approvalId, digest) }],
  ['given when a passkey is made', { client: { type: 'webauthn.create' } }],
  ['given on another origin', { client: { origin: 'https://wallet.example.evil' } }],
  ['given inside a frame of nobody', { client: { crossOrigin: true } }],
  ['given inside another page', { client: { crossOrigin: true, topOrigin: 'https://evil.example' } }],
  ['given in a window that names a page', { client: { topOrigin: embedder } }],
  ['for another site', { rp: 'evil.example' }],
  ['without the person being verified', { flags: 0x01 }],
  ['without anybody present', { flags: 0x04 }],
  ['by another key', { key: p256.utils.randomSecretKey() }],
])('[A-25] [A-26] a confirmation %s is none', (_, bend) => {
  expect(asked(confirm(bend))).toBe(false)
})

function deviceLike() {
  return '55555555-0d3e-4f5a-9a3b-7a3d6f0c2e11'
}

test('[A-69] a passkey that this device does not know confirms nothing', () => {
  expect(asked(confirm(), { passkeys: [] })).toBe(false)
  expect(asked(confirm(), { passkeys: [{ ...passkey, id: 'b3RoZXI' }] })).toBe(false)
})

test.each([undefined, null, 7, {}, { id: passkey.id }, { id: passkey.id, response: {} }])(
  'what is no confirmation at all says no: %j',
  (credential) => {
    expect(asked(credential)).toBe(false)
  },
)

test('a changed signature, and changed bytes under it, say no', () => {
  for (const field of ['clientDataJSON', 'authenticatorData', 'signature'] as const) {
    const credential = confirm()
    const bytes = fromBase64url(credential.response[field])
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    const bent = { ...credential, response: { ...credential.response, [field]: toBase64url(bytes) } }
    expect(asked(bent)).toBe(false)
  }
})

test('[A-69] the list of passkeys is held by a key that only the secret gives', () => {
  const key = randomBytes(32)
  const pins = sealPins(key, [passkey])
  expect(arePinsSound(key, pins)).toBe(true)
  expect(arePinsSound(randomBytes(32), pins)).toBe(false)
  expect(arePinsSound(key, { ...pins, passkeys: [] })).toBe(false)
  expect(arePinsSound(key, { ...pins, passkeys: [passkey, { ...passkey, id: 'eA' }] })).toBe(false)
  expect(arePinsSound(key, { ...pins, seal: '!' })).toBe(false)
})
