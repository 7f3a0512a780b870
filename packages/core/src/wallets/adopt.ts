/** Shows a wallet that the app connected with a library of its own. */
import type { Namespace } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import type { Connector } from '../connector.js'
import type { KitContext } from '../context.js'
import type { RunningAttempt } from '../jobs.js'
import type { KitState } from '../state.js'
import { within } from '../within.js'
import { endAttempt, isCurrent, startAttempt } from './attempt.js'
import { joinWallet } from './join.js'
import { namespaceUpdate } from './place.js'
import { tellConnected } from './tellConnected.js'

export interface AdoptInput {
  readonly namespace: Namespace
  readonly connectorId: string
  /** It goes before the wallets that are connected already. */
  readonly isActive: boolean
}

/** Never rejects and never asks anybody. A wallet the kit already shows is left alone. */
export function adopt(context: KitContext, input: AdoptInput): Promise<void> {
  const { lanes, scope } = context.jobs
  // One after the other: of two attempts in one namespace the later would end the earlier.
  return lanes.run(`adopt ${input.namespace}`, scope.signal, () => show(context, input)).catch(() => {})
}

async function show(context: KitContext, input: AdoptInput): Promise<void> {
  const { namespace, connectorId } = input
  // Whoever is being asked now, by the kit or at the start of the page, is answered first.
  while (context.jobs.attempts.has(namespace)) await attemptEnded(context, namespace)
  const { connections, connectors } = context.store.get()
  const connector = connectors.find((each) => each.namespace === namespace && each.id === connectorId)
  const { wallets = [] } = connections[namespace] ?? {}
  if (!connector?.reconnect || wallets.some((wallet) => wallet.connectorId === connectorId)) return
  const attempt = startAttempt(context, { namespace, kind: 'reconnect', connectorId })
  try {
    await restore(context, connector, attempt, input)
  } catch (cause) {
    context.log.info(`${connectorId} was connected elsewhere and could not be shown`, cause)
  } finally {
    endAttempt(context, attempt)
  }
  // Somebody chose a wallet meanwhile and ended this attempt; the one connected elsewhere follows theirs.
  if (context.jobs.attempts.has(namespace)) await show(context, input)
}

async function restore(
  context: KitContext,
  connector: Connector,
  attempt: RunningAttempt,
  { namespace, connectorId, isActive }: AdoptInput,
): Promise<void> {
  const session = await within((async () => connector.reconnect?.({ signal: attempt.signal }))(), {
    clock: context.clock,
    ms: limits.restoreDeadline,
    signal: attempt.signal,
    timeout: () => new LatchkeyError('connection.timeout', { wallet: connector.name }),
  })
  if (!session || !isCurrent(context, attempt)) return
  const also = (state: KitState) => (isActive ? namespaceUpdate(state, namespace) : {})
  joinWallet(context, { attempt, connector, session, isActive, also })
  tellConnected(context, { namespace, connectorId, name: connector.name, restored: true })
}

/** Rejects when the kit is destroyed: then nobody tells that an attempt ended. */
function attemptEnded(context: KitContext, namespace: Namespace): Promise<void> {
  const { scope } = context.jobs
  const isBusy = () => context.store.get().connections[namespace]?.attempt !== undefined
  return new Promise((resolve, reject) => {
    const release = scope.add(() => reject(new LatchkeyError('kit.destroyed')))
    const look = () => {
      if (isBusy()) return
      stop()
      release()
      resolve()
    }
    const stop = context.store.subscribe(look)
    look()
  })
}
