/** Whose signature it is. A wallet that signs with another key than the one shown is refused (D-11). */
import { LatchkeyError } from '@latchkey/spec/laterErrors'
import { decodeBase58 } from '@latchkey/spec/validation'
import { verifyAsync } from '@noble/ed25519'
import { noAnswer } from '../walletErrors.js'
import { offChainForms } from './offChain.js'
import type { SignedBytes } from './source.js'
import { readTransaction } from './wire.js'

export interface Signer {
  readonly address: string
  /** For the words of an error. */
  readonly wallet: string
}

/** Keys of small order, for which one signature fits many texts, are nobody's (RFC 8032). */
const strictly = { zip215: false }

export async function isSignedBy(
  address: string,
  bytes: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  const key = decodeBase58(address)
  if (key?.length !== 32) return false
  return verifyAsync(signature, bytes, key, strictly).catch(() => false)
}

/** The signature, if it is the one of the account over exactly these bytes, plain or in an off-chain envelope. */
export async function checkMessage(
  { signature, signed }: SignedBytes,
  bytes: Uint8Array,
  { address, wallet }: Signer,
): Promise<Uint8Array> {
  for (const form of [bytes, ...offChainForms(bytes, address)]) {
    const isTold = signed === undefined || isSame(signed, form)
    if (isTold && (await isSignedBy(address, form, signature))) return signature
  }
  throw new LatchkeyError('signature.wrong-signer', { wallet, address })
}

/**
 * A transaction that came back signed: by the account, and doing what it was given to do. Wallets put a price and guards
 * of their own in, so the message need not be the same, byte for byte; every instruction that was given must be there.
 */
export async function checkTransaction(
  signed: Uint8Array,
  given: Uint8Array,
  { address, wallet }: Signer,
): Promise<Uint8Array> {
  const [after, before] = [readTransaction(signed), readTransaction(given)]
  if (!after || !before) throw noAnswer('transaction')
  const signature = after.signatures[after.signers.indexOf(address)]
  const isPaidBySame = after.signers[0] === before.signers[0]
  if (!signature || !isPaidBySame || !(await isSignedBy(address, after.message, signature))) {
    throw new LatchkeyError('signature.wrong-signer', { wallet, address })
  }
  if (isSame(after.message, before.message)) return signed
  // Most wallets sign what they are given; what reads instructions is fetched for those that do not.
  const { alterationOf } = await import('./guards.js')
  const reason = alterationOf(after, before)
  if (reason) throw new LatchkeyError('transaction.altered', { wallet, reason })
  return signed
}

function isSame(a: Readonly<Uint8Array>, b: Readonly<Uint8Array>): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}
