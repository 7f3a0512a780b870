/** Asks a session to end, with a deadline; a new connection to the same wallet waits for it. */
import { LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import type { WalletSession } from '../connector.js'
import type { KitContext } from '../context.js'
import type { WalletKey } from '../jobs.js'
import { within } from '../within.js'

/** Rejects when the wallet refuses or does not answer in time. */
export function endSession(context: KitContext, key: WalletKey, session: WalletSession): Promise<void> {
  const { leaving, scope } = context.jobs
  const ending = within((async () => session.disconnect())(), {
    clock: context.clock,
    ms: limits.disconnectDeadline,
    timeout: () => new LatchkeyError('connection.timeout', { wallet: key }),
    signal: scope.signal,
  })
  const settled = ending
    .catch(() => {})
    .finally(() => {
      if (leaving.get(key) === settled) leaving.delete(key)
    })
  leaving.set(key, settled)
  return ending
}

/**
 * Ends a session that nobody uses. A wallet that is connected by now is left alone: for the wallet it may be the same
 * session.
 */
export function dropSession(context: KitContext, key: WalletKey, session: WalletSession): void {
  if (context.jobs.watches.has(key)) return
  endSession(context, key, session).catch((cause: unknown) =>
    context.log.warn('An unused session would not end', cause),
  )
}
