/** Texts signed by an address, and proof that they were (D-11). */
import type { Address } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { isSignedByBitcoin, readBitcoinAddress } from '@latchkey/verify/bitcoin'
import { noAnswer } from '../walletErrors.js'
import { fromText } from './psbt/text.js'
import type { Confirmed } from './session.js'
import type { MessageProtocol } from './source.js'

export interface SignedMessage {
  readonly address: Address
  readonly signature: string
  readonly protocol: MessageProtocol
}

export interface MessageRequest {
  readonly message: string | Uint8Array
  readonly protocol?: MessageProtocol | undefined
  readonly address?: string | undefined
}

export async function signMessage(
  { source, wallet, account, signal }: Confirmed,
  { message, protocol: wanted, address: named }: MessageRequest,
): Promise<SignedMessage> {
  const signer = named === undefined ? account : source.addresses().find(({ address }) => address === named)
  if (!signer) throw new LatchkeyError('account.not-found', { address: named })
  const { address } = signer
  const text = textOf(message)
  const protocol = wanted ?? usualProtocol(address)
  if (!source.signMessage) throw new LatchkeyError('connection.unsupported', { action: 'sign messages' })
  const answer = await source.signMessage({ address, message: text, protocol, signal })
  const signature = signatureText(answer)
  if (!isSignedByBitcoin({ message: text, signature, address })) {
    throw new LatchkeyError('signature.wrong-signer', { wallet, address })
  }
  // 65 bytes are the older way; a witness is shorter or longer.
  const actual: MessageProtocol = fromText(signature)?.length === 65 ? 'ecdsa' : 'bip322'
  if (wanted && wanted !== actual) throw noAnswer(`${wanted} signature`, { signature, protocol: actual })
  return { address, signature, protocol: actual }
}

/** Wallets show what they sign, so it must be a text. */
function textOf(message: string | Uint8Array): string {
  if (typeof message === 'string') return message
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  } catch (cause) {
    throw new LatchkeyError('connection.unsupported', { action: 'sign bytes that are no text' }, { cause })
  }
}

/** Only the older kinds of address have a key that can be recovered; all wallets know how to do that for them. */
function usualProtocol(address: Address): MessageProtocol {
  const kind = readBitcoinAddress(address)?.script.kind
  return kind === 'p2pkh' || kind === 'p2sh' ? 'ecdsa' : 'bip322'
}

function signatureText(answer: unknown): string {
  const inner = answer instanceof Object && 'signature' in answer ? answer.signature : answer
  if (typeof inner === 'string' && inner !== '') return inner
  if (inner instanceof Uint8Array && inner.length > 0) return btoa(String.fromCharCode(...inner))
  throw noAnswer('signature', answer)
}
