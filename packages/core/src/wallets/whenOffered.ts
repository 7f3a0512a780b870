/** Waits for a wallet that announces itself after the page has loaded. */
import type { Namespace } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import type { Connector } from '../connector.js'
import type { KitContext } from '../context.js'
import type { RunningAttempt } from '../jobs.js'
import { within } from '../within.js'

export interface WhenOfferedInput {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly attempt: RunningAttempt
  /** One moment for all wallets of an attempt, so that several absent ones do not add up. */
  readonly offeredBy: number
}

export async function whenOffered(
  context: KitContext,
  { namespace, connectorId, attempt, offeredBy }: WhenOfferedInput,
): Promise<Connector> {
  const find = () =>
    context.store
      .get()
      .connectors.find((connector) => connector.namespace === namespace && connector.id === connectorId)
  let unsubscribe = () => {}
  const offered = new Promise<Connector>((resolve) => {
    const look = () => {
      const connector = find()
      if (connector) resolve(connector)
    }
    unsubscribe = context.store.subscribe(look)
    look()
  })
  try {
    return await within(offered, {
      clock: context.clock,
      ms: Math.max(0, offeredBy - context.clock.now()),
      signal: attempt.signal,
      timeout: () => new LatchkeyError('connection.connector-not-found', { id: connectorId }),
    })
  } finally {
    unsubscribe()
  }
}
