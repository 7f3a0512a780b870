/** Asks for a wallet behind the relay: one pairing at a time, given up when the modal closes. */
import type { Connection, Connector, KitState } from '@latchkey/core'
import { type KitContext, retryRelay } from '@latchkey/core/screen'
import { isLatchkeyError, type LatchkeyError } from '@latchkey/spec/errors'
import { modalLimits } from '@latchkey/spec/limits'

const isRelay = ({ type }: Connector) => type === 'WALLET_CONNECT'

/** The way to wallets on other devices: of the namespace in front, else of any, since one approval serves all. */
export const selectRelayConnector = (state: KitState): Connector | undefined =>
  state.connectors.find((each) => isRelay(each) && each.namespace === state.activeNamespace) ??
  state.connectors.find(isRelay)

const selectRelayConnection = (state: KitState): Connection | undefined => {
  const connector = selectRelayConnector(state)
  return connector && state.connections[connector.namespace]
}

/** The link of the pairing that runs, while it can still be used (S4-09). */
export function pairingLink(state: KitState, now: number): string | undefined {
  const { phase, uri } = readPairing(state, now)
  return phase === 'ready' ? uri : undefined
}

/**
 * Does nothing while one runs: whoever needs the link next finds it there, so that a tap can open an app at once.
 * Resolves when it is over, however it ended; the state tells how.
 */
export async function startPairing(kit: KitContext): Promise<void> {
  const state = kit.store.get()
  const connector = selectRelayConnector(state)
  if (!connector || readPairing(state, kit.clock.now()).isRunning) return
  const { id: connectorId, namespace } = connector
  const leaving = new AbortController()
  // A code that nobody sees must not be answered.
  const release = kit.on(({ name }) => name === 'MODAL_CLOSE' && leaving.abort())
  try {
    await kit.connect({ connectorId, namespace, signal: leaving.signal })
  } catch (cause) {
    kit.log.info('No wallet came through the relay', cause)
  } finally {
    release()
  }
}

/** What a "Try again" does: a pairing that runs waits for its relay, any other starts anew (D-10). */
export function retryPairing(kit: KitContext): void {
  if (!readPairing(kit.store.get(), kit.clock.now()).isRunning) return void startPairing(kit)
  retryRelay(kit).catch((cause: unknown) => kit.log.info('The relay could not be tried again', cause))
}

/**
 * `lost`: the relay does not answer and is tried again. `refused`: it will not have this page. `renewing`: the code is
 * too old to be scanned, the next one is on its way. `stopped`: none runs, and none failed.
 */
export type PairingPhase =
  | 'unavailable'
  | 'stopped'
  | 'preparing'
  | 'ready'
  | 'renewing'
  | 'lost'
  | 'refused'
  | 'declined'
  | 'expired'
  | 'failed'
  | 'done'

export interface Pairing {
  readonly phase: PairingPhase
  readonly isRunning: boolean
  readonly uri: string | undefined
  /** Until the code is replaced, in milliseconds. */
  readonly left: number | undefined
  /** When a relay that is lost is tried again. */
  readonly retryAt: number | undefined
  readonly error: LatchkeyError | undefined
}

/** How the pairing stands, from the state alone. */
export function readPairing(state: KitState, now: number): Pairing {
  const connector = selectRelayConnector(state)
  const connection = selectRelayConnection(state)
  const attempt = connection?.attempt
  const isRunning = attempt?.kind === 'connect' && attempt.connectorId === connector?.id
  const uri = isRunning ? attempt.uri : undefined
  const left =
    uri === undefined || attempt?.uriExpiresAt === undefined
      ? undefined
      : Math.max(attempt.uriExpiresAt - modalLimits.pairingMargin - now, 0)
  const phase = phaseOf({ connector, connection, relay: state.relay, isRunning, left })
  const failure = connection && connector && errorOf(connection, connector)
  const error = isRunning ? state.relay.error : failure
  return { phase, isRunning, uri, left, retryAt: state.relay.retryAt, error }
}

/** What an extension answered is not the relay's. */
const errorOf = ({ error, failedId }: Connection, { id }: Connector) =>
  failedId === undefined || failedId === id ? error : undefined

interface PhaseInput {
  readonly connector: Connector | undefined
  readonly connection: Connection | undefined
  readonly relay: KitState['relay']
  readonly isRunning: boolean
  readonly left: number | undefined
}

function phaseOf({ connector, connection, relay, isRunning, left }: PhaseInput): PairingPhase {
  if (!connector) return 'unavailable'
  if (isRunning) {
    if (relay.status === 'refused' || relay.status === 'lost') return relay.status
    if (left === undefined) return 'preparing'
    return left > 0 ? 'ready' : 'renewing'
  }
  const error = connection && errorOf(connection, connector)
  if (!error) {
    const isConnected = connection?.wallets.some(({ connectorId }) => connectorId === connector.id)
    return isConnected ? 'done' : 'stopped'
  }
  if (isLatchkeyError(error, 'connection.rejected')) return 'declined'
  if (relay.status === 'refused') return 'refused'
  const isLate = isLatchkeyError(error, 'pairing.expired') || isLatchkeyError(error, 'connection.timeout')
  return isLate ? 'expired' : 'failed'
}
