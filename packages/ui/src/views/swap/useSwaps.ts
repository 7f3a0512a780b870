/** How the views of swaps reach the feature: started, shown, and with what they all need to speak of it. */
import { selectNetwork } from '@latchkey/core'
import { type SwapProblem, type Swaps, type SwapsState, swaps } from '@latchkey/core/screen'
import { useEffect } from 'react'
import { useSelect } from '../../context.js'
import { useNumbers } from '../../copy/useNumbers.js'
import { useWords } from '../../copy/useWords.js'
import { useRetell } from '../../copy/wording.js'
import { useFeature, useStore } from '../../useFeature.js'
import { useWalletName } from '../useWalletName.js'
import { copy } from './copy.js'
import { nativeSymbol, problemText } from './problemText.js'

const whole = (state: SwapsState) => state

/** Keeps tokens, balances and quotes young while the view is drawn. */
export function useShownSwaps() {
  const started = useFeature(swaps)
  const { handle } = started
  useEffect(() => handle?.show(), [handle])
  return started
}

export const useSwapsState = (handle: Swaps): SwapsState => useStore(handle.store, whole)

/** The sentence of a problem. */
export function useProblemText(state: SwapsState): (problem: SwapProblem) => string {
  const t = useWords(copy)
  const wallet = useWalletName()
  const native = useSelect(selectNetwork)?.nativeCurrency.symbol ?? ''
  const retell = useRetell()
  const numbers = useNumbers()
  const { from, amount } = state
  const context = { from, amount, native: nativeSymbol(state, native), wallet, retell, numbers }
  return (problem) => problemText(t, problem, context)
}
