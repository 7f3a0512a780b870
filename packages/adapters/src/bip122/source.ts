/** What a session asks its wallet: the same of every kind of Bitcoin wallet, in the page or behind a relay. */
import type { WalletSessionEvent } from '@latchkey/core'
import type { Address, NetworkId } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'

/** What the wallet means an address for: to pay and be paid, or to keep inscriptions apart. */
export type AddressPurpose = 'payment' | 'ordinals'

export interface WalletAddress {
  readonly address: Address
  readonly purpose: AddressPurpose
  /** Hexadecimal: 33 bytes, or 32 for taproot. */
  readonly publicKey?: string | undefined
  readonly path?: string | undefined
}

/** How a text is signed: by the older way that recovers the key (BIP-137), or as a transaction is (BIP-322). */
export type MessageProtocol = 'ecdsa' | 'bip322'

/** One input, and what must sign it. */
export interface InputRequest {
  readonly index: number
  readonly address: Address
  readonly publicKey?: string | undefined
  /** Never empty where a hash type was asked for. */
  readonly sighashTypes: readonly number[]
}

export interface BitcoinSource {
  /** In the wallet's order. Empty when it took them back. */
  addresses(): readonly WalletAddress[]
  /** `undefined` where the wallet does not say: then the address does. */
  networkId(): NetworkId | undefined
  /** The only networks that it can be moved to. */
  networks?(): readonly NetworkId[]
  subscribe(listener: (event: WalletSessionEvent) => void): () => void
  /** Asks the wallet again, for wallets that change without a word. */
  refresh(): Promise<void>
  /** Asks for all that it tells of its addresses, where that takes a message to another device. */
  readonly inquire?: (() => Promise<void>) | undefined
  disconnect(): Promise<void>
  /** Answers with what the wallet said; the session checks it. So do the next two. They come and go with the wallet. */
  readonly signMessage?:
    | ((input: {
        readonly address: Address
        readonly message: string
        readonly protocol: MessageProtocol
        readonly signal: AbortSignal
      }) => Promise<unknown>)
    | undefined
  readonly signPsbt?:
    | ((input: {
        readonly psbt: Uint8Array
        readonly inputs: readonly InputRequest[]
        readonly signal: AbortSignal
      }) => Promise<unknown>)
    | undefined
  readonly sendTransfer?:
    | ((input: {
        readonly from: Address
        readonly to: Address
        readonly amount: bigint
        /** Satoshi per byte, where somebody chose it. */
        readonly feeRate: number | undefined
        readonly signal: AbortSignal
      }) => Promise<unknown>)
    | undefined
  switchNetwork?(input: { readonly network: Network; readonly signal: AbortSignal }): Promise<void>
  /** For apps that bring their own library. */
  readonly native: unknown
}
