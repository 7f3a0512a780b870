/** Shows a wallet that the app connected with a library of its own. */
import type { Namespace } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import type { Kit } from '../kit.js'
import { within } from '../within.js'
import { endAttempt, isCurrent, startAttempt } from './attempt.js'
import { joinWallet } from './join.js'

export interface AdoptInput {
  readonly namespace: Namespace
  readonly connectorId: string
}

/** Never rejects and never asks anybody. A wallet the kit already shows, or is busy with, is left to the kit. */
export async function adopt(kit: Kit, { namespace, connectorId }: AdoptInput): Promise<void> {
  const { connections, connectors, isDestroyed } = kit.store.get()
  const connector = connectors.find((each) => each.namespace === namespace && each.id === connectorId)
  const { wallets = [] } = connections[namespace] ?? {}
  if (isDestroyed || !connector?.reconnect || wallets.some((wallet) => wallet.connectorId === connectorId)) return
  // Whoever is being asked now, by the kit or at the start of the page, answers there.
  if (kit.jobs.attempts.has(namespace)) return
  const attempt = startAttempt(kit, { namespace, kind: 'reconnect', connectorId })
  try {
    const session = await within((async () => connector.reconnect?.({ signal: attempt.signal }))(), {
      clock: kit.clock,
      ms: limits.restoreDeadline,
      signal: attempt.signal,
      timeout: () => new LatchkeyError('connection.timeout', { wallet: connector.name }),
    })
    if (session && isCurrent(kit, attempt)) {
      const also = () => ({ activeNamespace: namespace })
      joinWallet(kit, { attempt, connector, session, isActive: true, also })
      kit.events.emit('CONNECT_SUCCESS', { namespace, connectorId, name: connector.name, restored: true })
    }
  } catch (cause) {
    kit.log.info(`${connectorId} was connected elsewhere and could not be shown`, cause)
  } finally {
    endAttempt(kit, attempt)
  }
}
