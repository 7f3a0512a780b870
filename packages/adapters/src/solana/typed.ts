/** Requests with the types of Solana. They ask the kit; of `@solana/kit` they take nothing. */
import type { Kit, SendInput, SignInput } from '@latchkey/core'
import type { SolanaProvider } from './provider.js'
import type { SolanaTransaction, WholeTransaction } from './transactions.js'

type Request = Pick<SignInput, 'networkId' | 'signal'>

/** Sends a transaction; answers with its signature in base58. */
export function sendTransaction(
  kit: Pick<Kit, 'sendTransaction'>,
  input: SolanaTransaction & Request & Pick<SendInput, 'meta'>,
): Promise<string> {
  const { networkId, signal, meta, ...transaction } = input
  return kit.sendTransaction({ ...given({ networkId, signal, meta }), namespace: 'solana', transaction })
}

/** Signs and does not send; answers with the bytes of the signed transaction. */
export async function signTransaction(
  kit: Pick<Kit, 'signTransaction'>,
  { networkId, signal, ...transaction }: SolanaTransaction & Request,
): Promise<Uint8Array> {
  const answer = await kit.signTransaction({
    ...given({ networkId, signal }),
    namespace: 'solana',
    transaction: { ...transaction },
  })
  return answer as Uint8Array // the adapter answers one request with one transaction
}

/** Several at once, in one question where the wallet can. */
export async function signAllTransactions(
  kit: Pick<Kit, 'signTransaction'>,
  {
    networkId,
    signal,
    transactions,
  }: Request & { readonly transactions: readonly WholeTransaction['transaction'][] },
): Promise<readonly Uint8Array[]> {
  const answer = await kit.signTransaction({
    ...given({ networkId, signal }),
    namespace: 'solana',
    transaction: { transactions },
  })
  return answer as readonly Uint8Array[] // the adapter answers a list with a list
}

/** The wallet in front as libraries for Solana want it; `undefined` where none is connected. */
export function getProvider(kit: Pick<Kit, 'store'>): SolanaProvider | undefined {
  // Every session of this namespace's adapter has one.
  return kit.store.get().connections.solana?.wallets[0]?.session.provider as SolanaProvider | undefined
}

/** An option that is not given stays absent. */
function given<options extends object>(
  options: options,
): { [key in keyof options]?: NonNullable<options[key]> } {
  // Only entries that have a value are left, which is what the type says.
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never
}
