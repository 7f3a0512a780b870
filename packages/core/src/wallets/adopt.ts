/** Shows a wallet that the app connected with a library of its own. */
import type { Namespace } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import type { Kit } from '../kit.js'
import type { KitState } from '../state.js'
import { within } from '../within.js'
import { endAttempt, isCurrent, startAttempt } from './attempt.js'
import { namespaceUpdate } from './change.js'
import { joinWallet } from './join.js'

export interface AdoptInput {
  readonly namespace: Namespace
  readonly connectorId: string
  /** It goes before the wallets that are connected already. */
  readonly isActive: boolean
}

/** Never rejects and never asks anybody. A wallet the kit already shows is left alone. */
export async function adopt(kit: Kit, { namespace, connectorId, isActive }: AdoptInput): Promise<void> {
  // Whoever is being asked now, by the kit or at the start of the page, is answered first.
  while (kit.jobs.attempts.has(namespace)) await attemptEnded(kit, namespace)
  const { connections, connectors, isDestroyed } = kit.store.get()
  const connector = connectors.find((each) => each.namespace === namespace && each.id === connectorId)
  const { wallets = [] } = connections[namespace] ?? {}
  if (isDestroyed || !connector?.reconnect || wallets.some((wallet) => wallet.connectorId === connectorId))
    return
  const attempt = startAttempt(kit, { namespace, kind: 'reconnect', connectorId })
  try {
    const session = await within((async () => connector.reconnect?.({ signal: attempt.signal }))(), {
      clock: kit.clock,
      ms: limits.restoreDeadline,
      signal: attempt.signal,
      timeout: () => new LatchkeyError('connection.timeout', { wallet: connector.name }),
    })
    if (session && isCurrent(kit, attempt)) {
      const also = (state: KitState) => (isActive ? namespaceUpdate(state, namespace) : {})
      joinWallet(kit, { attempt, connector, session, isActive, also })
      kit.events.emit('CONNECT_SUCCESS', { namespace, connectorId, name: connector.name, restored: true })
    }
  } catch (cause) {
    kit.log.info(`${connectorId} was connected elsewhere and could not be shown`, cause)
  } finally {
    endAttempt(kit, attempt)
  }
}

function attemptEnded(kit: Kit, namespace: Namespace): Promise<void> {
  const isBusy = () => kit.store.get().connections[namespace]?.attempt !== undefined
  return new Promise((resolve) => {
    const stop = kit.store.subscribe(() => {
      if (isBusy()) return
      stop()
      resolve()
    })
    if (isBusy()) return
    stop()
    resolve()
  })
}
