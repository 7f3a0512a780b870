/** A wallet of the Wallet Standard as a source: what it shows of itself is read each time, events only say when. */
import type { AdapterContext } from '@latchkey/core'
import { type Address, asAddress } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import type { SignInData } from '@latchkey/spec/signIn'
import { leave } from '../leave.js'
import { asked, noAnswer } from '../walletErrors.js'
import type { StandardAccount, StandardWallet } from '../walletStandard/standard.js'
import { base58 } from './base58.js'
import { clusterOf } from './clusters.js'
import { featureOf, isSolanaAccount } from './features.js'
import { signInInput } from './signInInput.js'
import type { SolanaAbilities, SolanaSource } from './source.js'
import { mostTransactionBytes, signatureLength } from './wire.js'

export interface StandardSourceInput {
  readonly wallet: StandardWallet
  readonly name: string
  /** What the wallet answered when it let the page in. */
  readonly accounts: readonly StandardAccount[]
  readonly context: AdapterContext
}

export function createStandardSource({ wallet, name, accounts, context }: StandardSourceInput): SolanaSource {
  // Some wallets name their accounts in answers and events only, and list none.
  const isListed = wallet.accounts.length > 0
  let told = accounts
  const listed = () => (isListed ? wallet.accounts : told).filter(isSolanaAccount)

  /** The wallet's own object for the address, as it is now. */
  function accountOf(address: Address): StandardAccount {
    const account = listed().find((each) => each.address === address)
    if (account) return account
    throw new LatchkeyError('connection.account-changed', { wallet: name })
  }

  function checkChain(account: StandardAccount, chain: string): string {
    if (account.chains.includes(chain)) return chain
    throw new LatchkeyError('network.not-supported', { networkId: chain })
  }

  function abilities(): SolanaAbilities {
    const [message, transaction, sending, signIn] = [
      featureOf(wallet, 'solana:signMessage'),
      featureOf(wallet, 'solana:signTransaction'),
      featureOf(wallet, 'solana:signAndSendTransaction'),
      featureOf(wallet, 'solana:signIn'),
    ]
    return {
      versions: (sending ?? transaction)?.supportedTransactionVersions ?? ['legacy'],
      ...(message && {
        async signMessage({ address, bytes }) {
          const account = accountOf(address)
          const [answer] = listOf(await asked(() => message.signMessage({ account, message: bytes })))
          return { signature: signatureIn(answer), signed: bytesIn(answer, 'signedMessage') }
        },
      }),
      ...(transaction && {
        async signTransactions({ address, networkId, transactions, options }) {
          const account = accountOf(address)
          const chain = checkChain(account, clusterOf(networkId))
          const inputs = transactions.map((each) => ({ account, transaction: each, chain, options }))
          const answers = listOf(await asked(() => transaction.signTransaction(...inputs)))
          return transactions.map((_, i) => {
            const signed = bytesIn(answers[i], 'signedTransaction')
            if (!signed || signed.length > mostTransactionBytes) throw noAnswer('transaction', answers[i])
            return signed
          })
        },
      }),
      ...(sending && {
        async sendTransaction({ address, networkId, transaction: bytes, options }) {
          const account = accountOf(address)
          const input = {
            account,
            transaction: bytes,
            chain: checkChain(account, clusterOf(networkId)),
            options,
          }
          const [answer] = listOf(await asked(() => sending.signAndSendTransaction(input)))
          return signatureIn(answer)
        },
      }),
      ...(signIn && {
        async signIn({
          address,
          networkId,
          data,
        }: {
          address: Address
          networkId: string
          data: SignInData
        }) {
          accountOf(address)
          const input = signInInput(data, clusterOf(networkId as typeof data.chainId))
          const [answer] = listOf(await asked(() => signIn.signIn(input)))
          const account = answer instanceof Object && 'account' in answer ? answer.account : undefined
          const signer = account instanceof Object && 'address' in account ? account.address : undefined
          return {
            address: typeof signer === 'string' ? signer : '',
            signature: signatureIn(answer),
            signed: bytesIn(answer, 'signedMessage'),
          }
        },
      }),
    }
  }

  return {
    wallet: name,
    native: wallet,
    accounts: () => listed().flatMap(addressOf),
    networkId: () => undefined,
    networks() {
      const chains = listed()[0]?.chains ?? []
      return context.networks
        .map(({ caipNetworkId }) => caipNetworkId)
        .filter((id) => chains.includes(clusterOf(id)))
    },
    abilities,
    subscribe(listener) {
      const stop = featureOf(wallet, 'standard:events')?.on(
        'change',
        ({ accounts: now, features, chains }) => {
          if (Array.isArray(now)) told = now
          if (now ?? chains) listener({ type: 'accounts' })
          if (features) listener({ type: 'abilities' })
        },
      )
      return () => stop?.()
    },
    disconnect: () => leave(context.clock, () => featureOf(wallet, 'standard:disconnect')?.disconnect()),
  }
}

/** D-11: an address that is not the spelling of its own key is no account. */
function addressOf({ address, publicKey }: StandardAccount): readonly Address[] {
  const isOwn = publicKey instanceof Uint8Array && publicKey.length === 32 && base58(publicKey) === address
  return isOwn ? [asAddress(address)] : []
}

const listOf = (answer: unknown): readonly unknown[] => (Array.isArray(answer) ? answer : [])

function bytesIn(answer: unknown, field: string): Uint8Array | undefined {
  const value: unknown = answer instanceof Object ? Reflect.get(answer, field) : undefined
  return value instanceof Uint8Array ? Uint8Array.from(value) : undefined
}

function signatureIn(answer: unknown): Uint8Array {
  const signature = bytesIn(answer, 'signature')
  if (signature?.length === signatureLength) return signature
  throw noAnswer('signature', answer)
}
