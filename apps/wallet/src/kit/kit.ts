/**
 * The offline kit (2.14): everything but the recovery code that brings a wallet back with nobody's help. It has a split of
 * its own, two shares sealed to the recovery key, and that key wrapped under the code: without the code it is worth
 * nothing, to a thief with all of the server's secrets either.
 */
import { hkdfInfos, recoveryKeyAad, walletAccount } from '@latchkey/spec/walletApi'
import { languageTag } from '@latchkey/spec/words'
import * as v from 'valibot'
import { type Bytes, textBytes, toBase64url, wipe } from '../keys/bytes.js'
import { recoveryKeyOf, recoveryPointOf, stretch } from '../keys/derived.js'
import { type KeyRole, wordsOf } from '../keys/deriveKeys.js'
import { openAs, sealTo } from '../keys/hpke.js'
import { KeyMismatch } from '../keys/keyMismatch.js'
import { rebuild, type WalletMarks } from '../keys/rebuild.js'
import { splitSecret } from '../keys/shares.js'
import { unwrap, wrap } from '../keys/wrap.js'
import { writeKey } from '../keys/writeKey.js'

const text = v.pipe(v.string(), v.maxLength(1024))
const sealed = v.strictObject({ enc: text, ct: text })

/** The words of the file's own page, where it does not speak English. */
const tongue = v.strictObject({
  code: v.pipe(v.string(), v.regex(languageTag)),
  words: v.record(v.string(), text),
})

/** As it is written into the file. */
export const offlineKit = v.strictObject({
  v: v.literal(1),
  id: text,
  userId: text,
  walletId: text,
  rkPub: text,
  kcv: text,
  accounts: v.pipe(v.array(walletAccount), v.maxLength(8)),
  rk: text,
  d: sealed,
  r: sealed,
  // A broken language costs nobody their wallet.
  tongue: v.fallback(v.optional(tongue), undefined),
})
export type OfflineKit = v.InferOutput<typeof offlineKit>

export interface KitOwner {
  /** Of the kit. */
  readonly id: string
  readonly userId: string
  /** The bytes of the recovery code. */
  readonly code: Bytes
}

export async function makeKit(
  secret: Bytes,
  { walletId, rkPub, kcv, accounts }: WalletMarks,
  { id, userId, code }: KitOwner,
): Promise<OfflineKit> {
  const recovery = recoveryKeyOf(secret, walletId)
  const key = codeKey(code, { walletId, userId })
  const shares = await splitSecret(secret)
  const point = toBase64url(recovery.point)
  try {
    const [rk, d, r] = await Promise.all([
      wrap(key, recovery.secret, recoveryKeyAad(walletId, id, 'code')),
      sealTo(point, shares.d, shareText({ walletId, id }, 'd')),
      sealTo(point, shares.r, shareText({ walletId, id }, 'r')),
    ])
    return { v: 1, id, userId, walletId, rkPub, kcv, accounts: [...accounts], rk, d, r }
  } finally {
    wipe(key, recovery.secret, shares.s, shares.d, shares.r)
  }
}

export interface OpenedKit {
  readonly words: string
  readonly keys: Readonly<Record<KeyRole, string>>
}

/** Throws `KeyMismatch` where the code is another one, and where the file was changed. */
export async function openKit(kit: OfflineKit, code: Bytes): Promise<OpenedKit> {
  const { id, userId, walletId, rkPub, kcv, accounts } = kit
  const key = codeKey(code, { walletId, userId })
  const rk = await unwrap(key, kit.rk, recoveryKeyAad(walletId, id, 'code')).catch(() => {
    throw new KeyMismatch('recovery key')
  })
  try {
    if (toBase64url(recoveryPointOf(rk)) !== rkPub) throw new KeyMismatch('recovery key')
    const open = (share: 'd' | 'r') =>
      openAs(rk, kit[share], shareText(kit, share)).catch(() => {
        throw new KeyMismatch('share')
      })
    const [d, r] = await Promise.all([open('d'), open('r')])
    const rebuilt = await rebuild([d, r], [{ walletId, rkPub, kcv, accounts }])
    wipe(d, r)
    const { keys } = rebuilt
    const written = {
      eip155: writeKey('eip155', keys.eip155),
      smartAccountOwner: writeKey('smartAccountOwner', keys.smartAccountOwner),
      solana: writeKey('solana', keys.solana),
      bip122: writeKey('bip122', keys.bip122),
    }
    const words = wordsOf(rebuilt.secret)
    rebuilt.wipe()
    return { words, keys: written }
  } finally {
    wipe(key, rk)
  }
}

const shareText = ({ walletId, id }: Pick<OfflineKit, 'walletId' | 'id'>, share: 'd' | 'r'): string =>
  `latchkey/offline-kit/v1|${walletId}|${id}|${share}`

/** As a code wraps the recovery key at the server, too. */
const codeKey = (code: Bytes, { walletId, userId }: Pick<OfflineKit, 'walletId' | 'userId'>): Bytes =>
  stretch(code, hkdfInfos.codeWrap(walletId), 32, textBytes(userId))
