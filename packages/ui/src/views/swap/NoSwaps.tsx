/** What stands in the place of a view of swaps that has nothing to draw: on its way, not loaded, or switched off. */
import { useWords } from '../../copy/useWords.js'
import { Notice } from '../../parts/Notice.js'
import { LoadFailed, Waiting } from '../../shell/placeholders.js'
import { copy } from './copy.js'

interface NoSwapsProps {
  readonly status: 'loading' | 'off' | 'failed' | 'ready'
  retry(): void
}

export function NoSwaps({ status, retry }: NoSwapsProps) {
  const t = useWords(copy)
  if (status === 'failed') return <LoadFailed retry={retry} />
  if (status === 'off') return <Notice icon="alert" title={t('swap.off')} detail={t('swap.off-detail')} />
  return <Waiting />
}
