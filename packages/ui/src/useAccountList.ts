/** A list about the account on screen: read when it is drawn, kept young while somebody looks. */
import type { ReadonlyStore } from '@latchkey/core'
import type { Feature, Subject } from '@latchkey/core/screen'
import { useEffect } from 'react'
import { useFeature, useStore } from './useFeature.js'
import { useIsVisible } from './useIsVisible.js'

interface Lists<subject> {
  readonly store: ReadonlyStore<{ readonly lists: Readonly<Record<string, unknown>> }>
  follow(subject: subject): () => void
}

/** What the feature keeps for one account. */
type ListOf<handle> = handle extends {
  readonly store: ReadonlyStore<{ readonly lists: Readonly<Record<string, infer list>> }>
}
  ? list
  : never

interface AccountListInput<handle, subject> {
  readonly feature: Feature<handle>
  /** The same object for as long as it means the same. */
  readonly subject: subject | undefined
  readonly keyOf: (subject: subject) => string
}

const nothing = { lists: {} }
const none: Lists<never>['store'] = { get: () => nothing, subscribe: () => () => {} }

export function useAccountList<subject extends Subject, handle extends Lists<subject>>({
  feature,
  subject,
  keyOf,
}: AccountListInput<handle, subject>) {
  const { handle, status, retry } = useFeature(feature)
  const isVisible = useIsVisible()
  useEffect(() => {
    if (handle && subject && isVisible) return handle.follow(subject)
    return undefined
  }, [handle, subject, isVisible])
  const key = subject && keyOf(subject)
  // The store is the handle's, so that what it keeps is of the handle's kind.
  const list = useStore(handle?.store ?? none, ({ lists }) => (key === undefined ? undefined : lists[key])) as
    | ListOf<handle>
    | undefined
  return { handle, list, status, restart: retry }
}
