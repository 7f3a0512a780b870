/** The wallets to offer beside those in this browser. They come together, into places that are kept for them. */
import { type Directory, type DirectoryWallet, type KitContext, recentWallets } from '@latchkey/core/screen'
import { useEffect, useState } from 'react'
import { useKitContext } from '../context.js'
import { whenPainted } from '../whenPainted.js'
import { openDirectory } from './openDirectory.js'
import { type AdvisedWallets, absentWallets, noAdvice } from './walletRows.js'

/** `undefined` while they are on their way. The directory gives up by itself and answers from the widget's copy. */
export function useAdvisedWallets({ isWanted }: { readonly isWanted: boolean }): AdvisedWallets | undefined {
  const kit = useKitContext()
  const [advised, setAdvised] = useState<AdvisedWallets>()
  useEffect(() => {
    if (!isWanted) return
    const leaving = new AbortController()
    advise(kit, leaving.signal)
      .catch((cause: unknown) => {
        if (!leaving.signal.aborted) kit.log.warn('No wallets could be recommended', cause)
        return noAdvice
      })
      .then((found) => !leaving.signal.aborted && setAdvised(found))
      .catch(() => {})
    return () => leaving.abort()
  }, [kit, isWanted])
  return isWanted ? advised : noAdvice
}

/** Kits whose directory was asked for before. */
const opened = new WeakSet<KitContext>()

async function advise(kit: KitContext, signal: AbortSignal): Promise<AdvisedWallets> {
  // What is drawn already is seen before its code is fetched.
  if (!opened.has(kit)) await whenPainted()
  opened.add(kit)
  signal.throwIfAborted()
  const directory = await openDirectory(kit)
  const [featured, recommended] = await Promise.all([
    directory.getFeatured({ signal }),
    directory.getRecommended({ signal }),
  ])
  const { custom } = directory
  const recent = await recentOf(kit, directory, { known: [...featured, ...custom, ...recommended], signal })
  return { featured, custom, recommended, recent }
}

interface RecentInput {
  readonly known: readonly DirectoryWallet[]
  readonly signal: AbortSignal
}

/** S9-04: those among the last two that are not in this browser, newest first. */
async function recentOf(kit: KitContext, directory: Directory, { known, signal }: RecentInput) {
  const absent = absentWallets(recentWallets(kit), kit.store.get().connectors)
  const found = await Promise.all(
    absent.map(async (id) => known.find((wallet) => wallet.id === id) ?? directory.getWallet(id, { signal })),
  )
  return found.filter((wallet) => wallet !== undefined)
}
