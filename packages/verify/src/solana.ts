/** Messages signed by a Solana account: ed25519 over the text, or over the off-chain form that hardware wallets sign. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { fromBase58, fromBase64, fromHex, holds, join, textBytes } from './bytes.js'
import type { Signed } from './signed.js'

/** Keys of small order, for which one signature fits many texts, are nobody's (RFC 8032). */
export const strictly = { zip215: false }

const signatureLength = 64
const keyLength = 32
/** Longer texts do not fit into the memory of hardware wallets, and are marked as such. */
const mostForHardware = 1212

/** True where the key that is a Solana address signed the message, as text or as a hardware wallet wraps it. */
export function isSignedBySolana({ message, signature, address }: Signed): boolean {
  const key = fromBase58(address)
  const signed = [fromBase58(signature), fromHex(signature), fromBase64(signature)].find(
    (bytes) => bytes?.length === signatureLength,
  )
  if (key?.length !== keyLength || !signed) return false
  const text = textBytes(message)
  return [text, ...offChain(text, key)].some((bytes) =>
    holds(() => ed25519.verify(signed, bytes, key, strictly)),
  )
}

/**
 * Version 0 of the off-chain message in the two ways that are found: without the application and the signers, as
 * hardware wallets first had it, and with them, as it is specified. No wallet names an application: it is all zeros.
 */
function offChain(text: Uint8Array, signer: Uint8Array): readonly Uint8Array[] {
  const isAscii = text.every((byte) => byte >= 0x20 && byte <= 0x7e)
  const format = text.length > mostForHardware ? 2 : isAscii ? 0 : 1
  const length = Uint8Array.of(text.length & 0xff, (text.length >> 8) & 0xff)
  const mark = join(Uint8Array.of(0xff), textBytes('solana offchain'), Uint8Array.of(0))
  const application = new Uint8Array(32)
  return [
    join(mark, Uint8Array.of(format), length, text),
    join(mark, application, Uint8Array.of(format, 1), signer, length, text),
  ]
}
