/** The account that signs, on the network it is on; the same object for as long as it means the same. */
import { type Subject, subjectKey, subjectOf } from '@latchkey/core/screen'
import { type Namespace, parseAccountId } from '@latchkey/spec/caip'
import { useMemo } from 'react'
import { useSelect } from './context.js'

export function useSubject(namespace?: Namespace): Subject | undefined {
  // As text, which is equal to itself.
  const key = useSelect((state) => {
    const subject = subjectOf(state, namespace)
    return subject && subjectKey(subject)
  })
  return useMemo(() => (key === undefined ? undefined : parseAccountId(key)), [key])
}
