/** Buying with a card or a bank: what is on sale, the offers for it, and the way until it arrives (S7-18, D-18). */
import { onramp as feature, type Onramp, type OnrampState } from '@latchkey/core/screen'
import { useEffect } from 'react'
import { useFeature, useStore } from '../useFeature.js'

const unknown: OnrampState = {
  step: 'amount',
  options: undefined,
  fiat: undefined,
  method: undefined,
  token: undefined,
  amount: '',
  quotes: { status: 'idle' },
  problem: undefined,
  purchase: undefined,
}
const nothing = { get: () => unknown, subscribe: () => () => {} }
const whole = (state: OnrampState) => state

/** The methods are absent until `status` is `ready`; it is `off` without a gateway, or where the app switched it off. */
export function useOnramp() {
  const { status, handle, retry } = useFeature<Onramp>(feature)
  const state = useStore(handle?.store ?? nothing, whole)
  useEffect(() => {
    void handle?.open()
    return () => handle?.close()
  }, [handle])
  return {
    status,
    retry,
    ...state,
    /** What can be bought for the account in use, its network first. */
    tokens: handle?.tokens() ?? [],
    amountProblem: handle?.amountProblem(),
    setAmount: handle?.setAmount,
    chooseFiat: handle?.chooseFiat,
    chooseMethod: handle?.chooseMethod,
    chooseToken: handle?.chooseToken,
    compare: handle?.compare,
    back: handle?.back,
    /** `page` is a window that the press opened; without one, show `purchase.url` as a link. */
    buy: handle?.buy,
    checkAgain: handle?.checkAgain,
    again: handle?.again,
    finish: handle?.finish,
  }
}
