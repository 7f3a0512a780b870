/** Envelopes around texts that are signed off the chain, so that no text can pass for a transaction. */
import { decodeBase58 } from '@latchkey/spec/validation'

const mark = Uint8Array.from([0xff, ...new TextEncoder().encode('solana offchain')])
/** More than this does not fit into the memory of hardware wallets. */
const mostForHardware = 1212

/**
 * Version 0 in the two ways that are found: with the application and the signers, as it is specified, and without them,
 * as hardware wallets first had it.
 */
export function offChainForms(text: Uint8Array, address: string): readonly Uint8Array[] {
  const signer = decodeBase58(address) ?? new Uint8Array(32)
  const format = formatOf(text)
  const length = [text.length & 0xff, text.length >> 8]
  const application = new Uint8Array(32)
  return [
    Uint8Array.from([...mark, 0, format, ...length, ...text]),
    Uint8Array.from([...mark, 0, ...application, format, 1, ...signer, ...length, ...text]),
  ]
}

/** 0: plain characters; 1: any text; 2: any text, and long. */
function formatOf(text: Uint8Array): number {
  if (text.length > mostForHardware) return 2
  return text.every((byte) => byte >= 0x20 && byte <= 0x7e) ? 0 : 1
}
