/** In place of a view of sending whose form is not there: on its way, switched off, or not to be had. */
import type { Send } from '@latchkey/core/screen'
import { useWords } from '../../copy/useWords.js'
import { Notice } from '../../parts/Notice.js'
import { LoadFailed, Waiting } from '../../shell/placeholders.js'
import type { StartedFeature } from '../../useFeature.js'
import { copy } from './copy.js'

export function NotStarted({ started }: { readonly started: StartedFeature<Send> }) {
  const t = useWords(copy)
  if (started.status === 'failed') return <LoadFailed retry={started.retry} />
  if (started.status === 'off')
    return <Notice icon="alert" title={t('send.off')} detail={t('send.off-detail')} />
  return <Waiting />
}
