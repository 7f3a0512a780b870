/** What a device remembers of the person who is signed in on it: the key of its session, its share, and how it knows the wallet again. */
import { walletAccount } from '@latchkey/spec/walletApi'
import * as v from 'valibot'
import { createProofPair } from '../api/proofKey.js'
import { type Bytes, randomBytes } from '../keys/bytes.js'
import type { WalletMarks } from '../keys/rebuild.js'
import type { PasskeyPins } from '../worker/passkeyProof.js'
import type { Shelf } from './shelf.js'

/** The share of this device, and the marks that any rebuilt secret must fit. */
export interface KeptShare {
  readonly userId: string
  readonly deviceId: string
  readonly epoch: number
  readonly d: Bytes
  readonly marks: WalletMarks
  readonly pins: PasskeyPins
}

export interface KeptSession {
  readonly refresh?: string | undefined
}

export interface DeviceStore {
  readonly isLasting: boolean
  /** Made at the first question; the same for as long as the storage lives. */
  proofPair(): Promise<CryptoKeyPair>
  /** Of this person; another's is not given away. */
  share(userId: string): Promise<KeptShare | undefined>
  /** Rejects an epoch below the one that is kept: a restored backup must not take a device back (F-Q). Read back before it settles. */
  keepShare(share: KeptShare): Promise<void>
  forgetShare(userId: string): Promise<void>
  /** That somebody was signed in here, with the refresh token where the browser keeps no cookies for frames. */
  session(): Promise<KeptSession | undefined>
  keepSession(session: KeptSession): Promise<void>
  /** The key stays: by it the server knows the device again, and the share that lies here belongs to that device. */
  forgetSession(): Promise<void>
}

const names = {
  pair: 'proof',
  key: 'local',
  session: 'session',
  /** One a person: who signs in next on a shared computer must not cost the one before their share. */
  share: (userId: string) => `share ${userId}`,
} as const

export class EpochBehind extends Error {
  override readonly name = 'EpochBehind'
}

export function createDeviceStore(shelf: Shelf): DeviceStore {
  const store: DeviceStore = {
    isLasting: shelf.isLasting,
    async proofPair() {
      const kept = await shelf.get(names.pair)
      if (isPair(kept)) return kept
      const made = await createProofPair()
      await shelf.put(names.pair, made)
      return made
    },
    async share(userId) {
      const kept = v.safeParse(keptRow, await shelf.get(names.share(userId)))
      if (!kept.success || kept.output.userId !== userId) return undefined
      return unseal(kept.output)
    },
    async keepShare(share) {
      const before = await store.share(share.userId)
      const isSameWallet = before?.marks.walletId === share.marks.walletId
      if (before && isSameWallet && before.epoch > share.epoch) {
        throw new EpochBehind('This device knows newer shares of the wallet')
      }
      await shelf.put(names.share(share.userId), await seal(share))
      const after = await store.share(share.userId)
      const isKept = after?.epoch === share.epoch && after.d.every((byte, at) => byte === share.d[at])
      if (!isKept) throw new Error('The browser did not keep the share')
    },
    forgetShare: (userId) => shelf.remove(names.share(userId)),
    async session() {
      const kept = v.safeParse(keptSession, await shelf.get(names.session))
      return kept.success ? kept.output : undefined
    },
    keepSession: ({ refresh }) => shelf.put(names.session, refresh === undefined ? {} : { refresh }),
    forgetSession: () => shelf.remove(names.session),
  }

  /** Made once and not extractable. It keeps the share out of a dump of the page's storage, not out of a copied profile. */
  async function localKey(): Promise<CryptoKey> {
    const kept = await shelf.get(names.key)
    if (kept instanceof CryptoKey) return kept
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ])
    await shelf.put(names.key, made)
    return made
  }

  async function seal({ d, ...open }: KeptShare) {
    const iv = randomBytes(12)
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await localKey(), d)
    return { ...open, iv, sealed: new Uint8Array(sealed) }
  }

  async function unseal({ iv, sealed, ...open }: KeptRow): Promise<KeptShare | undefined> {
    try {
      const d = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await localKey(), sealed)
      return { ...open, d: new Uint8Array(d) }
    } catch {
      return undefined
    }
  }

  return store
}

const text = v.pipe(v.string(), v.maxLength(1024))
const bytes = v.custom<Bytes>((value) => value instanceof Uint8Array && value.length <= 64)
const keptSession = v.object({ refresh: v.optional(text) })
const keptRow = v.object({
  userId: text,
  deviceId: text,
  epoch: v.pipe(v.number(), v.integer(), v.minValue(1)),
  iv: bytes,
  sealed: bytes,
  marks: v.object({
    walletId: text,
    rkPub: text,
    kcv: text,
    accounts: v.pipe(v.array(walletAccount), v.maxLength(8)),
  }),
  pins: v.object({
    passkeys: v.pipe(
      v.array(v.object({ id: v.pipe(v.string(), v.maxLength(2048)), publicKey: text })),
      v.maxLength(20),
    ),
    seal: text,
  }),
})
type KeptRow = v.InferOutput<typeof keptRow>

function isPair(value: unknown): value is CryptoKeyPair {
  return (
    typeof value === 'object' &&
    value !== null &&
    'privateKey' in value &&
    'publicKey' in value &&
    value.privateKey instanceof CryptoKey &&
    value.publicKey instanceof CryptoKey
  )
}
