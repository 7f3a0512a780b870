/** Whether another app took over after a link was opened. A page that stays in sight was not left, so nothing opened. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useKitContext } from '../context.js'

/** Longer than a phone takes to bring up an app, shorter than a person takes to wonder. */
const patience = 2500

export type HandoverPhase = 'idle' | 'opened' | 'stalled'

export interface Handover {
  readonly phase: HandoverPhase
  readonly isUnderWay: boolean
  begin(): void
}

/** `openedAt`: when a press before this view opened a link. One that comes back to the view later starts afresh. */
export function useHandover({ openedAt }: { readonly openedAt: number | undefined }): Handover {
  const { clock } = useKitContext()
  const [wasOpen] = useState(() => openedAt !== undefined && clock.now() - openedAt < patience)
  const [phase, setPhase] = useState<HandoverPhase>(wasOpen ? 'opened' : 'idle')
  const stop = useRef(() => {})

  const watch = useCallback(() => {
    stop.current()
    const leave = () => stop.current()
    const timer = clock.after(patience, () => {
      stop.current()
      setPhase('stalled')
    })
    // A sheet that asks "open in the app?" takes the focus without hiding the page.
    document.addEventListener('visibilitychange', leave)
    globalThis.addEventListener('blur', leave)
    globalThis.addEventListener('pagehide', leave)
    stop.current = () => {
      timer()
      document.removeEventListener('visibilitychange', leave)
      globalThis.removeEventListener('blur', leave)
      globalThis.removeEventListener('pagehide', leave)
    }
  }, [clock])

  useEffect(() => {
    if (wasOpen) watch()
    return () => stop.current()
  }, [wasOpen, watch])

  return {
    phase,
    isUnderWay: phase === 'opened',
    begin() {
      setPhase('opened')
      watch()
    },
  }
}
