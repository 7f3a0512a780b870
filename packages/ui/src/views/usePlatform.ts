/** Where the page runs; the app's `isMobile` has the last word on whether that is a phone. */
import { detectPlatform, type Platform, readSurroundings } from '@latchkey/core/screen'
import { useMemo } from 'react'
import { useKit } from '../context.js'

export function usePlatform(): Platform {
  const { isMobile } = useKit().options
  return useMemo(() => ({ ...detectPlatform(readSurroundings()), isMobile }), [isMobile])
}
