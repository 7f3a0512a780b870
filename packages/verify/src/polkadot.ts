/** Messages signed by a Polkadot account, whose address does not say which of three kinds of key it has. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { verify as verifySr25519 } from '@scure/sr25519'
import { fromBase58, fromHex, holds, isSame, join, textBytes } from './bytes.js'
import type { Signed } from './signed.js'
import { strictly } from './solana.js'

const accountLength = 32
const checksumLength = 2
const mark = textBytes('SS58PRE')

/** The account behind an address of any network (SS58). */
export function accountOf(address: string): Uint8Array | undefined {
  const bytes = fromBase58(address)
  if (!bytes) return undefined
  // From 64 on a network's number takes two bytes.
  const head = ((bytes[0] ?? 0) & 0x40) === 0 ? 1 : 2
  if (bytes.length !== head + accountLength + checksumLength) return undefined
  const body = bytes.slice(0, -checksumLength)
  const sum = blake2b(join(mark, body), { dkLen: 64 }).slice(0, checksumLength)
  return isSame(sum, bytes.slice(-checksumLength)) ? body.slice(head) : undefined
}

/** Extensions put a text into these before they sign it, so that it can never be a transaction. */
const wrapped = (text: Uint8Array) => join(textBytes('<Bytes>'), text, textBytes('</Bytes>'))

const kinds = { ed25519: 0, sr25519: 1, ecdsa: 2 } as const

/** True where the key of a Polkadot address signed the message, whichever of the three kinds it is. */
export function isSignedByPolkadot({ message, signature, address }: Signed): boolean {
  const account = accountOf(address)
  const given = fromHex(signature)
  if (!account || !given) return false
  const text = textBytes(message)
  return [wrapped(text), text].some((bytes) => checks(given, account, bytes))
}

function checks(given: Uint8Array, account: Uint8Array, text: Uint8Array): boolean {
  const bare = given.length === 64 ? given : given.length === 65 ? given.slice(1) : undefined
  const kind = given.length === 65 ? given[0] : undefined
  const mayBe = (each: number) => kind === undefined || kind === each
  if (bare && mayBe(kinds.sr25519) && holds(() => verifySr25519(text, bare, account))) return true
  if (bare && mayBe(kinds.ed25519) && holds(() => ed25519.verify(bare, text, account, strictly))) return true
  if (given.length === 65) return isEcdsa(given, account, text)
  return given.length === 66 && given[0] === kinds.ecdsa && isEcdsa(given.slice(1), account, text)
}

/** Its account is the digest of its key, so the key is found from the signature. */
function isEcdsa(signature: Uint8Array, account: Uint8Array, text: Uint8Array): boolean {
  return holds(() => {
    const digest = blake2b(text, { dkLen: 32 })
    const recovery = signature[64] ?? 0
    const ordered = join(new Uint8Array([recovery >= 27 ? recovery - 27 : recovery]), signature.slice(0, 64))
    const key = secp256k1.recoverPublicKey(ordered, digest, { prehash: false })
    return isSame(blake2b(key, { dkLen: 32 }), account)
  })
}
