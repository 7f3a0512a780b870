/** What an Ethereum key signs: messages (EIP-191), typed data (EIP-712), transactions (EIP-1559), and user operations. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hex } from '@scure/base'
import { eip191Signer, signTyped, Transaction } from 'micro-eth-signer'
import type { AccountKey } from './deriveKeys.js'
import { readTypedData } from './readTypedData.js'

/** As a page asks for it, after the frame filled in what was missing. Quantities are hexadecimal. */
export interface FullTransaction {
  readonly chainId: string
  readonly nonce: string
  readonly to?: string | undefined
  readonly value: string
  readonly data: string
  readonly gas: string
  readonly maxFeePerGas: string
  readonly maxPriorityFeePerGas: string
}

/** The same request gives the same signature (RFC 6979), so that a retry cannot double anything. */
const isRandom = false

/** What a transaction may cost and carry is the network's to say, and was shown to the person. */
const isJudged = false

/** `message` is hexadecimal, as `personal_sign` has it. */
export function signPersonalMessage({ privateKey }: AccountKey, message: string): string {
  return eip191Signer.sign(hexBytes(message), privateKey, isRandom)
}

/** Rejects what is not exactly typed data: a value that its type cannot hold, a type that is not declared. */
export function signTypedData({ privateKey }: AccountKey, typedData: unknown): string {
  // The library's types follow a literal; here the types are data, and what they hold was read by them.
  return signTyped(readTypedData(typedData) as never, privateKey, isRandom)
}

export interface SignedTransaction {
  readonly raw: string
  readonly hash: string
}

export function signTransaction({ privateKey }: AccountKey, wanted: FullTransaction): SignedTransaction {
  const signed = Transaction.prepare(
    {
      type: 'eip1559',
      chainId: BigInt(wanted.chainId),
      nonce: BigInt(wanted.nonce),
      to: wanted.to ?? '0x',
      value: BigInt(wanted.value),
      data: wanted.data,
      gasLimit: BigInt(wanted.gas),
      maxFeePerGas: BigInt(wanted.maxFeePerGas),
      maxPriorityFeePerGas: BigInt(wanted.maxPriorityFeePerGas),
    },
    isJudged,
  ).signBy(privateKey, isRandom)
  return { raw: signed.toHex(), hash: signed.hash }
}

/** 65 bytes over a digest, for what an account contract checks itself. Only the owner's key is ever used for it. */
export function signDigest({ privateKey }: AccountKey, digest: string): string {
  const bytes = hexBytes(digest)
  if (bytes.length !== 32) throw new RangeError('A digest has 32 bytes')
  const [recovery, ...compact] = secp256k1.sign(bytes, privateKey, { prehash: false, format: 'recovered' })
  return `0x${hex.encode(Uint8Array.from([...compact, 27 + (recovery ?? 0)]))}`
}

function hexBytes(text: string): Uint8Array {
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(text)) throw new RangeError('Expected bytes in hexadecimal')
  return hex.decode(text.slice(2).toLowerCase())
}
