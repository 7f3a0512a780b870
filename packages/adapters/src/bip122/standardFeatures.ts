/** The bitcoin features of the Wallet Standard. */
import type { StandardAccount, StandardFeatures, StandardWallet } from '../walletStandard/standard.js'

interface SignTransactionInput {
  readonly psbt: Uint8Array
  readonly inputsToSign: readonly {
    readonly account: StandardAccount
    readonly signingIndexes: readonly number[]
    readonly sigHash?: string
  }[]
  readonly chain?: string
}

/** What they answer is checked where it is used. */
export interface BitcoinFeatures extends StandardFeatures {
  readonly 'bitcoin:connect': {
    connect(input: { readonly purposes: readonly ('payment' | 'ordinals')[] }): Promise<unknown>
  }
  readonly 'bitcoin:signMessage': {
    signMessage(input: { readonly account: StandardAccount; readonly message: Uint8Array }): Promise<unknown>
  }
  readonly 'bitcoin:signTransaction': {
    signTransaction(input: SignTransactionInput): Promise<unknown>
  }
}

export const isBitcoinWallet = ({ chains, features }: StandardWallet): boolean =>
  chains.some((chain) => chain.startsWith('bitcoin:')) && 'bitcoin:connect' in features
