/** Real keys behind a polkadot lab wallet, one of each kind: signatures verify. */
import * as ed25519 from '@noble/ed25519'
import { blake2b } from '@noble/hashes/blake2.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import * as secp256k1 from '@noble/secp256k1'
import * as sr25519 from '@scure/sr25519'
import type { KeyKind } from '../../polkadot/accounts.js'
import type { PolkadotPayload } from '../../polkadot/payload.js'
import { signedBytes } from '../../polkadot/payloadBytes.js'
import { encodeSs58 } from '../../polkadot/ss58.js'
import type { PolkadotLabKey } from './labKeys.js'

export interface PolkadotLabAccount {
  readonly kind: KeyKind
  readonly id: Uint8Array
  /** As one network writes it. */
  address(prefix: number): string
  /** Without the byte that says which kind it is. */
  sign(bytes: Uint8Array): Uint8Array
}

export function createPolkadotLabAccount({ kind, seed }: PolkadotLabKey): PolkadotLabAccount {
  const { id, sign } = signers[kind](seed)
  return { kind, id, sign, address: (prefix) => encodeSs58(id, prefix) }
}

type Signer = Pick<PolkadotLabAccount, 'id' | 'sign'>

const signers: Readonly<Record<KeyKind, (seed: Uint8Array) => Signer>> = {
  sr25519(seed) {
    const secret = sr25519.secretFromSeed(seed)
    return { id: sr25519.getPublicKey(secret), sign: (bytes) => sr25519.sign(secret, bytes) }
  },
  ed25519(seed) {
    ed25519.hashes.sha512 ??= sha512
    return { id: ed25519.getPublicKey(seed), sign: (bytes) => ed25519.sign(bytes, seed) }
  },
  ecdsa(seed) {
    secp256k1.hashes.sha256 ??= sha256
    secp256k1.hashes.hmacSha256 ??= (key, message) => hmac(sha256, key, message)
    return {
      id: blake2b(secp256k1.getPublicKey(seed), { dkLen: 32 }),
      sign(bytes) {
        const digest = blake2b(bytes, { dkLen: 32 })
        const [recovery = 0, ...rest] = secp256k1.sign(digest, seed, { prehash: false, format: 'recovered' })
        return Uint8Array.from([...rest, recovery])
      },
    }
  },
}

/** As extensions do: between marks, so that no text can be a transaction. */
export function signRaw({ sign }: PolkadotLabAccount, data: string): string {
  const text = concatBytes(utf8ToBytes('<Bytes>'), hexToBytes(data.slice(2)), utf8ToBytes('</Bytes>'))
  return `0x${bytesToHex(sign(text))}`
}

/** The byte in front of a signature that says which kind of key made it. */
const marks: Readonly<Record<KeyKind, number>> = { ed25519: 0, sr25519: 1, ecdsa: 2 }

export function signPayload({ kind, sign }: PolkadotLabAccount, payload: PolkadotPayload): string {
  const bytes = signedBytes(payload)
  if (!bytes) throw new Error('Unable to read the transaction')
  return `0x${bytesToHex(concatBytes(Uint8Array.of(marks[kind]), sign(bytes)))}`
}
