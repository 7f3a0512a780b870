/** What a page does with the wallets that it remembers when it starts (S4-02, S4-03). */
import { isNamespace, type Namespace } from '@latchkey/spec/caip'
import type { KitContext } from './context.js'
import type { Attempt, Connection, KitState } from './state.js'

/** Of no running attempt: those count from one. */
const comingId = 0

/**
 * Never rejects. Somebody who was never here has nothing to restore, and nothing is fetched for them. Everybody else
 * is shown as connecting from the first moment, also while the code that asks their wallet is on its way.
 */
export async function restoreWallets(context: KitContext): Promise<void> {
  const { services, storage, store, clock, log, jobs } = context
  const remembered = Object.entries(storage.read('connections') ?? {})
    .filter(([, connectorIds]) => connectorIds && connectorIds.length > 0)
    .map(([namespace]) => namespace)
    .filter(isNamespace)
  if (remembered.length === 0) return
  store.set({ connections: coming(remembered, clock.now()) })
  try {
    await services.wallets(({ reconnect }) => reconnect(context, { kind: 'restore' }))
  } catch (cause) {
    if (jobs.scope.isClosed) return
    log.error('Stored wallets were not restored', cause)
    store.set(withoutComing)
  }
}

function coming(namespaces: readonly Namespace[], startedAt: number): KitState['connections'] {
  const attempt: Attempt = {
    id: comingId,
    kind: 'restore',
    connectorId: undefined,
    startedAt,
    uri: undefined,
    uriExpiresAt: undefined,
  }
  const connection: Connection = { status: 'connecting', wallets: [], attempt, error: undefined }
  return Object.fromEntries(namespaces.map((namespace) => [namespace, connection]))
}

function withoutComing({ connections }: KitState): Pick<KitState, 'connections'> {
  const others = Object.entries(connections).filter(([, { attempt }]) => attempt?.id !== comingId)
  return { connections: Object.fromEntries(others) }
}
