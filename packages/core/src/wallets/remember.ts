/** Which wallets to try again after a reload, most recently used first (S4-03). */
import type { Namespace } from '@latchkey/spec/caip'
import type { Kit } from '../kit.js'

interface WalletRef {
  readonly namespace: Namespace
  readonly connectorId: string
}

export function rememberedWallets(kit: Kit, namespace: Namespace): readonly string[] {
  return kit.storage.read('connections')?.[namespace] ?? []
}

/** The active wallet goes to the front; one restored beside it keeps its place. */
export function rememberUsed(
  kit: Kit,
  { namespace, connectorId, isActive }: WalletRef & { isActive: boolean },
) {
  const known = rememberedWallets(kit, namespace)
  if (!isActive && known.includes(connectorId)) return
  const others = known.filter((id) => id !== connectorId)
  write(kit, namespace, isActive ? [connectorId, ...others] : [...others, connectorId])
}

export function rememberLeft(kit: Kit, { namespace, connectorId }: WalletRef) {
  write(
    kit,
    namespace,
    rememberedWallets(kit, namespace).filter((id) => id !== connectorId),
  )
}

/** Keeps only these: a reconnect that found nothing behind the others forgets them (S4-03). */
export function rememberOnly(kit: Kit, namespace: Namespace, connectorIds: readonly string[]) {
  write(
    kit,
    namespace,
    rememberedWallets(kit, namespace).filter((id) => connectorIds.includes(id)),
  )
}

function write(kit: Kit, namespace: Namespace, connectorIds: readonly string[]) {
  const { [namespace]: _, ...others } = kit.storage.read('connections') ?? {}
  const connections = connectorIds.length > 0 ? { ...others, [namespace]: [...connectorIds] } : others
  if (Object.keys(connections).length > 0) kit.storage.write('connections', connections)
  else kit.storage.forget('connections')
}
