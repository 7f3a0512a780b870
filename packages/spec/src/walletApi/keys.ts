/** Wallets, devices and shares. The server sees one share of three, sealed to it, and never two. */
import * as v from 'valibot'
import { bytes, hpkeSealed, label, moment, nothing, p256Point, uuid, walletAccount, words } from './fields.js'
import { defineWalletRoute } from './route.js'

const epoch = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))

/**
 * Proof that the keys behind the accounts exist: one per account, over `walletChallengeText`. For a smart account its
 * owner signs (`keyPaths.smartAccountOwner`, EIP-191, 65 bytes) under the address of the account: the server recovers
 * the owner and computes the address from it, so that nobody lists an account that is another's.
 */
const proofs = v.pipe(
  v.array(v.strictObject({ address: words(128), signature: bytes(64, 72) })),
  v.minLength(1),
  v.maxLength(8),
)

/** The shares of one device and epoch, as they are stored. */
export const shareUpload = v.strictObject({
  deviceId: uuid,
  epoch,
  /** Sealed to the server's key of the challenge, AAD `shareAad`: 17 bytes, see `shareFormat`. */
  s: hpkeSealed,
  /** x of S, so that a mix-up is seen without opening it. */
  x: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(255)),
  /** Sealed to `rkPub`, AAD `recoveryShareAad`. The server cannot open it. */
  r: hpkeSealed,
})

/** A nonce for `proofs`, and the key that S is sealed to. A device has `openChallenges` of them; one more, and the oldest is over. */
export const walletChallenge = defineWalletRoute({
  rule: 'D-30',
  method: 'POST',
  path: '/wallets/challenge',
  proof: 'session',
  surface: 'both',
  request: nothing,
  response: v.strictObject({
    nonce: bytes(32),
    hpke: v.strictObject({ kid: words(64), publicKey: p256Point }),
    expiresAt: moment,
    now: moment,
  }),
  errors: [],
})

/**
 * 2.5 of the design, step 2. The id is the client's; the same call again is the same wallet. A device has one wallet
 * that waits: another one takes its place, which nobody has seen an address of.
 */
export const walletPut = defineWalletRoute({
  rule: 'D-30',
  method: 'PUT',
  path: '/wallets/:id',
  proof: 'session',
  surface: 'both',
  params: v.object({ id: uuid }),
  request: v.strictObject({
    nonce: bytes(32),
    kid: words(64),
    accounts: v.pipe(v.array(walletAccount), v.minLength(1), v.maxLength(8)),
    rkPub: p256Point,
    kcv: bytes(8),
    share: shareUpload,
    proofs,
  }),
  response: v.strictObject({ state: v.picklist(['pending', 'active']) }),
  errors: ['WALLET_STATE', 'WALLET_PROOF', 'ADDRESS_TAKEN'],
  idempotent: true,
})

/** Step 4: S comes back, sealed to the worker's key, while the wallet (or the staged epoch) is not active yet. */
export const walletShare = defineWalletRoute({
  rule: 'D-30',
  method: 'POST',
  path: '/wallets/:id/share',
  proof: 'session',
  surface: 'both',
  params: v.object({ id: uuid }),
  request: v.strictObject({ deviceId: uuid, epoch, hpkePub: p256Point }),
  /** AAD `shareAad` with the purpose `activate`. */
  response: v.strictObject({ s: hpkeSealed, x: v.number() }),
  errors: ['WALLET_STATE', 'EPOCH'],
})

/** Step 5: signed again, from what was stored. Only now may an address be shown. */
export const walletActivate = defineWalletRoute({
  rule: 'D-30',
  method: 'POST',
  path: '/wallets/:id/activate',
  proof: 'session',
  surface: 'both',
  params: v.object({ id: uuid }),
  request: v.strictObject({ nonce: bytes(32), deviceId: uuid, proofs }),
  response: v.strictObject({ state: v.literal('active'), accounts: v.array(walletAccount) }),
  errors: ['WALLET_STATE', 'WALLET_PROOF'],
  idempotent: true,
})

export const walletList = defineWalletRoute({
  rule: 'D-30',
  method: 'GET',
  path: '/wallets',
  proof: 'session',
  surface: 'both',
  response: v.strictObject({
    wallets: v.array(
      v.strictObject({
        id: uuid,
        state: v.picklist(['pending', 'active', 'locked']),
        rkPub: p256Point,
        kcv: bytes(8),
        accounts: v.array(walletAccount),
        /** Of this session's device; absent where it has no share. A device whose own pin is higher refuses to go on. */
        share: v.optional(v.strictObject({ epoch, x: v.number(), r: hpkeSealed })),
      }),
    ),
  }),
  errors: [],
})

/** New shares for a device: e + 1 is staged beside e, which stays valid until the other is active. */
export const epochStage = defineWalletRoute({
  rule: 'D-30',
  method: 'POST',
  path: '/wallets/:id/epochs',
  proof: 'session',
  level: 2,
  surface: 'both',
  params: v.object({ id: uuid }),
  request: v.strictObject({
    nonce: bytes(32),
    kid: words(64),
    share: shareUpload,
    proofs,
    /** Of a new device: what POST /recovery/open answered. */
    recoveryTicket: v.optional(bytes(32)),
  }),
  response: v.strictObject({ state: v.literal('staged'), epoch }),
  errors: ['EPOCH', 'WALLET_STATE', 'WALLET_PROOF', 'DEVICE_REVOKED'],
  idempotent: true,
})

export const epochActivate = defineWalletRoute({
  rule: 'D-30',
  method: 'POST',
  path: '/wallets/:id/epochs/:epoch/activate',
  proof: 'session',
  surface: 'both',
  params: v.object({ id: uuid, epoch: v.pipe(v.string(), v.regex(/^\d{1,7}$/), v.transform(Number)) }),
  request: v.strictObject({ nonce: bytes(32), deviceId: uuid, proofs }),
  response: v.strictObject({ state: v.literal('active'), epoch }),
  errors: ['EPOCH', 'WALLET_STATE', 'WALLET_PROOF'],
  idempotent: true,
})

/** Signing in makes the row; this names it. */
export const deviceLabel = defineWalletRoute({
  rule: 'D-30',
  method: 'POST',
  path: '/devices',
  proof: 'session',
  surface: 'both',
  request: v.strictObject({ label }),
  response: v.strictObject({ id: uuid }),
  errors: ['TOO_MANY_DEVICES'],
})

export const deviceList = defineWalletRoute({
  rule: 'D-30',
  method: 'GET',
  path: '/devices',
  proof: 'session',
  surface: 'both',
  response: v.strictObject({
    devices: v.array(
      v.strictObject({
        id: uuid,
        kind: v.picklist(['frame', 'window']),
        origin: words(255),
        label: v.optional(label),
        state: v.picklist(['pending', 'active']),
        hasShare: v.boolean(),
        isThis: v.boolean(),
        createdAt: moment,
        lastSeen: moment,
      }),
    ),
    now: moment,
  }),
  errors: [],
})

/**
 * Its sessions end and its S and R become unreadable, in one transaction. Recovery needs S and R of one device, so the
 * last device with an active share stays (DEVICE_LAST) until another one has a share, by recovery or by a fresh split.
 */
export const deviceRevoke = defineWalletRoute({
  rule: 'D-30',
  method: 'DELETE',
  path: '/devices/:id',
  proof: 'session',
  level: 3,
  surface: 'window',
  params: v.object({ id: uuid }),
  response: nothing,
  errors: ['DEVICE_LAST'],
})

/** K_cap of this session's device, sealed to the frame. Needs level 2 to open a capsule, level 1 to write the first one. */
export const capsuleKey = defineWalletRoute({
  rule: 'D-30',
  method: 'POST',
  path: '/devices/:id/capsule-key',
  proof: 'session',
  surface: 'frame',
  params: v.object({ id: uuid }),
  request: v.strictObject({ purpose: v.picklist(['write', 'open']), hpkePub: p256Point }),
  /** AAD `capsuleKeyAad`. */
  response: v.strictObject({ key: hpkeSealed }),
  errors: ['DEVICE_REVOKED', 'AAL'],
})
