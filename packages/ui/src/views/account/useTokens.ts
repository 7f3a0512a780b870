/** What the account on screen holds. */
import { subjectKey, type TokenList, tokens } from '@latchkey/core/screen'
import { useAccountList } from '../../useAccountList.js'
import { useSubject } from '../../useSubject.js'

export interface ShownTokens {
  /** `undefined` until the first answer is on its way. */
  readonly list: TokenList | undefined
  /** The code did not come. */
  readonly hasFailedToStart: boolean
  retry(): void
}

export function useTokens(): ShownTokens {
  const subject = useSubject()
  const { handle, list, status, restart } = useAccountList({
    feature: tokens,
    subject,
    keyOf: subjectKey,
  })
  return {
    list,
    hasFailedToStart: status === 'failed',
    retry: () => (handle && subject ? void handle.refresh(subject) : restart()),
  }
}
