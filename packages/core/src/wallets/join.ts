/** Brings a wallet into the state and keeps it true to its session. */
import { asAddress, type Namespace, type NetworkId } from '@latchkey/spec/caip'
import type { Account } from '@latchkey/spec/entities'
import { LatchkeyError } from '@latchkey/spec/errors'
import type { Connector, WalletSession, WalletSessionEvent } from '../connector.js'
import type { KitContext } from '../context.js'
import { type RunningAttempt, walletKey } from '../jobs.js'
import type { KitState } from '../state.js'
import { changeConnection } from './change.js'
import { followNetwork } from './followNetwork.js'
import { forgetWallets } from './forget.js'
import { bringToFront } from './front.js'
import { networkOf } from './place.js'
import { rememberUsed } from './remember.js'

export interface JoinInput {
  readonly attempt: RunningAttempt
  readonly connector: Connector
  readonly session: WalletSession
  readonly isActive: boolean
  /** What else changes in the same step of the store. */
  readonly also?: (state: KitState) => Partial<KitState>
}

/** Starts watching the session and shows what it says. Throws when the wallet shares no account. */
export function joinWallet(
  context: KitContext,
  { attempt, connector, session, isActive, also }: JoinInput,
): void {
  const { namespace, id: connectorId } = connector
  const said = readSession(context, namespace, session)
  if (said.accounts.length === 0) {
    throw new LatchkeyError('connection.no-accounts', { wallet: connector.name })
  }
  const key = walletKey(namespace, connectorId)
  context.jobs.watches.get(key)?.stop(new LatchkeyError('connection.wallet-left', { wallet: connector.name }))
  watch(context, connector, session)
  const wallet = { connectorId, session, ...said }
  changeConnection(
    context,
    namespace,
    { type: 'walletJoined', attemptId: attempt.id, wallet, isActive },
    also,
  )
  rememberUsed(context, { namespace, connectorId, isActive })
  followNetwork(context)
}

function watch(context: KitContext, connector: Connector, session: WalletSession) {
  const { namespace, id, name } = connector
  const { watches, scope } = context.jobs
  const key = walletKey(namespace, id)
  const controller = new AbortController()
  const unsubscribe = session.subscribe((event) => {
    // A session that was replaced or left has no say, even if it ignores that nobody listens.
    if (watches.get(key) !== entry) return
    try {
      hear(context, connector, session, event)
    } catch (cause) {
      // The wallet's own code called us; a fault here must not break it.
      context.log.error(`${name} said something that could not be followed`, cause)
    }
  })
  const release = scope.add(() => entry.stop(scope.signal.reason))
  const entry = {
    session,
    signal: controller.signal,
    stop(reason: unknown) {
      if (watches.get(key) === entry) watches.delete(key)
      release()
      unsubscribe()
      controller.abort(reason ?? new LatchkeyError('connection.wallet-left', { wallet: name }))
    },
  }
  watches.set(key, entry)
}

function hear(context: KitContext, connector: Connector, session: WalletSession, event: WalletSessionEvent) {
  if (event.type === 'activated') return bringToFront(context, connector.namespace, connector.id)
  if (event.type !== 'disconnected') {
    return syncWallet(context, connector.namespace, connector.id, session, event.type === 'abilities')
  }
  if (event.cause !== undefined) context.log.warn(`${connector.name} disconnected`, event.cause)
  walletWent(context, connector.namespace, connector.id)
}

/**
 * Shows what the session says now (D-11). A wallet that took back its accounts has left. `isOther` says that something
 * has changed which is no part of the state, and whoever draws it must look again.
 */
export function syncWallet(
  context: KitContext,
  namespace: Namespace,
  connectorId: string,
  session: WalletSession,
  isOther = false,
): void {
  const said = readSession(context, namespace, session)
  if (said.accounts.length === 0) return walletWent(context, namespace, connectorId)
  const shown = context.store
    .get()
    .connections[namespace]?.wallets.find((wallet) => wallet.connectorId === connectorId)
  if (shown && !isOther && isSame(shown, said)) return
  changeConnection(context, namespace, { type: 'walletChanged', connectorId, ...said })
  followNetwork(context)
}

/** The wallet left by itself. */
function walletWent(context: KitContext, namespace: Namespace, connectorId: string): void {
  const { wallets = [] } = context.store.get().connections[namespace] ?? {}
  if (!wallets.some((wallet) => wallet.connectorId === connectorId)) return
  forgetWallets(context, namespace, [connectorId])
  context.events.emit('DISCONNECT_SUCCESS', { namespace })
}

interface Said {
  readonly accounts: readonly Account[]
  readonly networkId: NetworkId | undefined
}

function readSession({ store }: KitContext, namespace: Namespace, session: WalletSession): Said {
  const on = networkOf(store.get(), namespace, session)
  return {
    accounts: session.accounts(on).map((account) => ({ ...account, address: asAddress(account.address) })),
    networkId: session.networkId(),
  }
}

/** A wallet may name the key of an address later than the address itself. */
const accountFields = ['address', 'type', 'publicKey', 'path'] as const satisfies readonly (keyof Account)[]

function isSame(a: Said, b: Said): boolean {
  return (
    a.networkId === b.networkId &&
    a.accounts.length === b.accounts.length &&
    a.accounts.every((account, i) => {
      const other = b.accounts[i]
      return other !== undefined && accountFields.every((field) => account[field] === other[field])
    })
  )
}
