/** The directory's answer to what is searched for. While a new question is under way the last answer stays. */
import { useEffect, useRef, useState } from 'react'
import { useKitContext } from '../context.js'
import {
  createWalletPages,
  type LoadedPages,
  nothingYet,
  type WalletPages,
  type WalletPagesQuery,
} from './walletPages.js'

export interface ShownPages extends LoadedPages {
  /** Another question than the one that these wallets answer is under way. */
  readonly isStale: boolean
  /** Which answer this is; it changes with the question. */
  readonly answer: string
  reach(index: number): void
  retry(): void
}

interface Answer extends LoadedPages {
  readonly key: string
}

export function useWalletPages(query: WalletPagesQuery): ShownPages {
  const kit = useKitContext()
  const key = JSON.stringify(query)
  const pages = useRef<WalletPages>(undefined)
  const [shown, setShown] = useState<Answer>({ ...nothingYet, key })
  useEffect(() => {
    const asked = createWalletPages(kit, JSON.parse(key) as WalletPagesQuery) // written by the line above
    pages.current = asked
    const follow = () => {
      const loaded = asked.get()
      setShown((before) => (loaded.status === 'loading' && before.key !== key ? before : { ...loaded, key }))
    }
    const release = asked.subscribe(follow)
    return () => {
      release()
      asked.stop()
    }
  }, [kit, key])
  const { key: answer, ...loaded } = shown
  return {
    ...loaded,
    answer,
    isStale: answer !== key,
    reach: (index) => pages.current?.reach(index),
    retry: () => pages.current?.retry(),
  }
}
