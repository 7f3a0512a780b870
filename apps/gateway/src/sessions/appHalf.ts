/** The app's half of a signature: whoever has not a key of the session may neither spend nor use up what was permitted. */
import * as v from 'valibot'
import { hashMessage, recoverPublicKey, size, slice } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import type { Hex } from '../chain/shapes.js'
import { refuse } from '../http/refusal.js'
import type { Typed } from './tables.js'

/** A key as ERC-7715 names it: whole, compressed, or as the address that it gives. */
const publicKey = v.pipe(
  v.string(),
  v.regex(/^0x(?:04[0-9a-f]{128}|0[23][0-9a-f]{64}|[0-9a-f]{40})$/i, 'Expected a public key'),
  v.toLowerCase(),
)
const key = v.looseObject({ type: v.literal('secp256k1'), publicKey })

/** Keys of one session; more are nobody's. */
const mostKeys = 8

const signers = v.variant('type', [
  v.looseObject({ type: v.literal('key'), data: key }),
  v.looseObject({
    type: v.literal('keys'),
    data: v.looseObject({ keys: v.pipe(v.array(key), v.minLength(1), v.maxLength(mostKeys)) }),
  }),
])

/** The keys of the app; refuses those whose signatures cannot be checked here. */
export function keysOf(signer: Typed): readonly string[] {
  const read = v.safeParse(signers, signer)
  if (!read.success) throw refuse('permission', 'The signer must be keys of secp256k1')
  const { output } = read
  return (output.type === 'key' ? [output.data] : output.data.keys).map((one) => one.publicKey)
}

const signatureBytes = 65

/** Refuses a signature that is not made of ones of the app's keys, over the hash or over it as a message (EIP-191). */
export async function requireAppHalf(signer: Typed, hash: Hex, signature: Hex): Promise<void> {
  const keys = new Set(keysOf(signer))
  const length = size(signature)
  const isWhole = length > 0 && length % signatureBytes === 0 && length / signatureBytes <= keys.size
  if (!isWhole) throw notSigned()
  for (let from = 0; from < length; from += signatureBytes) {
    const part = slice(signature, from, from + signatureBytes)
    const signedBy = await Promise.all([hashMessage({ raw: hash }), hash].map((text) => formsOf(text, part)))
    if (!signedBy.flat().some((form) => keys.has(form))) throw notSigned()
  }
}

const notSigned = () => refuse('cosigner', 'The operation is not signed by a key of the session')

/** Whose signature it is, in all the ways in which a key can be named; nothing for what is no signature. */
async function formsOf(hash: Hex, signature: Hex): Promise<readonly string[]> {
  try {
    const whole = await recoverPublicKey({ hash, signature })
    const x = slice(whole, 1, 33).slice(2)
    const isOdd = BigInt(slice(whole, 64)) % 2n === 1n
    return [whole, `0x0${isOdd ? 3 : 2}${x}`, publicKeyToAddress(whole).toLowerCase()]
  } catch {
    return []
  }
}
