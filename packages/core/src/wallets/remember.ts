/** Which wallets to try again after a reload, most recently used first (S4-03). */
import type { Namespace } from '@latchkey/spec/caip'
import type { KitContext } from '../context.js'

interface WalletRef {
  readonly namespace: Namespace
  readonly connectorId: string
}

export function rememberedWallets(context: KitContext, namespace: Namespace): readonly string[] {
  return context.storage.read('connections')?.[namespace] ?? []
}

/** The active wallet goes to the front; one restored beside it keeps its place. */
export function rememberUsed(
  context: KitContext,
  { namespace, connectorId, isActive }: WalletRef & { isActive: boolean },
) {
  const known = rememberedWallets(context, namespace)
  if (!isActive && known.includes(connectorId)) return
  const others = known.filter((id) => id !== connectorId)
  write(context, namespace, isActive ? [connectorId, ...others] : [...others, connectorId])
}

export function rememberLeft(context: KitContext, { namespace, connectorId }: WalletRef) {
  write(
    context,
    namespace,
    rememberedWallets(context, namespace).filter((id) => id !== connectorId),
  )
}

/** Keeps only these: a reconnect that found nothing behind the others forgets them (S4-03). */
export function rememberOnly(context: KitContext, namespace: Namespace, connectorIds: readonly string[]) {
  const known = rememberedWallets(context, namespace)
  const kept = known.filter((id) => connectorIds.includes(id))
  // Other pages follow what is written, and would write it back to this one without end.
  if (kept.length < known.length) write(context, namespace, kept)
}

function write(context: KitContext, namespace: Namespace, connectorIds: readonly string[]) {
  const { [namespace]: _, ...others } = context.storage.read('connections') ?? {}
  const connections = connectorIds.length > 0 ? { ...others, [namespace]: [...connectorIds] } : others
  if (Object.keys(connections).length > 0) context.storage.write('connections', connections)
  else context.storage.forget('connections')
}
