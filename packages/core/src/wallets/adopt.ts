/** Shows a wallet that the app connected with a library of its own. */
import type { Namespace } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import type { Connector } from '../connector.js'
import type { RunningAttempt } from '../jobs.js'
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
export function adopt(kit: Kit, input: AdoptInput): Promise<void> {
  const { lanes, scope } = kit.jobs
  // One after the other: of two attempts in one namespace the later would end the earlier.
  return lanes.run(`adopt ${input.namespace}`, scope.signal, () => show(kit, input)).catch(() => {})
}

async function show(kit: Kit, input: AdoptInput): Promise<void> {
  const { namespace, connectorId } = input
  // Whoever is being asked now, by the kit or at the start of the page, is answered first.
  while (kit.jobs.attempts.has(namespace)) await attemptEnded(kit, namespace)
  const { connections, connectors } = kit.store.get()
  const connector = connectors.find((each) => each.namespace === namespace && each.id === connectorId)
  const { wallets = [] } = connections[namespace] ?? {}
  if (!connector?.reconnect || wallets.some((wallet) => wallet.connectorId === connectorId)) return
  const attempt = startAttempt(kit, { namespace, kind: 'reconnect', connectorId })
  try {
    await restore(kit, connector, attempt, input)
  } catch (cause) {
    kit.log.info(`${connectorId} was connected elsewhere and could not be shown`, cause)
  } finally {
    endAttempt(kit, attempt)
  }
  // Somebody chose a wallet meanwhile and ended this attempt; the one connected elsewhere follows theirs.
  if (kit.jobs.attempts.has(namespace)) await show(kit, input)
}

async function restore(
  kit: Kit,
  connector: Connector,
  attempt: RunningAttempt,
  { namespace, connectorId, isActive }: AdoptInput,
): Promise<void> {
  const session = await within((async () => connector.reconnect?.({ signal: attempt.signal }))(), {
    clock: kit.clock,
    ms: limits.restoreDeadline,
    signal: attempt.signal,
    timeout: () => new LatchkeyError('connection.timeout', { wallet: connector.name }),
  })
  if (!session || !isCurrent(kit, attempt)) return
  const also = (state: KitState) => (isActive ? namespaceUpdate(state, namespace) : {})
  joinWallet(kit, { attempt, connector, session, isActive, also })
  kit.events.emit('CONNECT_SUCCESS', { namespace, connectorId, name: connector.name, restored: true })
}

/** Rejects when the kit is destroyed: then nobody tells that an attempt ended. */
function attemptEnded(kit: Kit, namespace: Namespace): Promise<void> {
  const { scope } = kit.jobs
  const isBusy = () => kit.store.get().connections[namespace]?.attempt !== undefined
  return new Promise((resolve, reject) => {
    const release = scope.add(() => reject(new LatchkeyError('kit.destroyed')))
    const look = () => {
      if (isBusy()) return
      stop()
      release()
      resolve()
    }
    const stop = kit.store.subscribe(look)
    look()
  })
}
