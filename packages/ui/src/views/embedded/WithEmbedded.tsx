/** Waits for the embedded wallet's part of the kit, and says so where it cannot be had. */
import { type Embedded, type EmbeddedState, embedded } from '@latchkey/core/screen'
import { type ReactNode, useCallback } from 'react'
import { useWords } from '../../copy/useWords.js'
import { Notice } from '../../parts/Notice.js'
import { LoadFailed, Waiting } from '../../shell/placeholders.js'
import { useFeature, useStore } from '../../useFeature.js'
import { copy } from './copy.js'

interface WithEmbeddedProps {
  children(wallet: Embedded, state: EmbeddedState): ReactNode
}

export function WithEmbedded({ children }: WithEmbeddedProps) {
  const t = useWords(copy)
  const { status, handle, retry } = useFeature(embedded)
  if (status === 'failed') return <LoadFailed retry={retry} />
  if (status === 'off') return <Notice icon="alert" title={t('off.title')} detail={t('off.detail')} />
  return handle ? <Following wallet={handle}>{children}</Following> : <Waiting />
}

function Following({ wallet, children }: WithEmbeddedProps & { readonly wallet: Embedded }) {
  const state = useStore(
    wallet.store,
    useCallback((whole: EmbeddedState) => whole, []),
  )
  return children(wallet, state)
}
