/** How the pairing stands, second by second while a code counts down. */
import { limits } from '@latchkey/spec/limits'
import { useEffect, useMemo, useState } from 'react'
import { useKitContext, useSelect } from '../context.js'
import { type Pairing, readPairing, retryPairing, startPairing } from './pairing.js'

/** S9-03: how long one code can be scanned. */
const codeLifetime = limits.pairingLifetime - limits.pairingMargin

export interface ShownPairing extends Pairing {
  /** Of the code's time, from 1 to 0. */
  readonly share: number | undefined
  /** Tries again whatever went wrong. */
  retry(): void
}

/** Starts one where none runs. What failed before that was asked elsewhere, so it is not told here. */
export function usePairing(): ShownPairing {
  const kit = useKitContext()
  const state = useSelect((each) => each)
  const now = useNow()
  const pairing = useMemo(() => readPairing(state, now), [state, now])
  const [isStarting, setStarting] = useState(true)
  useEffect(() => {
    let isGone = false
    const begin = async () => {
      if (canStart(readPairing(kit.store.get(), kit.clock.now()))) await startPairing(kit)
      if (!isGone) setStarting(false)
    }
    void begin()
    return () => {
      isGone = true
    }
  }, [kit])
  const { left } = pairing
  return {
    ...pairing,
    phase: isStarting && canStart(pairing) ? 'preparing' : pairing.phase,
    share: left === undefined ? undefined : Math.min(left / codeLifetime, 1),
    retry: () => retryPairing(kit),
  }
}

const canStart = ({ phase, isRunning }: Pairing) => !isRunning && phase !== 'done' && phase !== 'unavailable'

const tick = 1000

/** The time of the kit's clock, read each second. */
function useNow(): number {
  const { clock } = useKitContext()
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    let stop = () => {}
    const wait = () => {
      stop = clock.after(tick, () => {
        setNow(clock.now())
        wait()
      })
    }
    wait()
    return () => stop()
  }, [clock])
  return now
}
