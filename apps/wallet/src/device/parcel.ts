/**
 * What a frame and the window that it opened tell each other. Storage is kept apart by the browser and the window has
 * no opener, so it goes through the server, under a key that stands behind the window's address and never reaches it.
 */
import { walletAccount, windowParcelAad } from '@latchkey/spec/walletApi'
import * as v from 'valibot'
import { type Bytes, fromBase64url, randomBytes, textBytes, toBase64url } from '../keys/bytes.js'
import { unwrap, wrap } from '../keys/wrap.js'
import type { KeptShare } from './deviceStore.js'

const text = v.pipe(v.string(), v.maxLength(2048))
const pins = v.strictObject({
  passkeys: v.pipe(v.array(v.strictObject({ id: text, publicKey: text })), v.maxLength(20)),
  seal: text,
})
const share = v.strictObject({
  userId: text,
  deviceId: text,
  epoch: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** base64url of 17 bytes. */
  d: v.pipe(v.string(), v.length(23)),
  marks: v.strictObject({
    walletId: text,
    rkPub: text,
    kcv: text,
    accounts: v.pipe(v.array(walletAccount), v.maxLength(8)),
  }),
  pins,
})

const parcels = {
  /** The share of the frame's device, for work that only a window may do. */
  window: v.strictObject({ share: v.optional(share) }),
  /** Passkeys that were enrolled, or shares that were made for the frame's device by recovery: staged, to be proved and activated by it. */
  frame: v.strictObject({ pins: v.optional(pins), share: v.optional(share) }),
} as const

type Receiver = keyof typeof parcels
type Parcel<to extends Receiver> = v.InferOutput<(typeof parcels)[to]>

/** `key` goes behind the address: `${url}.${key}`. */
export const createParcelKey = (): string => toBase64url(randomBytes(32))

export function sealParcel<to extends Receiver>(key: string, to: to, parcel: Parcel<to>): Promise<string> {
  const plain = textBytes(JSON.stringify(parcel))
  return wrap(fromBase64url(key), plain, windowParcelAad(to))
}

/** Rejects for another key, another direction, and for what is no parcel. */
export async function openParcel<to extends Receiver>(
  key: string,
  to: to,
  sealed: string,
): Promise<Parcel<to>> {
  const plain = await unwrap(fromBase64url(key), sealed, windowParcelAad(to))
  return v.parse(parcels[to], JSON.parse(new TextDecoder().decode(plain)))
}

export const shareToParcel = ({ d, ...rest }: KeptShare): NonNullable<Parcel<'window'>['share']> => ({
  ...rest,
  marks: { ...rest.marks, accounts: [...rest.marks.accounts] },
  pins: { ...rest.pins, passkeys: [...rest.pins.passkeys] },
  d: toBase64url(d),
})

export function shareFromParcel({ d, ...rest }: NonNullable<Parcel<'window'>['share']>): KeptShare {
  const bytes: Bytes = fromBase64url(d)
  return { ...rest, d: bytes }
}
