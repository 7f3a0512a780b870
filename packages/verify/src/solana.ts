/** Messages signed by a Solana account: ed25519 over the text, or over the off-chain form that hardware wallets sign. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { fromBase58, fromBase64, fromHex, holds, join, textBytes } from './bytes.js'
import type { Signed } from './signed.js'

/** Keys of small order, for which one signature fits many texts, are nobody's (RFC 8032). */
export const strictly = { zip215: false }

const signatureLength = 64
const keyLength = 32

export function isSignedBySolana({ message, signature, address }: Signed): boolean {
  const key = fromBase58(address)
  const signed = [fromBase58(signature), fromHex(signature), fromBase64(signature)].find(
    (bytes) => bytes?.length === signatureLength,
  )
  if (key?.length !== keyLength || !signed) return false
  const text = textBytes(message)
  return [text, offChain(text)].some((bytes) => holds(() => ed25519.verify(signed, bytes, key, strictly)))
}

/** Version 0 of the off-chain message: the mark, the version, how the text is written, its length. */
function offChain(text: Uint8Array): Uint8Array {
  const isAscii = text.every((byte) => byte >= 0x20 && byte <= 0x7e)
  const mostForHardware = 1212
  const format = text.length > mostForHardware ? 2 : isAscii ? 0 : 1
  const length = new Uint8Array([text.length & 0xff, (text.length >> 8) & 0xff])
  return join(new Uint8Array([0xff]), textBytes('solana offchain'), new Uint8Array([0, format]), length, text)
}
