/** Swaps without our views: what is chosen and what it gives, and the actions to go on (S7-06). */
import { type SwapNeed, type Swaps, type SwapsState, swaps } from '@latchkey/core/screen'
import { useEffect } from 'react'
import { useFeature, useStore } from '../useFeature.js'

export interface UseSwap {
  /** `off` where the app switched swaps off or has no gateway; `failed` where the code did not come. */
  readonly status: 'loading' | 'off' | 'failed' | 'ready'
  /** Asks for the code again. */
  retry(): void
  /** Everything there is to show; `undefined` until `status` is `ready`. */
  readonly state: SwapsState | undefined
  /** What is missing before the swap can be previewed. */
  readonly need: SwapNeed | undefined
  /** `choose`, `flip`, `preview`, `confirm` and the others; `undefined` until `status` is `ready`. */
  readonly swap: Swaps | undefined
}

const nothing = { get: () => undefined, subscribe: () => () => {} }
const whole = (state: SwapsState | undefined) => state

/** Tokens, balances and quotes stay young while a component that uses it is on the page. */
export function useSwap(): UseSwap {
  const { status, handle, retry } = useFeature(swaps)
  useEffect(() => handle?.show(), [handle])
  const state = useStore<SwapsState | undefined, SwapsState | undefined>(handle?.store ?? nothing, whole)
  return { status, retry, state, need: state && handle?.needOf(state), swap: handle }
}
