/** Requests with the types of Bitcoin. They ask the kit, and carry no code of their own. */
import type { Kit, SendInput, SignInput } from '@latchkey/core'
import type { Bip122Provider } from './provider.js'
import type { Transfer } from './sendTransaction.js'
import type { PsbtRequest, SignedPsbt } from './signPsbt.js'

type SignRequest = Pick<SignInput, 'networkId' | 'signal'>
type SendRequest = Pick<SendInput, 'networkId' | 'signal' | 'meta'>

/** Signs inputs of a PSBT; answers only once every signature that was asked for is there and verified. */
export async function signPsbt(
  kit: Pick<Kit, 'signTransaction'>,
  { psbt, inputs, ...request }: PsbtRequest & SignRequest,
): Promise<SignedPsbt> {
  const transaction = { psbt, inputs }
  // The adapter answers a PSBT with this and nothing else.
  return (await kit.signTransaction({ ...request, namespace: 'bip122', transaction })) as SignedPsbt
}

/** Signs a PSBT, and sends it once it is verified; answers with the id of the transaction, which the kit follows. */
export function sendPsbt(
  kit: Pick<Kit, 'sendTransaction'>,
  { psbt, inputs, ...request }: PsbtRequest & SendRequest,
): Promise<string> {
  return kit.sendTransaction({ ...request, namespace: 'bip122', transaction: { psbt, inputs } })
}

/** Pays an address by the wallet's own means; answers with the id of the transaction, which the kit follows. */
export function sendTransfer(
  kit: Pick<Kit, 'sendTransaction'>,
  { to, amount, feeRate, ...request }: Transfer & SendRequest,
): Promise<string> {
  return kit.sendTransaction({ ...request, namespace: 'bip122', transaction: { to, amount, feeRate } })
}

/** What the connected Bitcoin wallet can do; `undefined` while there is none. */
export function getProvider(kit: Pick<Kit, 'store'>): Bip122Provider | undefined {
  // Every session of this namespace's adapter has one.
  return kit.store.get().connections.bip122?.wallets[0]?.session.provider as Bip122Provider | undefined
}
