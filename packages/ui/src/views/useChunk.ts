/** A part of a view that is fetched when it is first wanted, and may be asked for again where it did not come (S2-11). */
import { useCallback, useEffect, useState } from 'react'
import { useKitContext } from '../context.js'
import { whenPainted } from '../whenPainted.js'

interface Chunk<T> {
  readonly chunk: T | undefined
  readonly hasFailed: boolean
  retry(): void
}

type Load<T> = () => Promise<T>

/** What came once is drawn at once from then on. */
const atHand = new WeakMap<Load<unknown>, unknown>()

/** `load` is a constant with a literal `import()`. */
export function useChunk<T>(load: Load<T>, isWanted = true): Chunk<T> {
  const { log } = useKitContext()
  const [tries, setTries] = useState(0)
  const [found, setFound] = useState<{ readonly chunk: T } | 'failed' | undefined>(() => chunkAtHand(load))
  const chunk = isWanted && found !== 'failed' ? found?.chunk : undefined
  const isMissing = isWanted && chunk === undefined
  useEffect(() => {
    if (!isMissing) return
    let isStale = false
    const settle = (next: typeof found) => {
      if (!isStale) setFound(next)
    }
    if (tries > 0) settle(undefined)
    fetchChunk(load).then(settle, (cause: unknown) => {
      log.error('A part of this screen could not be loaded', cause)
      settle('failed')
    })
    return () => {
      isStale = true
    }
  }, [log, load, isMissing, tries])
  const retry = useCallback(() => setTries((count) => count + 1), [])
  return { chunk, hasFailed: found === 'failed', retry }
}

const chunkAtHand = <T>(load: Load<T>): { readonly chunk: T } | undefined =>
  // Only `fetchChunk` writes the map, and keeps under each function what that function gave.
  atHand.has(load) ? { chunk: atHand.get(load) as T } : undefined

async function fetchChunk<T>(load: Load<T>): Promise<{ readonly chunk: T }> {
  const known = chunkAtHand(load)
  if (known) return known
  // The view around it is seen first.
  await whenPainted()
  const chunk = await load()
  atHand.set(load, chunk)
  return { chunk }
}
