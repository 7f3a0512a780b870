/** What AppKit tells at once and the state of a kit does not have: who is signed in by email, and the wallets used before. */
import type { Kit, KitState, Namespace } from '@latchkey/core'
import { contextOf, type EmbeddedState, type EmbeddedUser } from '@latchkey/core/screen'

export interface Known {
  readonly user: EmbeddedUser | undefined
  readonly isSmartAccountDeployed: boolean
  /** Ids of wallets, the last one used first (S3-09). */
  readonly recent: readonly string[]
}

export interface KnownStore {
  /** The same object until something changed. */
  get(): Known
  /** Hears of the state of the kit too. */
  subscribe(listener: () => void): () => void
  /** `false` where the wallet was not among the recent ones. */
  forgetRecent(walletId: string): boolean
}

/** On a server, and while its paint is taken over. */
export const nothingKnown: Known = { user: undefined, isSmartAccountDeployed: false, recent: [] }

export function followKnown(kit: Kit): KnownStore {
  const { storage } = contextOf(kit)
  const recentIds = () => (storage.read('recentWallets') ?? []).map(({ id }) => id)
  const listeners = new Set<{ readonly hear: () => void }>()
  let known: Known = { ...nothingKnown, recent: recentIds() }
  let isAsked = false

  function set(update: Partial<Known>): void {
    known = { ...known, ...update }
    for (const { hear } of [...listeners]) hear()
  }
  const lookAtRecent = () => set({ recent: recentIds() })
  const learn = ({ user, isSmartAccountDeployed = false }: EmbeddedState) =>
    set({ user, isSmartAccountDeployed })

  /** Once the wallet is connected its code is there; before, nothing is fetched for it. */
  function lookForEmbedded(state: KitState): void {
    if (isAsked || !embeddedNamespace(state)) return
    isAsked = true
    kit.embedded().then(
      (wallet) => {
        if (!wallet) return
        kit.onDestroy(wallet.store.subscribe(learn))
        learn(wallet.store.get())
      },
      () => {
        isAsked = false
      },
    )
  }

  lookForEmbedded(kit.store.get())
  kit.subscribe(lookForEmbedded)
  kit.on(({ name }) => name === 'CONNECT_SUCCESS' && lookAtRecent())
  kit.onDestroy(storage.follow('recentWallets', lookAtRecent))
  return {
    get: () => known,
    subscribe(hear) {
      const entry = { hear }
      listeners.add(entry)
      const stop = kit.store.subscribe(() => hear())
      return () => {
        listeners.delete(entry)
        stop()
      }
    },
    forgetRecent(walletId) {
      const wallets = storage.read('recentWallets') ?? []
      const others = wallets.filter(({ id }) => id !== walletId)
      if (others.length === wallets.length) return false
      storage.write('recentWallets', others)
      lookAtRecent()
      return true
    },
  }
}

/** Where the embedded wallet is connected; the namespace in front, if it is there. */
export function embeddedNamespace({
  connectors,
  connections,
  activeNamespace,
}: KitState): Namespace | undefined {
  const own = connectors
    .filter(
      ({ type, id, namespace }) =>
        type === 'AUTH' && connections[namespace]?.wallets.some(({ connectorId }) => connectorId === id),
    )
    .map(({ namespace }) => namespace)
  return own.includes(activeNamespace) ? activeNamespace : own[0]
}
