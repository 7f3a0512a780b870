/** Connects a wallet: asks it, and shows it from the moment it answers (S4-04). */
import type { Namespace } from '@latchkey/spec/caip'
import { isUserRejection, LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { asksForSignIn } from '@latchkey/spec/states'
import type { Connector, WalletSession } from '../connector.js'
import { alive, type KitContext } from '../context.js'
import { startFeature } from '../feature.js'
import { signIn } from '../features/index.js'
import { type RunningAttempt, walletKey } from '../jobs.js'
import type { Connected, ConnectWalletInput } from '../kit.js'
import { selectIsConnected } from '../select.js'
import type { KitState } from '../state.js'
import { abortAttempt, endAttempt, isCurrent, startAttempt } from '../wallets/attempt.js'
import { changeConnection } from '../wallets/change.js'
import { keepRelayChoice } from '../wallets/chooseRelayWallet.js'
import { forgetWallets } from '../wallets/forget.js'
import { joinWallet } from '../wallets/join.js'
import { dropSession } from '../wallets/leave.js'
import { namespaceUpdate, networkOf } from '../wallets/place.js'
import { promptWallet } from '../wallets/prompt.js'
import { addRecentWallet } from '../wallets/recent.js'
import { tellConnected } from '../wallets/tellConnected.js'
import { connectError } from '../wallets/walletError.js'
import { within } from '../within.js'
import { close } from './close.js'
import { returnTo } from './navigate.js'
import { isOnUnsupportedNetwork } from './open.js'

export async function connect(context: KitContext, input: ConnectWalletInput): Promise<Connected> {
  alive(context)
  const connector = findConnector(context, input)
  const { namespace, id: connectorId, name } = connector
  const attempt = startAttempt(context, { namespace, kind: 'connect', connectorId, signal: input.signal })
  context.events.emit('CONNECT_STARTED', { namespace, connectorId })
  try {
    const session = await ask(context, connector, attempt, input)
    join(context, connector, attempt, session)
    // Behind the relay there may be any wallet; the one that was chosen is remembered, if one was.
    const isRelay = connector.type === 'WALLET_CONNECT'
    if (isRelay) keepRelayChoice(context)
    const recent = isRelay ? context.jobs.relayChoice?.id : connectorId
    // The embedded wallet is no entry of the list.
    if (recent && connector.type !== 'AUTH') addRecentWallet(context, connector.explorerId ?? recent)
    tellConnected(context, { namespace, connectorId, name, restored: false })
    afterConnect(context)
    const on = networkOf(context.store.get(), namespace, session)
    return { namespace, connectorId, accounts: session.accounts(on), networkId: session.networkId(), session }
  } catch (cause) {
    const error = connectError(cause, name, input.signal)
    // Nobody needs to read that they gave up themselves.
    endAttempt(context, attempt, error.code === 'request.aborted' ? undefined : error)
    const event = isUserRejection(cause) ? 'USER_REJECTED' : 'CONNECT_ERROR'
    context.events.emit(event, { namespace, connectorId, message: error.message })
    throw error
  }
}

/** Gives up the attempt of a namespace, or every attempt; the wallet's late answer changes nothing. */
export function cancelConnect(
  context: KitContext,
  { namespace }: { readonly namespace?: Namespace } = {},
): void {
  for (const each of namespace ? [namespace] : [...context.jobs.attempts.keys()]) abortAttempt(context, each)
}

function ask(
  context: KitContext,
  connector: Connector,
  attempt: RunningAttempt,
  { networkId }: ConnectWalletInput,
) {
  const { namespace } = connector
  const wanted = networkId ?? context.store.get().activeNetworks[namespace]?.networkId
  const answer = promptWallet(context, connector, attempt, {
    ...(wanted ? { networkId: wanted } : {}),
    onUri: (uri) =>
      changeConnection(context, namespace, {
        type: 'uriShown',
        attemptId: attempt.id,
        uri,
        at: context.clock.now(),
      }),
  })
  return within(answer, {
    clock: context.clock,
    // A code to scan counts down and renews itself, so nobody is hurried by a second deadline (D-10).
    ms: connector.type === 'WALLET_CONNECT' ? limits.pairingDeadline : limits.connectDeadline,
    signal: attempt.signal,
    timeout() {
      const error = new LatchkeyError('connection.timeout', { wallet: connector.name })
      attempt.abort(error)
      return error
    },
    late: (session) => dropSession(context, walletKey(namespace, connector.id), session),
  })
}

function join(context: KitContext, connector: Connector, attempt: RunningAttempt, session: WalletSession) {
  const { namespace, id } = connector
  if (!isCurrent(context, attempt)) {
    dropSession(context, walletKey(namespace, id), session)
    throw new LatchkeyError('request.aborted')
  }
  const also = (state: KitState) => namespaceUpdate(state, namespace)
  try {
    joinWallet(context, { attempt, connector, session, isActive: true, also })
  } catch (cause) {
    dropSession(context, walletKey(namespace, id), session)
    throw cause
  }
  endAttempt(context, attempt)
  if (!context.options.enableMultiWallet) leaveOthers(context, namespace, id)
}

/** One wallet at a time: the new one is shown already, so that nobody is ever shown as disconnected in between. */
function leaveOthers(context: KitContext, namespace: Namespace, connectorId: string) {
  const { wallets = [] } = context.store.get().connections[namespace] ?? {}
  const others = wallets.filter((wallet) => wallet.connectorId !== connectorId)
  forgetWallets(
    context,
    namespace,
    others.map((wallet) => wallet.connectorId),
  )
  for (const wallet of others) {
    dropSession(context, walletKey(namespace, wallet.connectorId), wallet.session)
  }
}

/** S4-14: asks for a signature where the app wants one; otherwise the modal has done its work. */
function afterConnect(context: KitContext) {
  const state = context.store.get()
  // The wallet must come to a network of the page first; the view that says so is open.
  if (isOnUnsupportedNetwork(context, state)) return
  const asks = asksForSignIn({
    signInEnabled: signIn.isEnabled(context),
    hasAddress: selectIsConnected(state),
    hasSession: state.signIn.session !== undefined,
  })
  if (asks) {
    startFeature(context, signIn)
      .then((feature) => feature?.afterConnect())
      .catch((cause: unknown) => context.log.error('Nobody could be asked to sign in', cause))
  } else if (!returnTo(context, 'Pay') && !returnTo(context, 'ProfileWallets'))
    close(context, { reason: 'connected' })
}

function findConnector(context: KitContext, { connectorId, namespace }: ConnectWalletInput): Connector {
  const found = context.store
    .get()
    .connectors.find(
      (connector) => connector.id === connectorId && (!namespace || connector.namespace === namespace),
    )
  if (!found) throw new LatchkeyError('connection.connector-not-found', { id: connectorId })
  return found
}
