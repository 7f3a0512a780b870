/** Choosing a name for the account: free or taken as one types, then signed for and registered (S4-21). */
import { names } from '@latchkey/core/screen'
import { isSupportedOn } from '@latchkey/spec/options'
import { useEffect } from 'react'
import { useSelect } from '../../context.js'
import { useWords } from '../../copy/useWords.js'
import { Notice } from '../../parts/Notice.js'
import { LoadFailed, Waiting } from '../../shell/placeholders.js'
import { useFeature } from '../../useFeature.js'
import type { ViewProps } from '../view.js'
import { copy } from './copy.js'
import { NameForm } from './NameForm.js'

export function View({ data: { name: wish } }: ViewProps) {
  const t = useWords(copy)
  const { status, handle, retry } = useFeature(names)
  const namespace = useSelect((state) => state.activeNamespace)
  useEffect(() => {
    handle?.open(wish)
    // A wallet must not go on asking for a form that is gone.
    return () => handle?.cancel()
  }, [handle, wish])
  // S9-14
  if (!isSupportedOn('names', namespace))
    return <Notice icon="globe" title={t('names.elsewhere')} detail={t('names.elsewhere-detail')} />
  if (status === 'failed') return <LoadFailed retry={retry} />
  if (status === 'off') return <Notice icon="alert" title={t('names.off')} detail={t('names.off-detail')} />
  return handle ? <NameForm form={handle} /> : <Waiting />
}
