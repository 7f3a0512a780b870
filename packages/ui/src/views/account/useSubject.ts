/** The account on screen, on the network it is on. */
import { type Subject, subjectKey, subjectOf } from '@latchkey/core/screen'
import { parseAccountId } from '@latchkey/spec/caip'
import { useMemo } from 'react'
import { useSelect } from '../../context.js'

export function useSubject(): Subject | undefined {
  // As text, so that it is the same for as long as it means the same.
  const key = useSelect((state) => {
    const subject = subjectOf(state)
    return subject && subjectKey(subject)
  })
  return useMemo(() => (key === undefined ? undefined : parseAccountId(key)), [key])
}
