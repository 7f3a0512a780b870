/** Asks the wallet of a namespace for something, as the account that is shown and no other (D-11). */
import type { Address, Namespace, NetworkId } from '@latchkey/spec/caip'
import { isLatchkeyError, LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { isSameAddress } from '@latchkey/spec/validation'
import type { WalletSession } from '../connector.js'
import { alive, type KitContext } from '../context.js'
import { type WalletKey, walletKey } from '../jobs.js'
import type { SignInput } from '../kit.js'
import type { ConnectedWallet } from '../state.js'
import { anySignal, within } from '../within.js'
import { syncWallet } from './join.js'
import { networkOf } from './place.js'

export interface WalletRequest {
  readonly session: WalletSession
  /** As the wallet itself spells it. */
  readonly address: Address
  readonly networkId: NetworkId | undefined
  readonly signal: AbortSignal
}

export interface WalletRequestInput extends SignInput {
  /** A wallet of the namespace that need not be in front. */
  readonly connectorId?: string
}

/** Runs `ask` when the wallet is free. Ends with an error when the wallet leaves or the person changes the account. */
export async function requestWallet<T>(
  context: KitContext,
  { namespace, address, connectorId: id, networkId, signal }: WalletRequestInput,
  ask: (request: WalletRequest) => Promise<T>,
): Promise<T> {
  alive(context)
  const { connectorId, session, accounts, key, name, ...wallet } = findWallet(context, namespace, id)
  const wanted = address ?? accounts[0]?.address
  const deadline = new AbortController()
  const merged = anySignal([context.jobs.watches.get(key)?.signal, signal, deadline.signal])
  const limit = {
    clock: context.clock,
    ms: limits.walletDeadline,
    signal: merged.signal,
    timeout() {
      const error = new LatchkeyError('connection.timeout', { wallet: name })
      // The wallet learns that nobody waits, and a request still in the queue never starts.
      deadline.abort(error)
      return error
    },
  }
  const job = context.jobs.lanes.run(key, merged.signal, async () => {
    // A connection that was given up may still be asked for on the wallet's screen; two questions confuse everybody.
    const open = context.jobs.prompts.get(key)
    if (open) await within(open.answer.then(ignore, ignore), limit)
    // The wallet may have changed its account without a word, or while this request waited for its turn.
    syncWallet(context, wallet.namespace, connectorId, session)
    merged.signal.throwIfAborted()
    const actual = networkOf(context.store.get(), wallet.namespace, session)
    const signer = session.accounts(actual)[0]?.address
    if (!signer || !wanted || !isSameAddress(wallet.namespace, signer, wanted)) {
      throw new LatchkeyError('connection.account-changed', { wallet: name })
    }
    if (networkId !== undefined && actual !== networkId) {
      throw new LatchkeyError('network.mismatch', {
        wallet: name,
        expected: networkId,
        actual: actual ?? 'no network',
      })
    }
    // A wallet without a network of its own is told where the page is.
    const on = networkId ?? (session.networkId() === undefined ? actual : undefined)
    return within(ask({ session, address: signer, networkId: on, signal: merged.signal }), limit)
  })
  try {
    // Twice the time: its own, and that of the request before it.
    return await within(job, { ...limit, ms: limits.walletDeadline * 2 })
  } catch (cause) {
    if (signal?.aborted && !isLatchkeyError(cause)) throw new LatchkeyError('request.aborted', {}, { cause })
    throw cause
  } finally {
    merged.release()
  }
}

const ignore = () => {}

/** What the session lacks, the wallet cannot do. */
export function capability<name extends keyof WalletSession>(
  session: WalletSession,
  name: name,
  action: string,
): NonNullable<WalletSession[name]> {
  const method = session[name]
  if (!method) throw new LatchkeyError('connection.unsupported', { action })
  // Sessions may be classes, so methods keep their `this`.
  return typeof method === 'function' ? method.bind(session) : method
}

/** A connected wallet with what requests need to know of it; without an id, the one in front. */
export function findWallet(
  context: KitContext,
  namespace: Namespace = context.store.get().activeNamespace,
  connectorId?: string,
): ConnectedWallet & { readonly namespace: Namespace; readonly key: WalletKey; readonly name: string } {
  const { connections, connectors } = context.store.get()
  const { wallets = [] } = connections[namespace] ?? {}
  const wallet = wallets.find((each) => !connectorId || each.connectorId === connectorId)
  if (!wallet) throw new LatchkeyError('connection.not-connected', { ns: namespace })
  const { connectorId: id } = wallet
  const connector = connectors.find((each) => each.id === id && each.namespace === namespace)
  return { ...wallet, namespace, key: walletKey(namespace, id), name: connector?.name ?? id }
}
