/** What is about to be signed, as it will be signed (D-16): read, tried, with its fee and the least that arrives. */
import { selectNetwork, selectView } from '@latchkey/core'
import type { SwapPlan, Swaps, SwapsState } from '@latchkey/core/screen'
import { replace } from '@latchkey/core/screen'
import { compareDecimal } from '@latchkey/spec/validation'
import { useEffect } from 'react'
import { useKitContext, useSelect } from '../../context.js'
import { useNumbers } from '../../copy/useNumbers.js'
import { useWords } from '../../copy/useWords.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { Notice } from '../../parts/Notice.js'
import { wear } from '../../theme/wear.js'
import { NotEnough } from '../NotEnough.js'
import shared from '../views.sheet.css'
import { copy } from './copy.js'
import { NoSwaps } from './NoSwaps.js'
import { PlanSummary } from './PlanSummary.js'
import { highImpact } from './QuoteDetails.js'
import { SwapProgress } from './SwapProgress.js'
import styles, { css } from './swap.sheet.css'
import { useProblemText, useShownSwaps, useSwapsState } from './useSwaps.js'

const worn = wear(css)

export function View() {
  const { status, handle, retry } = useShownSwaps()
  return handle ? <Preview handle={handle} /> : <NoSwaps status={status} retry={retry} />
}

/** Back to the form where nothing is chosen: another account or network starts over, and apps open any view. */
function useFormWithoutQuestion(handle: Swaps): void {
  const kit = useKitContext()
  const { plan, progress } = useSwapsState(handle)
  useEffect(() => {
    const shown = kit.store.get()
    // A modal that closes or slides on to another view is on its way out already.
    const isHere = shown.modal.isOpen && selectView(shown) === 'SwapPreview'
    // As it is now: what the effect before this one asked for is not drawn yet.
    const isAsked = handle.store.get().plan.status !== 'none'
    if (isHere && !isAsked && progress.status === 'idle') replace(kit, { view: 'Swap' })
  }, [kit, handle, plan.status, progress.status])
}

function Preview({ handle }: { readonly handle: Swaps }) {
  const t = useWords(copy)
  const state = useSwapsState(handle)
  const problemOf = useProblemText(state)
  useEffect(() => handle.preview(), [handle])
  useFormWithoutQuestion(handle)
  const { plan, progress } = state
  if (progress.status !== 'idle') return <SwapProgress handle={handle} progress={progress} />
  if (plan.problem)
    return (
      <Notice icon="alert" tone="bad" title={t('swap.failed')} detail={problemOf(plan.problem)}>
        <ActionButton icon="retry" onPress={() => handle.retry()}>
          {t('swap.retry')}
        </ActionButton>
      </Notice>
    )
  if (!plan.plan)
    return (
      <div ref={worn} className={shared.view}>
        <div className={styles.preparing} role="status">
          <span className={styles.spinner} aria-hidden="true" />
          {t('swap.preparing')}
        </div>
      </div>
    )
  return (
    <div ref={worn} className={shared.view}>
      <PlanSummary state={state} plan={plan.plan} />
      <Cautions state={state} plan={plan.plan} />
      <ConfirmButton handle={handle} state={state} plan={plan.plan} />
    </div>
  )
}

function Cautions({ state, plan }: { readonly state: SwapsState; readonly plan: SwapPlan }) {
  const t = useWords(copy)
  const numbers = useNumbers()
  const problemOf = useProblemText(state)
  const native = useSelect(selectNetwork)?.nativeCurrency.symbol ?? ''
  const { priceImpact } = plan
  const isHigh = priceImpact !== undefined && compareDecimal(priceImpact, highImpact) !== -1
  return (
    <>
      {isHigh && (
        <p className={styles.problem} role="alert">
          {t('swap.impact-high', { percent: numbers.percent(priceImpact) })}
        </p>
      )}
      {!plan.isHeld && <p className={styles.caution}>{t('swap.unread')}</p>}
      {plan.problem && (
        <>
          <p className={styles.problem} role="alert">
            {problemOf(plan.problem)}
          </p>
          {plan.problem.code === 'gas-funds' && <NotEnough symbol={native} except="Swap" />}
        </>
      )}
      {state.plan.isWorse && (
        <p className={styles.problem} role="alert">
          {t('swap.worse')}
        </p>
      )}
    </>
  )
}

function ConfirmButton({
  handle,
  state,
  plan,
}: {
  readonly handle: Swaps
  readonly state: SwapsState
  readonly plan: SwapPlan
}) {
  const t = useWords(copy)
  if (state.plan.isWorse)
    return (
      <ActionButton look="accent" onPress={() => handle.accept()}>
        {t('swap.accept')}
      </ActionButton>
    )
  return (
    <ActionButton look="accent" isDisabled={plan.problem !== undefined} onPress={() => void handle.confirm()}>
      {plan.approvals.length > 0 ? t('swap.confirm-approve') : t('swap.confirm')}
    </ActionButton>
  )
}
