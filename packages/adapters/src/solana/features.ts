/** The features of Solana wallets in the Wallet Standard, as far as they are used. */
import {
  featureReader,
  type StandardAccount,
  type StandardFeatures,
  type StandardWallet,
} from '../walletStandard/standard.js'
import type { SendOptions } from './source.js'

type Version = 'legacy' | number

interface TransactionInput {
  readonly account: StandardAccount
  readonly transaction: Uint8Array
  readonly chain: string
  readonly options?: SendOptions
}

export interface SolanaFeatures extends StandardFeatures {
  readonly 'solana:signMessage': {
    signMessage(input: { readonly account: StandardAccount; readonly message: Uint8Array }): Promise<unknown>
  }
  readonly 'solana:signTransaction': {
    readonly supportedTransactionVersions?: readonly Version[]
    signTransaction(...inputs: readonly TransactionInput[]): Promise<unknown>
  }
  readonly 'solana:signAndSendTransaction': {
    readonly supportedTransactionVersions?: readonly Version[]
    signAndSendTransaction(...inputs: readonly TransactionInput[]): Promise<unknown>
  }
  readonly 'solana:signIn': { signIn(input: Readonly<Record<string, unknown>>): Promise<unknown> }
}

export const featureOf = featureReader<SolanaFeatures>()

const isSolanaChain = (chain: string) => chain.startsWith('solana:')

/** It can be connected, is of Solana, and can sign at least something. */
export function isSolanaWallet(wallet: StandardWallet): boolean {
  if (!wallet.chains.some(isSolanaChain) || !featureOf(wallet, 'standard:connect')) return false
  const signing = ['solana:signTransaction', 'solana:signAndSendTransaction', 'solana:signMessage'] as const
  return signing.some((name) => featureOf(wallet, name) !== undefined)
}

export const isSolanaAccount = ({ chains }: StandardAccount): boolean =>
  Array.isArray(chains) && chains.some(isSolanaChain)
