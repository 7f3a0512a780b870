/** What apps with a library of their own get: the wallet's signatures, checked like those that the kit asks for. */
import type { Address, NetworkId } from '@latchkey/spec/caip'
import type { PreflightCommitment } from '@latchkey/spec/validation'
import type { StandardWallet } from '../walletStandard/standard.js'
import type { Reads } from './reads.js'
import type { Confirm } from './session.js'
import type { SolanaSource } from './source.js'
import { sendOptions, transactionBytes } from './transactions.js'

export interface ProviderRequest {
  /** A wallet has no network of its own, so each request names one. */
  readonly networkId: NetworkId
  readonly signal?: AbortSignal
}

export interface ProviderSending extends ProviderRequest {
  readonly preflightCommitment?: PreflightCommitment
  readonly skipPreflight?: boolean
  readonly maxRetries?: number
  readonly minContextSlot?: number
}

/** Bytes in and out, of any version, as every Solana library reads and writes them. */
export interface SolanaProvider {
  /** The account that signs now. */
  readonly address: Address | undefined
  signMessage(message: Uint8Array, request?: { readonly signal?: AbortSignal }): Promise<Uint8Array>
  signTransaction(transaction: Uint8Array, request: ProviderRequest): Promise<Uint8Array>
  signAllTransactions(
    transactions: readonly Uint8Array[],
    request: ProviderRequest,
  ): Promise<readonly Uint8Array[]>
  /** Answers with the signature in base58. */
  signAndSendTransaction(transaction: Uint8Array, request: ProviderSending): Promise<string>
  /** The wallet itself, where it is one of the Wallet Standard. */
  readonly wallet: StandardWallet | undefined
}

export interface CreateProviderInput {
  readonly source: SolanaSource
  readonly addresses: () => readonly Address[]
  readonly confirm: Confirm
  readonly reads: () => Promise<Reads>
}

export function createProvider({ source, addresses, confirm, reads }: CreateProviderInput): SolanaProvider {
  const never = new AbortController().signal
  const place = ({ networkId, signal = never }: Partial<ProviderRequest>) =>
    confirm({ address: addresses()[0] as Address, networkId, signal }) // refused there where nobody is connected

  return {
    wallet: source.native as StandardWallet | undefined, // the source of such a wallet put it there
    get address() {
      return addresses()[0]
    },
    async signMessage(message, { signal = never } = {}) {
      const { signMessage } = await import('./sign.js')
      // A message belongs to no network; any name of one will do.
      return signMessage(place({ signal, networkId: source.networkId() ?? 'solana:' }), message)
    },
    async signTransaction(transaction, request) {
      const { signTransactions } = await import('./sign.js')
      const [signed = transaction] = await signTransactions(
        place(request),
        [transactionBytes(transaction)],
        {},
      )
      return signed
    },
    async signAllTransactions(transactions, request) {
      const { signTransactions } = await import('./sign.js')
      return signTransactions(place(request), transactions.map(transactionBytes), {})
    },
    async signAndSendTransaction(transaction, { networkId, signal, ...options }) {
      const { sendBytes } = await import('./sign.js')
      const on = place({ networkId, ...(signal ? { signal } : {}) })
      return sendBytes(on, transactionBytes(transaction), sendOptions(options), await reads())
    },
  }
}
