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
  const { services, storage, store, clock, log, jobs, options } = context
  followPages(context)
  if (!options.enableReconnect) return
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

/** What is connected or left on another page of the same app is so on this one too, without a reload. */
function followPages(context: KitContext): void {
  const { services, storage, log, jobs, options } = context
  const follow = (what: Promise<unknown>) =>
    what.catch((cause: unknown) => jobs.scope.isClosed || log.info('Another page was not followed', cause))
  jobs.scope.add(
    storage.follow('connections', () => {
      // A wallet that this page knows stays; one that another page connected is asked quietly.
      if (options.enableReconnect) void follow(services.wallets(({ reconnect }) => reconnect(context)))
    }),
  )
  jobs.scope.add(
    storage.follow('left', () => {
      const left = storage.read('left')
      if (left) void follow(services.wallets(({ leaveToo }) => leaveToo(context, left)))
    }),
  )
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
