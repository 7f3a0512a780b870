/** Tokens that could not be read: a failed read looks neither like an empty account nor like the whole of one (D-13). */
import type { Send, SendFormState } from '@latchkey/core/screen'
import { useWords } from '../../copy/useWords.js'
import { Notice } from '../../parts/Notice.js'
import { Retry } from '../account/Retry.js'
import { useSecondsLeft } from '../account/useSecondsLeft.js'
import { copy } from './copy.js'
import { Remark } from './Remark.js'

interface TokensFailedProps {
  readonly form: Send
  readonly tokens: SendFormState['tokens']
}

/** In place of the list. */
export function TokensFailed({ form, tokens }: TokensFailedProps) {
  const t = useWords(copy)
  return (
    <Notice
      icon="unplugged"
      tone="bad"
      title={t('send.tokens-failed')}
      detail={t('send.tokens-failed-detail')}
    >
      <Retry at={tokens.retryAt} onRetry={form.retry} />
    </Notice>
  )
}

/** Beside what is known all the same. */
export function TokensPartly({ form, tokens }: TokensFailedProps) {
  const t = useWords(copy)
  const seconds = useSecondsLeft(tokens.retryAt)
  const text = seconds > 0 ? t('send.retry-in', { seconds }) : t('send.retry')
  return (
    <Remark action={{ text, isDisabled: seconds > 0, run: form.retry }}>{t('send.tokens-partly')}</Remark>
  )
}
