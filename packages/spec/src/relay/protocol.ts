/** Words of the sign protocol: whose chains it speaks for, and how its messages are sealed. */
import { type WalletProtocolNamespace, walletProtocolNamespace } from '../caip.js'

/** S9-18: namespaces with a reader of their own; any other is handled by the generic one. */
export {
  type WalletProtocolNamespace as SignNamespace,
  walletProtocolNamespaces as signNamespaces,
} from '../caip.js'

/** S9-18: which reader a namespace of a session gets. Keys may name one chain (`eip155:1`). */
export function signNamespace(key: string): WalletProtocolNamespace {
  const [namespace = ''] = key.split(':')
  return walletProtocolNamespace(namespace)
}

/**
 * The first byte of a message, before base64. Type 0: both sides hold the topic's key. Type 1: the sender's public
 * key comes along, because the receiver must still derive it.
 */
export const envelopeTypes = {
  symmetric: { type: 0, publicKeyBytes: 0 },
  withSenderKey: { type: 1, publicKeyBytes: 32 },
} as const

/** ChaCha20-Poly1305: lengths in bytes. */
export const envelopeBytes = { type: 1, nonce: 12, tag: 16, key: 32 } as const
