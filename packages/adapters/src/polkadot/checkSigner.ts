/** Whose signature it is. A wallet that signs with another account than the one shown is refused (D-11). */
import type { Address } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { ProviderError } from '../eip155/provider.js'
import { isSameAccount, type KeyKind, keyKinds, type PolkadotAccount } from './accounts.js'

export interface SignerInput {
  readonly wallet: string
  readonly address: Address
  readonly account: PolkadotAccount
  /** What the wallet answered. */
  readonly answer: unknown
}

/** Extensions put a text into these before they sign it, so that it can never be a transaction. */
const wrapped = (text: Uint8Array) => concatBytes(utf8ToBytes('<Bytes>'), text, utf8ToBytes('</Bytes>'))

/** The signature as hexadecimal text, if it is the one of the account. */
export async function checkMessage({
  message,
  ...input
}: SignerInput & { readonly message: string | Uint8Array }): Promise<string> {
  const text = typeof message === 'string' ? utf8ToBytes(message) : message
  const signature = readSignature(input.answer)
  await expectSigner(input, signature, [wrapped(text), text])
  return `0x${bytesToHex(signature)}`
}

/** Throws unless one of the texts was signed by the account. */
export async function expectSigner(
  { wallet, address, account }: Omit<SignerInput, 'answer'>,
  signature: Uint8Array,
  texts: readonly Uint8Array[],
): Promise<void> {
  for (const kind of kindsOf(account, signature)) {
    const isSigned = await verifiers[kind]()
    if (texts.some((text) => holds(() => isSigned(bare(signature, kind), text, account.id)))) return
  }
  throw new LatchkeyError('signature.wrong-signer', { wallet, address })
}

/** Whether bytes sign a text for an account. */
type Verifier = (signature: Uint8Array, text: Uint8Array, account: Uint8Array) => boolean

/** Literal, so that a page loads the curve of the key that signed and no other. */
const verifiers: Readonly<Record<KeyKind, () => Promise<Verifier>>> = {
  async sr25519() {
    const { verify } = await import('@scure/sr25519')
    return (signature, text, account) => verify(text, signature, account)
  },
  async ed25519() {
    const [{ hashes, verify }, { sha512 }] = await Promise.all([
      import('@noble/ed25519'),
      import('@noble/hashes/sha2.js'),
    ])
    // Left to the caller by the library, for those who have one already.
    hashes.sha512 ??= sha512
    // Keys of small order, for which one signature fits many texts, are nobody's (RFC 8032).
    return (signature, text, account) => verify(signature, text, account, { zip215: false })
  },
  /** The account is the digest of the key, so the key is found from the signature. */
  async ecdsa() {
    const { recoverPublicKey } = await import('@noble/secp256k1')
    return (signature, text, account) => {
      const recovery = signature[64] ?? 0
      const ordered = Uint8Array.from([
        recovery >= 27 ? recovery - 27 : recovery,
        ...signature.subarray(0, 64),
      ])
      const key = recoverPublicKey(ordered, blake2b(text, { dkLen: 32 }), { prehash: false })
      return isSameAccount(blake2b(key, { dkLen: 32 }), account)
    }
  },
}

/** The first byte of a signature that says which kind it is; these come with transactions. */
const marks: Readonly<Record<KeyKind, number>> = { ed25519: 0, sr25519: 1, ecdsa: 2 }
const lengths: Readonly<Record<KeyKind, number>> = { ed25519: 64, sr25519: 64, ecdsa: 65 }

/** The kinds that the signature can be of; the one that the wallet named goes first and, where it did, alone. */
function kindsOf({ kind }: PolkadotAccount, signature: Uint8Array): readonly KeyKind[] {
  const fitting = keyKinds.filter(
    (each) =>
      signature.length === lengths[each] ||
      (signature.length === lengths[each] + 1 && signature[0] === marks[each]),
  )
  return kind ? fitting.filter((each) => each === kind) : fitting
}

const bare = (signature: Uint8Array, kind: KeyKind) =>
  signature.length > lengths[kind] ? signature.subarray(1) : signature

/** A check that throws where the input is no key or no signature at all says no. */
function holds(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}

/** 66 bytes are the longest: 65 and the one that says which kind. */
const hexPattern = /^0x(?:[0-9a-f]{2}){64,66}$/i

export function readSignature(answer: unknown): Uint8Array {
  const given = answer instanceof Object && 'signature' in answer ? answer.signature : answer
  if (typeof given === 'string' && hexPattern.test(given)) return hexToBytes(given.slice(2))
  throw new ProviderError({ code: -32603, message: 'The wallet answered with no signature' }, answer)
}
