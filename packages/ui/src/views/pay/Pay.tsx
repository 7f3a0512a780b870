/** A payment that the page asks for: what, by whom, from where; then how far it has come. */
import { type Pay, type PayState, pay } from '@latchkey/core/screen'
import { useEffect } from 'react'
import { useWords } from '../../copy/useWords.js'
import { Notice } from '../../parts/Notice.js'
import { LoadFailed, Waiting } from '../../shell/placeholders.js'
import { useFeature, useStore } from '../../useFeature.js'
import type { ViewProps } from '../view.js'
import { copy } from './copy.js'
import { PayProgress } from './PayProgress.js'
import { PayReview } from './PayReview.js'

export function View({ data }: ViewProps) {
  const t = useWords(copy)
  const { status, handle, retry } = useFeature<Pay>(pay)
  const request = data.pay
  useEffect(() => {
    // A page that opens the view by itself has asked nobody yet; what is wrong with its request is in its promise.
    if (handle && request) askQuietly(handle, request)
  }, [handle, request])
  if (status === 'failed') return <LoadFailed retry={retry} />
  if (status === 'off') return <Notice icon="alert" title={t('pay.off')} detail={t('pay.off-detail')} />
  return handle ? <Payment handle={handle} /> : <Waiting />
}

function askQuietly(handle: Pay, request: NonNullable<ViewProps['data']['pay']>): void {
  try {
    handle.askInModal(request).catch(() => {})
  } catch {
    // Refused as it is: the view says that there is nothing to pay.
  }
}

const everything = (state: PayState) => state

function Payment({ handle }: { readonly handle: Pay }) {
  const t = useWords(copy)
  const state = useStore(handle.store, everything)
  const { stage, order } = state
  useEffect(() => {
    // Back from receiving, buying or swapping: there may be enough now.
    if (handle.store.get().stage.status === 'short') handle.retry()
  }, [handle])
  if (!order || stage.status === 'idle') {
    return <Notice icon="card" title={t('pay.nothing')} detail={t('pay.nothing-detail')} />
  }
  if (stage.status === 'paying' || stage.status === 'paid' || stage.status === 'stopped') {
    return <PayProgress handle={handle} state={state} order={order} stage={stage} />
  }
  return <PayReview handle={handle} state={state} order={order} stage={stage} />
}
