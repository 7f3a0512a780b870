/** To whom: an address, a name or a payment link, and what became of it. */
import type { RecipientProblem, Send, SendFormState } from '@latchkey/core/screen'
import { useId } from 'react'
import type { Translate } from '../../copy/text.js'
import { useWords } from '../../copy/useWords.js'
import { useRetell } from '../../copy/wording.js'
import { IconButton } from '../../parts/IconButton.js'
import { shorten } from '../../parts/shorten.js'
import { copy } from './copy.js'
import styles from './send.sheet.css'

interface RecipientFieldProps {
  readonly form: Send
  readonly state: SendFormState
}

export function RecipientField({ form, state: { recipient, recipientText } }: RecipientFieldProps) {
  const t = useWords(copy)
  const retell = useRetell()
  const [fieldId, noteId] = [useId(), useId()]
  const isBad = recipient.status === 'invalid' || recipient.status === 'failed'
  return (
    <div className={styles.recipient} data-bad={isBad || undefined}>
      <label className={styles.label} htmlFor={fieldId}>
        {t('send.to')}
      </label>
      <div className={styles.recipientLine}>
        <input
          id={fieldId}
          type="text"
          placeholder={t('send.to-hint')}
          value={recipientText}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          aria-invalid={isBad || undefined}
          aria-describedby={noteId}
          onChange={({ target }) => form.typeRecipient(target.value)}
        />
        {recipientText !== '' && (
          <IconButton icon="close" label={t('send.clear')} onPress={() => form.typeRecipient('')} />
        )}
      </div>
      <p id={noteId} role="status" className={styles.recipientNote}>
        {noteOf()}
        {recipient.status === 'failed' && (
          <button type="button" className={styles.remarkAction} onClick={form.retry}>
            {t('send.retry')}
          </button>
        )}
      </p>
    </div>
  )

  function noteOf(): string | undefined {
    switch (recipient.status) {
      case 'resolving':
        return t('send.resolving')
      case 'invalid':
        return problemText(t, recipient.problem, recipient.detail ?? '')
      case 'failed':
        return retell(recipient.reason)
      case 'ready': {
        const { address, name } = recipient
        // What was typed needs no repetition; what it stands for does.
        if (name === undefined) return undefined
        return name === recipientText.trim().toLowerCase() ? shorten(address, { start: 10, end: 8 }) : name
      }
      default:
        return undefined
    }
  }
}

function problemText(t: Translate<typeof copy>, problem: RecipientProblem, detail: string): string {
  switch (problem) {
    case 'checksum':
      return t('send.bad-checksum')
    case 'unknown-name':
      return t('send.bad-name')
    case 'link':
      return t('send.bad-link')
    case 'other-namespace':
      return t('send.bad-namespace', { detail })
    case 'other-network':
      return t('send.bad-network', { detail })
    case 'unknown-token':
      return t('send.bad-token')
    default:
      return t('send.bad-address')
  }
}
