/** Connects a wallet: asks it, and shows it from the moment it answers (S4-04). */
import type { Namespace } from '@latchkey/spec/caip'
import { isUserRejection, LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { asksForSignIn } from '@latchkey/spec/states'
import type { Connector, WalletSession } from '../connector.js'
import { type RunningAttempt, walletKey } from '../jobs.js'
import type { Connected, ConnectWalletInput, Kit } from '../kit.js'
import { selectIsConnected } from '../select.js'
import type { KitState } from '../state.js'
import { abortAttempt, endAttempt, isCurrent, startAttempt } from '../wallets/attempt.js'
import { changeConnection, namespaceUpdate } from '../wallets/change.js'
import { joinWallet } from '../wallets/join.js'
import { dropSession } from '../wallets/leave.js'
import { promptWallet } from '../wallets/prompt.js'
import { addRecentWallet } from '../wallets/recent.js'
import { connectError } from '../wallets/walletError.js'
import { within } from '../within.js'
import { alive } from './alive.js'
import { hasScreen } from './attachScreen.js'
import { close } from './close.js'
import { isOnUnsupportedNetwork, open } from './open.js'

export async function connect(kit: Kit, input: ConnectWalletInput): Promise<Connected> {
  alive(kit)
  const connector = findConnector(kit, input)
  const { namespace, id: connectorId, name } = connector
  const attempt = startAttempt(kit, { namespace, kind: 'connect', connectorId, signal: input.signal })
  kit.events.emit('CONNECT_STARTED', { namespace, connectorId })
  try {
    const session = await ask(kit, connector, attempt, input)
    join(kit, connector, attempt, session)
    addRecentWallet(kit, connector.explorerId ?? connectorId)
    kit.events.emit('CONNECT_SUCCESS', { namespace, connectorId, name, restored: false })
    afterConnect(kit)
    return { namespace, connectorId, accounts: session.accounts(), networkId: session.networkId(), session }
  } catch (cause) {
    const error = connectError(cause, name, input.signal)
    // Nobody needs to read that they gave up themselves.
    endAttempt(kit, attempt, error.code === 'request.aborted' ? undefined : error)
    const event = isUserRejection(cause) ? 'USER_REJECTED' : 'CONNECT_ERROR'
    kit.events.emit(event, { namespace, connectorId, message: error.message })
    throw error
  }
}

/** Gives up the attempt of a namespace, or every attempt; the wallet's late answer changes nothing. */
export function cancelConnect(kit: Kit, { namespace }: { readonly namespace?: Namespace } = {}): void {
  for (const each of namespace ? [namespace] : [...kit.jobs.attempts.keys()]) abortAttempt(kit, each)
}

function ask(kit: Kit, connector: Connector, attempt: RunningAttempt, { networkId }: ConnectWalletInput) {
  const { namespace } = connector
  const wanted = networkId ?? kit.store.get().activeNetworks[namespace]?.networkId
  const answer = promptWallet(kit, connector, attempt, {
    ...(wanted ? { networkId: wanted } : {}),
    onUri: (uri) =>
      changeConnection(kit, namespace, { type: 'uriShown', attemptId: attempt.id, uri, at: kit.clock.now() }),
  })
  return within(answer, {
    clock: kit.clock,
    ms: limits.connectDeadline,
    signal: attempt.signal,
    timeout() {
      const error = new LatchkeyError('connection.timeout', { wallet: connector.name })
      attempt.abort(error)
      return error
    },
    late: (session) => dropSession(kit, walletKey(namespace, connector.id), session),
  })
}

function join(kit: Kit, connector: Connector, attempt: RunningAttempt, session: WalletSession) {
  const { namespace, id } = connector
  if (!isCurrent(kit, attempt)) {
    dropSession(kit, walletKey(namespace, id), session)
    throw new LatchkeyError('request.aborted')
  }
  const also = (state: KitState) => namespaceUpdate(state, namespace)
  try {
    joinWallet(kit, { attempt, connector, session, isActive: true, also })
  } catch (cause) {
    dropSession(kit, walletKey(namespace, id), session)
    throw cause
  }
  endAttempt(kit, attempt)
}

/** S4-14: asks for a signature where the app wants one; otherwise the modal has done its work. */
function afterConnect(kit: Kit) {
  const state = kit.store.get()
  // The wallet must come to a network of the page first; the view that says so is open.
  if (isOnUnsupportedNetwork(kit, state)) return
  const { siwx, siweConfig } = kit.options
  const asks = asksForSignIn({
    signInEnabled: Boolean(siwx ?? siweConfig),
    hasAddress: selectIsConnected(state),
    hasSession: state.signIn.session !== undefined,
  })
  if (asks && hasScreen(kit)) open(kit, { view: siwx ? 'SIWXSignMessage' : 'ConnectingSiwe' })
  else close(kit, { reason: 'connected' })
}

function findConnector(kit: Kit, { connectorId, namespace }: ConnectWalletInput): Connector {
  const found = kit.store
    .get()
    .connectors.find(
      (connector) => connector.id === connectorId && (!namespace || connector.namespace === namespace),
    )
  if (!found) throw new LatchkeyError('connection.connector-not-found', { id: connectorId })
  return found
}
