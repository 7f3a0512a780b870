/** A part of a view that is fetched when it is first wanted, and may be asked for again where it did not come (S2-11). */
import { useCallback, useEffect, useState } from 'react'
import { useKitContext } from '../context.js'

interface Chunk<T> {
  readonly chunk: T | undefined
  readonly hasFailed: boolean
  retry(): void
}

/** `load` is a constant with a literal `import()`. */
export function useChunk<T>(load: () => Promise<T>, isWanted = true): Chunk<T> {
  const { log } = useKitContext()
  const [tries, setTries] = useState(0)
  const [found, setFound] = useState<{ readonly chunk: T } | 'failed'>()
  useEffect(() => {
    if (!isWanted) return
    let isStale = false
    const settle = (next: typeof found) => {
      if (!isStale) setFound(next)
    }
    if (tries > 0) settle(undefined)
    load().then(
      (chunk) => settle({ chunk }),
      (cause: unknown) => {
        log.error('A part of this screen could not be loaded', cause)
        settle('failed')
      },
    )
    return () => {
      isStale = true
    }
  }, [log, load, isWanted, tries])
  const retry = useCallback(() => setTries((count) => count + 1), [])
  return { chunk: found === 'failed' ? undefined : found?.chunk, hasFailed: found === 'failed', retry }
}
