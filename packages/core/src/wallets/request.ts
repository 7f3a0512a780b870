/** Asks the wallet of a namespace for something, as the account that is shown and no other (D-11). */
import type { Address, Namespace, NetworkId } from '@latchkey/spec/caip'
import { isLatchkeyError, LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { alive } from '../actions/alive.js'
import type { WalletSession } from '../connector.js'
import { walletKey } from '../jobs.js'
import type { Kit, SignInput } from '../kit.js'
import { selectAccount, selectWallet } from '../select.js'
import type { ConnectedWallet } from '../state.js'
import { anySignal, within } from '../within.js'
import { syncWallet } from './join.js'

export interface WalletRequest {
  readonly session: WalletSession
  readonly address: Address
  readonly networkId: NetworkId | undefined
  readonly signal: AbortSignal
}

/** Runs `ask` when the wallet is free. Ends with an error when the wallet leaves or the person changes the account. */
export async function requestWallet<T>(
  kit: Kit,
  { namespace = kit.store.get().activeNamespace, address: wanted, networkId, signal }: SignInput,
  ask: (request: WalletRequest) => Promise<T>,
): Promise<T> {
  alive(kit)
  const { connectorId, session } = walletOf(kit, namespace)
  const address = wanted ?? shownAddress(kit, namespace)
  const key = walletKey(namespace, connectorId)
  const name = walletName(kit, namespace, connectorId)
  const deadline = new AbortController()
  const merged = anySignal([kit.jobs.watches.get(key)?.signal, signal, deadline.signal])
  const limit = {
    clock: kit.clock,
    ms: limits.walletDeadline,
    signal: merged.signal,
    timeout() {
      const error = new LatchkeyError('connection.timeout', { wallet: name })
      // The wallet learns that nobody waits, and a request still in the queue never starts.
      deadline.abort(error)
      return error
    },
  }
  const job = kit.jobs.lanes.run(key, merged.signal, async () => {
    // A connection that was given up may still be asked for on the wallet's screen; two questions confuse everybody.
    const open = kit.jobs.prompts.get(key)
    if (open) await within(open.answer.then(ignore, ignore), limit)
    // The wallet may have changed its account without a word, or while this request waited for its turn.
    syncWallet(kit, namespace, connectorId, session)
    merged.signal.throwIfAborted()
    if (session.accounts()[0]?.address !== address) {
      throw new LatchkeyError('connection.account-changed', { wallet: name })
    }
    const actual = session.networkId()
    if (networkId !== undefined && actual !== networkId) {
      const [wallet, expected] = [name, networkId]
      throw new LatchkeyError('network.mismatch', { wallet, expected, actual: actual ?? 'no network' })
    }
    return within(ask({ session, address, networkId, signal: merged.signal }), limit)
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

function walletOf(kit: Kit, namespace: Namespace): ConnectedWallet {
  const wallet = selectWallet(kit.store.get(), namespace)
  if (!wallet) throw new LatchkeyError('connection.not-connected', { ns: namespace })
  return wallet
}

function shownAddress(kit: Kit, namespace: Namespace): Address {
  const account = selectAccount(kit.store.get(), namespace)
  if (!account) throw new LatchkeyError('connection.not-connected', { ns: namespace })
  return account.address
}

function walletName(kit: Kit, namespace: Namespace, connectorId: string): string {
  const { connectors } = kit.store.get()
  const found = connectors.find(
    ({ id, ...connector }) => id === connectorId && connector.namespace === namespace,
  )
  return found?.name ?? connectorId
}
