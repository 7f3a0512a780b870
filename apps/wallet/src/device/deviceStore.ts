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

export interface DeviceStore {
  readonly isLasting: boolean
  /** Made at the first question; the same for as long as the storage lives. */
  proofPair(): Promise<CryptoKeyPair>
  /** Of this person; another's is not given away. */
  share(userId: string): Promise<KeptShare | undefined>
  /** Rejects an epoch below the one that is kept: a restored backup must not take a device back (F-Q). Read back before it settles. */
  keepShare(share: KeptShare): Promise<void>
  forgetShare(): Promise<void>
  /** Where the browser keeps no cookies for frames. */
  refreshToken(): Promise<string | undefined>
  keepRefreshToken(token: string | undefined): Promise<void>
  /** The next session begins with another key. */
  forgetSession(): Promise<void>
}

const names = { pair: 'proof', key: 'local', share: 'share', refresh: 'refresh' } as const

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
      const kept = v.safeParse(keptRow, await shelf.get(names.share))
      if (!kept.success || kept.output.userId !== userId) return undefined
      return unseal(kept.output)
    },
    async keepShare(share) {
      const before = await store.share(share.userId)
      const isSameWallet = before?.marks.walletId === share.marks.walletId
      if (before && isSameWallet && before.epoch > share.epoch) {
        throw new EpochBehind('This device knows newer shares of the wallet')
      }
      await shelf.put(names.share, await seal(share))
      const after = await store.share(share.userId)
      const isKept = after?.epoch === share.epoch && after.d.every((byte, at) => byte === share.d[at])
      if (!isKept) throw new Error('The browser did not keep the share')
    },
    forgetShare: () => shelf.remove(names.share),
    async refreshToken() {
      const kept = await shelf.get(names.refresh)
      return typeof kept === 'string' ? kept : undefined
    },
    keepRefreshToken: (token) =>
      token === undefined ? shelf.remove(names.refresh) : shelf.put(names.refresh, token),
    async forgetSession() {
      await shelf.remove(names.refresh)
      await shelf.remove(names.pair)
    },
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
