/** The connection state machine of one namespace as a pure function: every change of a connection goes through here. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { Account } from '@latchkey/spec/entities'
import type { LatchkeyError } from '@latchkey/spec/errors'
import { type ConnectionStatus, pairingExpiry } from '@latchkey/spec/states'
import type { Attempt, ConnectedWallet, Connection } from './state.js'

export type ConnectionEvent =
  | { readonly type: 'attemptStarted'; readonly attempt: Attempt }
  | { readonly type: 'uriShown'; readonly attemptId: number; readonly uri: string; readonly at: number }
  | { readonly type: 'attemptEnded'; readonly attemptId: number; readonly error?: LatchkeyError | undefined }
  | {
      readonly type: 'walletJoined'
      readonly attemptId: number
      readonly wallet: ConnectedWallet
      readonly isActive: boolean
    }
  | {
      readonly type: 'walletChanged'
      readonly connectorId: string
      readonly accounts: readonly Account[]
      readonly networkId: NetworkId | undefined
    }
  | { readonly type: 'walletChosen'; readonly connectorId: string }
  | { readonly type: 'walletLeft'; readonly connectorId: string }

export const noConnection: Connection = {
  status: 'disconnected',
  wallets: [],
  attempt: undefined,
  error: undefined,
}

/** An event about an attempt or a wallet that is gone changes nothing: late answers never win. */
export function reduceConnection(before: Connection, event: ConnectionEvent): Connection {
  const after = step(before, event)
  return after === before ? before : { ...after, status: statusOf(after) }
}

/** With a wallet the namespace is connected, also while another wallet is being added. */
function statusOf({ wallets, attempt }: Connection): ConnectionStatus {
  if (wallets.length > 0) return 'connected'
  if (!attempt) return 'disconnected'
  // S4-02: at the start of a page a stored connection shows as connecting, not as reconnecting.
  return attempt.kind === 'reconnect' ? 'reconnecting' : 'connecting'
}

function step(before: Connection, event: ConnectionEvent): Connection {
  const { wallets, attempt } = before
  switch (event.type) {
    case 'attemptStarted':
      return { ...before, attempt: event.attempt, error: undefined }
    case 'uriShown':
      if (attempt?.id !== event.attemptId) return before
      return { ...before, attempt: { ...attempt, uri: event.uri, uriExpiresAt: pairingExpiry(event.at) } }
    case 'attemptEnded':
      if (attempt?.id !== event.attemptId) return before
      return { ...before, attempt: undefined, error: event.error, failedId: attempt.connectorId }
    case 'walletJoined': {
      if (attempt?.id !== event.attemptId) return before
      const others = wallets.filter(({ connectorId }) => connectorId !== event.wallet.connectorId)
      return {
        ...before,
        wallets: event.isActive ? [event.wallet, ...others] : [...others, event.wallet],
        error: undefined,
      }
    }
    case 'walletChanged': {
      const { connectorId, accounts, networkId } = event
      if (!wallets.some((wallet) => wallet.connectorId === connectorId)) return before
      return {
        ...before,
        wallets: wallets.map((wallet) =>
          wallet.connectorId === connectorId ? { ...wallet, accounts, networkId } : wallet,
        ),
      }
    }
    case 'walletChosen': {
      const chosen = wallets.find(({ connectorId }) => connectorId === event.connectorId)
      if (!chosen || chosen === wallets[0]) return before
      return { ...before, wallets: [chosen, ...wallets.filter((wallet) => wallet !== chosen)] }
    }
    case 'walletLeft': {
      const rest = wallets.filter(({ connectorId }) => connectorId !== event.connectorId)
      return rest.length === wallets.length ? before : { ...before, wallets: rest }
    }
  }
}
