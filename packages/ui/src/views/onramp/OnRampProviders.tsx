/** Buying with a card or a bank: the amount, the offers for it, and the way until the tokens are there (D-04). */
import { selectNetwork } from '@latchkey/core'
import { type Onramp, type OnrampState, onramp, replace } from '@latchkey/core/screen'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useKitContext, useSelect } from '../../context.js'
import { useText } from '../../copy/useText.js'
import { useWords } from '../../copy/useWords.js'
import { Notice } from '../../parts/Notice.js'
import { LoadFailed, Waiting } from '../../shell/placeholders.js'
import { useFeature, useStore } from '../../useFeature.js'
import type { ViewProps } from '../view.js'
import { AmountStep } from './AmountStep.js'
import { copy } from './copy.js'
import styles from './onramp.sheet.css'
import { ProgressStep } from './ProgressStep.js'
import { QuoteStep } from './QuoteStep.js'
import { TokenStep } from './TokenStep.js'

export function View({ data }: ViewProps) {
  const kit = useKitContext()
  const t = useWords(copy)
  const { status, handle, retry } = useFeature(onramp)
  const { onramp: wish } = data
  useEffect(() => {
    if (!handle || !wish) return
    handle.fill(wish)
    // Said once: who chooses something else and comes back must find that.
    replace(kit, { view: 'OnRampProviders' })
  }, [kit, handle, wish])
  useEffect(() => {
    void handle?.open()
    return () => handle?.close()
  }, [handle])
  if (status === 'failed') return <LoadFailed retry={retry} />
  if (status === 'off') return <Notice icon="coin" title={t('buy.off')} detail={t('buy.off-detail')} />
  return handle ? <Shop shop={handle} /> : <Waiting />
}

const whole = (state: OnrampState) => state

const stepNames = {
  amount: 'buy.how-much',
  tokens: 'buy.choose',
  quote: 'buy.compare',
  progress: 'buy.purchase',
} as const

function Shop({ shop }: { readonly shop: Onramp }) {
  const t = useWords(copy)
  const shell = useText()
  const state = useStore(shop.store, whole)
  const network = useSelect(selectNetwork)
  const [isChoosing, setIsChoosing] = useState(false)
  const { purchase, token, options } = state
  const step = state.step === 'amount' && isChoosing ? 'tokens' : state.step
  const box = useArrival(step)
  if (step !== 'progress' && !options) return <Waiting />
  if (step !== 'progress' && !token)
    return (
      <Notice
        icon="coin"
        title={t('buy.nothing')}
        detail={t('buy.nothing-detail', { network: network?.name ?? shell('account.network-unknown') })}
      />
    )
  return (
    <div ref={box} className={styles.step} role="group" aria-label={t(stepNames[step])} tabIndex={-1}>
      {purchase && step === 'progress' && <ProgressStep shop={shop} purchase={purchase} />}
      {token && step === 'quote' && <QuoteStep shop={shop} state={state} token={token} />}
      {token && step === 'tokens' && (
        <TokenStep shop={shop} current={token.id} onDone={() => setIsChoosing(false)} />
      )}
      {token && step === 'amount' && (
        <AmountStep shop={shop} state={state} token={token} onChoose={() => setIsChoosing(true)} />
      )}
    </div>
  )
}

/** The button that was pressed goes with its step; the focus goes to the step that comes instead. */
function useArrival(step: keyof typeof stepNames): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current !== step) box.current?.focus({ preventScroll: true })
    before.current = step
  }, [step])
  return box
}
