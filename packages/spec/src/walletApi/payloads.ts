/** What is hashed, signed, sealed and derived, letter by letter: the frame, the windows and the server write it here and nowhere else. */
import * as v from 'valibot'
import { canonicalJson, type Json } from './canonicalJson.js'
import { accountAddress, bytes, namespace, networkId, origin, uuid, words } from './fields.js'

/** Texts of this kind are hashed or bound as UTF-8. A part with a line break could pass for two, so there is none. */
export function contextText(label: string, ...parts: readonly (string | number)[]): string {
  const lines = [label, ...parts.map(String)]
  if (lines.some((line) => /[\n\r]/.test(line))) throw new TypeError('A part of a context has a line break')
  return lines.join('\n')
}

// Approvals

/** The frozen request. `params` is what the page asked for after it was normalised; nothing is added to it after the digest. */
export const approvalPayload = v.strictObject({
  v: v.literal(1),
  origin,
  account: accountAddress,
  namespace,
  chainId: networkId,
  method: words(64),
  params: v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())]),
})
export type ApprovalPayload = v.InferOutput<typeof approvalPayload>

/** What `payload` of POST /approvals holds. */
export function approvalPayloadText(payload: ApprovalPayload): string {
  // The schema lets parameters be anything; what is no JSON throws inside.
  return canonicalJson(payload as unknown as Json)
}

/** `digest` is SHA-256 of this. */
export function approvalDigestText(payloadText: string): string {
  // Canonical JSON has no raw line breaks.
  return contextText('latchkey/approval/v1', payloadText)
}

/** The challenge of a passkey that approves is SHA-256 of this; `digest` as base64url. */
export function approvalChallengeText(approvalId: string, digest: string): string {
  return contextText('approve/v1', approvalId, digest)
}

/** The challenge of a passkey that steps up or signs in is SHA-256 of this: it can never be one that approves. */
export function ceremonyChallengeText(
  purpose: 'login' | 'stepup' | 'create',
  attemptId: string,
  nonce: string,
): string {
  return contextText('ceremony/v1', purpose, attemptId, nonce)
}

/** What every account key of a wallet, and the owner of its smart account, signs (eip155: EIP-191; solana: Ed25519 over the bytes; bip122: ECDSA over SHA-256). */
export function walletChallengeText(
  step: 'create' | 'activate' | 'stage' | 'activate-epoch',
  walletId: string,
  deviceId: string,
  epoch: number,
  nonce: string,
): string {
  return contextText('latchkey/wallet/v1', step, walletId, deviceId, epoch, nonce)
}

// Proof of possession (RFC 9449)

export const dpopHeader = v.strictObject({
  typ: v.literal('dpop+jwt'),
  alg: v.literal('ES256'),
  jwk: v.strictObject({ kty: v.literal('EC'), crv: v.literal('P-256'), x: bytes(32), y: bytes(32) }),
})

export const dpopClaims = v.strictObject({
  htm: v.picklist(['GET', 'POST', 'PUT', 'DELETE']),
  /** Origin and path, without query and fragment. */
  htu: v.pipe(v.string(), v.maxLength(2048)),
  /** Written because the RFC asks for it; the server goes by its nonce, so a wrong clock does no harm. */
  iat: v.pipe(v.number(), v.safeInteger()),
  jti: bytes(16, 32),
  /** From the `DPoP-Nonce` header of any earlier answer. */
  nonce: v.optional(words(128)),
  /** SHA-256 of the access token, base64url; with `Authorization` only. */
  ath: v.optional(bytes(32)),
})
export type DpopClaims = v.InferOutput<typeof dpopClaims>

/** The thumbprint (RFC 7638) is SHA-256 of this, base64url. */
export function thumbprintText(jwk: { readonly x: string; readonly y: string }): string {
  return canonicalJson({ crv: 'P-256', kty: 'EC', x: jwk.x, y: jwk.y })
}

/** What an access token says. It is a hint; the row of the session decides. */
export const accessClaims = v.strictObject({
  use: v.literal('wallet-access'),
  sid: uuid,
  sub: uuid,
  did: uuid,
  origin: words(255),
  aal: v.picklist([1, 2, 3]),
  cnf: v.strictObject({ jkt: bytes(32) }),
  /** Seconds since 1970. */
  iat: v.pipe(v.number(), v.safeInteger()),
  exp: v.pipe(v.number(), v.safeInteger()),
})
export type AccessClaims = v.InferOutput<typeof accessClaims>

// Keys

/** `E` is 16 bytes; a share is 17: sixteen of the polynomial, then x. x is 1 to 255 and differs between S, D and R. */
export const shareFormat = { secretBytes: 16, shareBytes: 17, xAt: 16 } as const

export const keyPaths = {
  eip155: "m/44'/60'/0'/0/0",
  /** Owns the smart account and is never an account itself. */
  smartAccountOwner: "m/44'/60'/0'/1/0",
  solana: "m/44'/501'/0'/0'",
  bip122: "m/84'/0'/0'/0/0",
} as const

/** HKDF-SHA256, empty salt unless said otherwise; `info` is one of these. */
export const hkdfInfos = {
  /** of E, 48 bytes reduced mod n − 1, plus 1: the scalar of the recovery key. */
  recoveryKey: (walletId: string) => contextText('latchkey/rk/v1', walletId),
  /** of E, 8 bytes. */
  checkValue: (walletId: string) => contextText('latchkey/kcv/v1', walletId),
  /** of E, 32 bytes: authenticates the list of passkeys that the frame pins. */
  pinnedPasskeys: (walletId: string) => contextText('latchkey/pins/v1', walletId),
  /** of the PRF output, 32 bytes. */
  passkeyWrap: (walletId: string) => contextText('latchkey/kek-passkey/v1', walletId),
  /** of the recovery code, 32 bytes; salt is the user id. */
  codeWrap: (walletId: string) => contextText('latchkey/kek-code/v1', walletId),
  /** of K_v, 32 bytes. */
  vaultWrap: (walletId: string) => contextText('latchkey/kek-vault/v1', walletId),
  /** of K_cap, 32 bytes each. */
  capsuleSeal: () => 'latchkey/capsule-seal/v1',
  capsuleProof: () => 'latchkey/capsule-proof/v1',
} as const

/** The input of a passkey's PRF is SHA-256 of this. */
export function prfSaltText(walletId: string): string {
  return contextText('latchkey/prf/v1', walletId)
}

// What a sealed text is bound to (AAD)

export interface ShareAad {
  readonly purpose: 'upload' | 'activate' | 'release' | 'factor' | 'recover' | 'export'
  readonly walletId: string
  readonly deviceId: string
  readonly epoch: number
  /** The digest with `release`, else the nonce of the challenge with `upload`, else empty. */
  readonly bound: string
}

export function shareAad({ purpose, walletId, deviceId, epoch, bound }: ShareAad): string {
  return contextText('latchkey/share/v1', purpose, walletId, deviceId, epoch, bound)
}

export function recoveryShareAad(walletId: string, deviceId: string, epoch: number): string {
  return contextText('latchkey/recovery-share/v1', walletId, deviceId, epoch)
}

export function recoveryKeyAad(walletId: string, factorId: string, kind: string): string {
  return contextText('latchkey/recovery-key/v1', walletId, factorId, kind)
}

/** What `rk` signs to be given S: it binds the key that S is sealed to. */
export function recoveryProofText(walletId: string, ticket: string, hpkePub: string): string {
  return contextText('latchkey/recovery-proof/v1', walletId, ticket, hpkePub)
}

export function vaultKeyAad(factorId: string): string {
  return contextText('latchkey/vault-key/v1', factorId)
}

export function capsuleKeyAad(deviceId: string, purpose: 'write' | 'open'): string {
  return contextText('latchkey/capsule-key/v1', deviceId, purpose)
}

/** What a frame and its window tell each other, under a key for this window alone; each end opens only what the other one wrote. */
export function windowParcelAad(to: 'window' | 'frame'): string {
  return contextText('latchkey/window-parcel/v1', to)
}

/** `{ table, column, row, user, version }` of a field at rest, so that a ciphertext cannot be moved. */
export function fieldAad(field: {
  readonly table: string
  readonly column: string
  readonly row: string
  readonly user: string
  readonly version: number
}): string {
  return contextText('latchkey/field/v1', field.table, field.column, field.row, field.user, field.version)
}
