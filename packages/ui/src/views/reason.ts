/** What went wrong, in words that fit on a screen. */
import { useCallback } from 'react'
import { useRetell } from '../copy/wording.js'

const longest = 140

/** What the wallet itself said; our own text around it would only repeat the title. */
export type Reason = (error: unknown) => string | undefined

/** `const reason = useReason()`, then `reason(error)`. */
export function useReason(): Reason {
  const retell = useRetell()
  return useCallback(
    (error) => {
      if (!(error instanceof Error)) return undefined
      const said = error.cause instanceof Error ? error.cause.message : error.message
      const line = retell(said.split('\n', 1)[0]?.trim() ?? '')
      return line.length > longest ? `${line.slice(0, longest)}…` : line
    },
    [retell],
  )
}
