/** An action as AppKit's newer hooks have it: its state, and an app that is told how it ended. */
import type { Mutation } from '@latchkey/core'
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'

export interface Told<T> {
  readonly onSuccess?: (data: T) => void
  readonly onError?: (error: Error) => void
}

/** Nothing rejects: what went wrong is in `error`, and `onError` is told. `run` is the same at every render. */
export function useTelling<input, T>(mutation: Mutation<input, T>, told: Told<T>) {
  const { status, data, error } = useSyncExternalStore(mutation.subscribe, mutation.get, mutation.get)
  const latest = useRef(told)
  useEffect(() => {
    latest.current = told
  })
  const run = useCallback(
    async (input: input): Promise<void> => {
      let answer: T
      try {
        answer = await mutation.run(input)
      } catch (cause) {
        latest.current.onError?.(cause instanceof Error ? cause : new Error(String(cause), { cause }))
        return
      }
      // Outside: what the app throws here is no failure of what was asked.
      latest.current.onSuccess?.(answer)
    },
    [mutation],
  )
  return {
    run,
    data,
    error,
    isPending: status === 'pending',
    isSuccess: status === 'success',
    isError: status === 'error',
  }
}
