/** Whole seconds until a time by the kit's clock, counted down; 0 when it has come. */
import { useEffect, useReducer } from 'react'
import { useKitContext } from '../../context.js'

export function useSecondsLeft(until: number | undefined): number {
  const { clock } = useKitContext()
  const [, tick] = useReducer((count: number) => count + 1, 0)
  const left = until === undefined ? 0 : Math.max(until - clock.now(), 0)
  useEffect(() => {
    if (left <= 0) return undefined
    // To the next whole second, so that the number changes when it should.
    return clock.after(left % 1000 || 1000, tick)
  }, [clock, left])
  return Math.ceil(left / 1000)
}
