/**
 * Whether a passkey of this wallet confirmed this very digest. The worker asks it itself: a server that was taken over
 * may say that everything was approved, but it cannot sign with a passkey.
 */
import { approvalChallengeText, canonicalJson } from '@latchkey/spec/walletApi'
import { p256 } from '@noble/curves/nist.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import * as v from 'valibot'
import { fromBase64url, isSame, textBytes, toBase64url } from '../keys/bytes.js'

/** A passkey as this device knows it: enrolled in a window, and authenticated by a key that only the secret gives. */
export interface PinnedPasskey {
  /** base64url. */
  readonly id: string
  /** The uncompressed point of P-256, base64url. */
  readonly publicKey: string
}

/** The list and its seal, as they lie beside the share of the device. */
export interface PasskeyPins {
  readonly passkeys: readonly PinnedPasskey[]
  readonly seal: string
}

export function sealPins(pinningKey: Uint8Array, passkeys: readonly PinnedPasskey[]): PasskeyPins {
  return { passkeys, seal: toBase64url(sealOf(pinningKey, passkeys)) }
}

export function arePinsSound(pinningKey: Uint8Array, { passkeys, seal }: PasskeyPins): boolean {
  try {
    return isSame(sealOf(pinningKey, passkeys), fromBase64url(seal))
  } catch {
    return false
  }
}

function sealOf(pinningKey: Uint8Array, passkeys: readonly PinnedPasskey[]): Uint8Array {
  const list = passkeys.map(({ id, publicKey }) => ({ id, publicKey }))
  return hmac(sha256, pinningKey, textBytes(canonicalJson(list)))
}

export interface Confirmation {
  readonly approvalId: string
  /** base64url. */
  readonly digest: string
  /** As the server hands it on: WebAuthn's JSON. */
  readonly credential: unknown
  readonly passkeys: readonly PinnedPasskey[]
  /** Host of the wallet origin, and that origin. */
  readonly rpId: string
  readonly origin: string
  /** The page around the frame, where a passkey may confirm in the frame itself (D-30). */
  readonly embedder: string
}

const text = v.pipe(v.string(), v.maxLength(16_384))
const assertion = v.looseObject({
  id: text,
  response: v.looseObject({ clientDataJSON: text, authenticatorData: text, signature: text }),
})
const clientData = v.looseObject({
  type: v.literal('webauthn.get'),
  challenge: text,
  origin: text,
  crossOrigin: v.optional(v.boolean(), false),
  topOrigin: v.optional(text),
})

const userPresent = 0x01
const userVerified = 0x04

export function isConfirmed(confirmation: Confirmation): boolean {
  try {
    return check(confirmation)
  } catch {
    return false
  }
}

function check({ approvalId, digest, credential, passkeys, rpId, origin, embedder }: Confirmation): boolean {
  const { id, response } = v.parse(assertion, credential)
  const passkey = passkeys.find((each) => each.id === id)
  if (!passkey) return false
  const client = fromBase64url(response.clientDataJSON)
  const told = v.parse(clientData, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(client)))
  const challenge = toBase64url(sha256(textBytes(approvalChallengeText(approvalId, digest))))
  // In a window of our own, which has no page around it, or in the frame inside the page that asks.
  const isPlaceRight = told.crossOrigin ? told.topOrigin === embedder : told.topOrigin === undefined
  if (told.challenge !== challenge || told.origin !== origin || !isPlaceRight) return false
  const authenticator = fromBase64url(response.authenticatorData)
  const flags = authenticator[32] ?? 0
  const isForUs = isSame(authenticator.subarray(0, 32), sha256(textBytes(rpId)))
  if (!isForUs || (flags & userPresent) === 0 || (flags & userVerified) === 0) return false
  const signed = new Uint8Array(authenticator.length + 32)
  signed.set(authenticator)
  signed.set(sha256(client), authenticator.length)
  return p256.verify(fromBase64url(response.signature), signed, fromBase64url(passkey.publicKey), {
    format: 'der',
    lowS: false,
  })
}
