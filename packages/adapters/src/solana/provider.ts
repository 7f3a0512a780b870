/** What apps with a library of their own get: the wallet's signatures, checked like those that the kit asks for. */
import type { Clock } from '@latchkey/core'
import type { Address, NetworkId } from '@latchkey/spec/caip'
import type { PreflightCommitment } from '@latchkey/spec/validation'
import { askedInTime } from '../askedInTime.js'
import type { StandardWallet } from '../walletStandard/standard.js'
import type { Reads } from './reads.js'
import type { Confirm, Place } from './session.js'
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
  /** The wallet's own object where it is one of the Wallet Standard; `undefined` behind a relay. */
  readonly native: StandardWallet | undefined
}

export interface CreateProviderInput {
  readonly source: SolanaSource
  readonly addresses: () => readonly Address[]
  readonly confirm: Confirm
  readonly reads: () => Promise<Reads>
  readonly clock: Clock
}

export function createProvider(input: CreateProviderInput): SolanaProvider {
  const { source, addresses, confirm, reads, clock } = input
  const inTime = <T>(
    { networkId, signal }: Partial<ProviderRequest>,
    run: (place: Place) => Promise<T>,
  ): Promise<T> =>
    askedInTime({ clock, wallet: source.wallet, signal }, async (ends) => {
      const address = addresses()[0] as Address // refused there where nobody is connected
      return run(confirm({ address, networkId, signal: ends }))
    })

  return {
    native: source.native as StandardWallet | undefined, // the source of such a wallet put it there
    get address() {
      return addresses()[0]
    },
    async signMessage(message, { signal } = {}) {
      const { signMessage } = await import('./sign.js')
      // A message belongs to no network; any name of one will do.
      const on = { networkId: source.networkId() ?? ('solana:' as const), ...(signal ? { signal } : {}) }
      return inTime(on, (place) => signMessage(place, message))
    },
    async signTransaction(transaction, request) {
      const { signTransactions } = await import('./sign.js')
      const bytes = transactionBytes(transaction)
      const [signed = transaction] = await inTime(request, (place) => signTransactions(place, [bytes], {}))
      return signed
    },
    async signAllTransactions(transactions, request) {
      const { signTransactions } = await import('./sign.js')
      const all = transactions.map(transactionBytes)
      return inTime(request, (place) => signTransactions(place, all, {}))
    },
    async signAndSendTransaction(transaction, { networkId, signal, ...options }) {
      const { sendBytes } = await import('./sign.js')
      const bytes = transactionBytes(transaction)
      const on = { networkId, ...(signal ? { signal } : {}) }
      return inTime(on, async (place) => sendBytes(place, bytes, sendOptions(options), await reads()))
    },
  }
}
