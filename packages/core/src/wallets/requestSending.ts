/** Asks a wallet to send something, and follows what it sent (S9-12). */
import { type NetworkId, parseNetworkId } from '@latchkey/spec/caip'
import type { KitContext } from '../context.js'
import { startFeature } from '../feature.js'
import { transactions } from '../features/index.js'
import type { FollowInput, TransactionKind } from '../features/transactions/followed.js'
import type { Transactions } from '../features/transactions/transactions.js'
import type { SendInput } from '../kit.js'
import { findWallet, requestWallet, type WalletRequest } from './request.js'

interface SendingInput extends SendInput {
  /** What it looks like, where the page does not say. */
  readonly kind?: TransactionKind
  /** The answer is the id of a bundle of calls, which only the wallet knows. */
  readonly isBundle?: boolean
}

export async function requestSending(
  context: KitContext,
  { kind = 'call', isBundle = false, meta, ...input }: SendingInput,
  ask: (request: WalletRequest) => Promise<string>,
): Promise<string> {
  const { connectorId } = findWallet(context, input.namespace)
  const follow = prepareToFollow(context)
  return requestWallet(context, input, async (request) => {
    const { session, address } = request
    const networkId = request.networkId ?? session.networkId()
    const canTell = isBundle ? session.getCallsStatus !== undefined : canFollow(context, networkId)
    const hash = await ask(request)
    const sent = { kind, ...meta, hash, address, ...(isBundle ? { connectorId } : {}) }
    // Also where nobody waits for the answer any more: it was sent all the same.
    if (networkId && canTell) follow({ ...sent, networkId })
    else context.log.info(`${hash} is not followed: nobody can be asked about it`)
    return hash
  })
}

/** Only on a network of the page, and by an adapter that can. */
function canFollow({ store, jobs }: KitContext, networkId: NetworkId | undefined): boolean {
  const namespace = networkId && parseNetworkId(networkId)?.namespace
  const isOffered = store.get().networks.some(({ caipNetworkId }) => caipNetworkId === networkId)
  return isOffered && namespace !== undefined && jobs.adapters.get(namespace)?.getTransaction !== undefined
}

/**
 * Fetches the transaction centre while the person reads what the wallet shows, so that it is there when the wallet
 * answers. What is sent before that is followed when it has come; nobody waits for it.
 */
function prepareToFollow(context: KitContext): (input: FollowInput) => void {
  const late = (cause: unknown) => context.log.error('A transaction is not followed', cause)
  let centre: Transactions | undefined
  const load = async () => {
    centre = await startFeature(context, transactions)
    return centre
  }
  const coming = load()
  coming.catch(() => {})
  return (input) => {
    if (centre) centre.follow(input)
    // Asked for again where its code did not come the first time.
    else coming.catch(load).then((handle) => handle?.follow(input), late)
  }
}
