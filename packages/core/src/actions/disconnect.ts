/** Leaves wallets: one, those of a namespace, or all (S4-05). */
import { isNamespace, type Namespace } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { alive, type KitContext } from '../context.js'
import { walletKey } from '../jobs.js'
import type { DisconnectInput } from '../kit.js'
import { abortAttempt } from '../wallets/attempt.js'
import { forgetWallets } from '../wallets/forget.js'
import { endSession } from '../wallets/leave.js'
import { rememberLeft, rememberOnly } from '../wallets/remember.js'
import { close } from './close.js'

/**
 * The page forgets the wallet at once, whatever the wallet says to it: a person who left must not be shown as
 * connected because an extension does not answer. A refusal is reported afterwards.
 */
export async function disconnect(
  context: KitContext,
  { namespace, connectorId }: DisconnectInput = {},
): Promise<void> {
  alive(context)
  const { connections } = context.store.get()
  const wanted = namespace ? [namespace] : Object.keys(connections).filter(isNamespace)
  const left: Namespace[] = []
  const endings = wanted.flatMap((each) => {
    const own = leave(context, each, connectorId)
    if (own.length > 0) left.push(each)
    return own
  })
  const isAll = !namespace && !connectorId
  if (isAll)
    for (const key of ['connections', 'embeddedLogin', 'embeddedCapsule', 'deepLink'] as const)
      context.storage.forget(key)
  const results = await Promise.allSettled(endings)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw report(context, isAll ? undefined : left[0], failed.reason)
  if (left.length === 0) return
  for (const each of isAll ? (['all'] as const) : left) {
    context.events.emit('DISCONNECT_SUCCESS', { namespace: each })
  }
}

function leave(context: KitContext, namespace: Namespace, connectorId: string | undefined): Promise<void>[] {
  const { connections, activeNamespace } = context.store.get()
  const { wallets = [], attempt } = connections[namespace] ?? {}
  const isOurs = (id: string | undefined) => !connectorId || id === connectorId
  if (attempt && isOurs(attempt.connectorId)) abortAttempt(context, namespace)
  if (connectorId) rememberLeft(context, { namespace, connectorId })
  else rememberOnly(context, namespace, [])
  const leaving = wallets.filter((wallet) => isOurs(wallet.connectorId))
  if (leaving.length === 0) return []
  const connectorIds = leaving.map((wallet) => wallet.connectorId)
  forgetWallets(context, namespace, connectorIds)
  context.storage.write('left', { namespace, connectorIds, at: String(context.clock.now()) })
  if (leaving.length === wallets.length && namespace === activeNamespace) {
    close(context, { reason: 'disconnected', force: true })
  }
  return leaving.map(({ connectorId: id, session }) => endSession(context, walletKey(namespace, id), session))
}

/** Another page of the app left these wallets, and asks them to end: this one only lets go of them. */
export function leaveToo(
  context: KitContext,
  { namespace, connectorIds }: { readonly namespace: Namespace; readonly connectorIds: readonly string[] },
): void {
  const { wallets = [] } = context.store.get().connections[namespace] ?? {}
  const own = connectorIds.filter((id) => wallets.some((wallet) => wallet.connectorId === id))
  if (own.length === 0) return
  forgetWallets(context, namespace, own)
  context.events.emit('DISCONNECT_SUCCESS', { namespace })
}

/** S8-04 */
function report(context: KitContext, namespace: Namespace | undefined, cause: unknown): LatchkeyError {
  const error = namespace
    ? new LatchkeyError('connection.disconnect-chain-failed', { chain: namespace }, { cause })
    : new LatchkeyError('connection.disconnect-failed', {}, { cause })
  context.events.emit('DISCONNECT_ERROR', { namespace: namespace ?? 'all', message: error.message })
  return error
}
