/** The field schemas that several routes of the wallet share; each bounds its length. */
import * as v from 'valibot'
import { namespaces } from '../caip.js'
import { accountTypes, redirectProviders } from '../options.js'
import { isEmail } from '../validation.js'
import { walletLimits } from './numbers.js'

export const nothing = v.strictObject({})

/** Ids are random UUIDs, written small. */
export const uuid = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/, 'Expected a UUID'),
)

/** Unpadded base64url of `min` to `max` bytes. */
/* @__NO_SIDE_EFFECTS__ */
export function bytes(min: number, max: number = min) {
  return v.pipe(
    v.string(),
    v.minLength(Math.ceil((min * 4) / 3)),
    v.maxLength(Math.ceil((max * 4) / 3)),
    v.regex(/^[A-Za-z0-9_-]*$/, 'Expected base64url'),
  )
}

/* @__NO_SIDE_EFFECTS__ */
export function words(max: number) {
  return v.pipe(v.string(), v.minLength(1), v.maxLength(max))
}

/** Milliseconds since 1970, by the clock of the database. Show the difference to `now` of the same answer, never to the own clock. */
export const moment = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

export const email = v.pipe(v.string(), v.maxLength(254), v.check(isEmail, 'Expected an email address'))
export const otp = v.pipe(v.string(), v.regex(/^\d{6,9}$/, 'Expected a code of digits'))
export const pin = v.pipe(v.string(), v.regex(/^\d{6}$/, 'Expected six digits'))
export const matchNumber = v.pipe(v.string(), v.regex(/^\d{2}$/, 'Expected two digits'))
export const socialProvider = v.picklist(redirectProviders)
export const label = words(walletLimits.labelCharacters)
const projectId = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
export const origin = v.pipe(
  v.string(),
  v.maxLength(255),
  v.regex(/^https?:\/\/(?:(?:[a-z0-9-]+\.)*[a-z0-9-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/, 'Expected an origin'),
)
/** The page around the frame: the project (absent where the gateway has an open one) and the one origin the frame is served for. */
export const embedder = { projectId: v.optional(projectId), origin }

export const webUrl = v.pipe(v.string(), v.maxLength(2048), v.regex(/^https?:\/\/[^\s/]+/i, 'Expected a URL'))
export const networkId = v.pipe(
  v.string(),
  v.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'Expected a CAIP-2 network id'),
)
export const accountAddress = v.pipe(
  v.string(),
  v.maxLength(128),
  v.regex(/^[-.%a-zA-Z0-9]+$/, 'Expected an address'),
)
/** A token that somebody vouches for, as amounts of it are written. */
export const shownToken = v.strictObject({
  address: accountAddress,
  symbol: words(64),
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(77)),
})
export const namespace = v.picklist(namespaces)
export const accountType = v.picklist(accountTypes)

/** SHA-256. */
export const digest = bytes(32)
/** An uncompressed point of P-256: 0x04, x, y. */
export const p256Point = bytes(65)
/** HPKE, base mode, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM: the sender's point, then ciphertext and tag. */
export const hpkeSealed = v.strictObject({ enc: p256Point, ct: bytes(17, 1024) })
export type HpkeSealed = v.InferOutput<typeof hpkeSealed>

/** S3-02, as a wallet lists its accounts. */
export const walletAccount = v.strictObject({
  namespace,
  type: accountType,
  address: accountAddress,
  /** eip155: 33 bytes compressed; solana: 32; bip122: 33 compressed. Absent for a smart account. */
  publicKey: v.optional(bytes(32, 33)),
  /** As written in `keyPaths`; absent for a smart account. */
  path: v.optional(v.pipe(v.string(), v.regex(/^m(?:\/\d{1,10}'?){1,6}$/, 'Expected a path'))),
  /** Of a smart account: who owns it. Its deployment names them; no page is told. */
  owner: v.optional(accountAddress),
})
export type WalletAccount = v.InferOutput<typeof walletAccount>

/** Public-key credential as JSON (WebAuthn Level 3); the server's library reads it whole, this only bounds it. */
export const credentialJson = v.looseObject({
  id: bytes(1, 1023),
  rawId: bytes(1, 1023),
  type: v.literal('public-key'),
  response: v.looseObject({ clientDataJSON: bytes(1, 8192) }),
})
/** What `navigator.credentials` is called with, as JSON. */
export const credentialOptionsJson = v.looseObject({ challenge: bytes(16, 128) })
