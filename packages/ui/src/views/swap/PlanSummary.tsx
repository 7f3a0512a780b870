/** Both sides of a swap that is ready, and every fact about it. */
import { selectNetwork } from '@latchkey/core'
import type { SwapPlan, SwapsState, SwapToken } from '@latchkey/core/screen'
import { useKitContext, useSelect } from '../../context.js'
import { useNumbers } from '../../copy/useNumbers.js'
import { useWords } from '../../copy/useWords.js'
import { Icon } from '../../parts/Icon.js'
import { Summary, type SummaryLine } from '../../parts/Summary.js'
import { shorten } from '../../parts/shorten.js'
import { TokenImage } from '../../parts/TokenImage.js'
import { copy } from './copy.js'
import { impactLine, type Saying } from './QuoteDetails.js'
import styles from './swap.sheet.css'
import { amountText, atMostText, exactTokenText, fiatOf, rateText, tokenText } from './texts.js'

interface PlanProps {
  readonly state: SwapsState
  readonly plan: SwapPlan
}

export function PlanSummary({ state, plan }: PlanProps) {
  const t = useWords(copy)
  const numbers = useNumbers()
  const native = useNativeToken(state)
  const { question, amountOut, minimum, fee, swap, slippage } = plan
  const { from, to, amount } = question
  const feeText = atMostText(fee.most, native, numbers)
  const lines: readonly SummaryLine[] = [
    {
      label: t('swap.rate'),
      value: t('swap.rate-value', {
        from: from.symbol,
        amount: rateText(question, amountOut, numbers),
        to: to.symbol,
      }),
    },
    ...impactLine({ t, numbers }, plan.priceImpact),
    { label: t('swap.minimum'), value: exactTokenText(minimum, to, numbers) },
    { label: t('swap.slippage'), value: numbers.percent(slippage) },
    ...approvalLine({ t, numbers }, plan),
    {
      label: t('swap.exchange'),
      value: <bdi title={swap.to}>{shorten(swap.to)}</bdi>,
    },
    {
      label: t('swap.fee'),
      value: feeText,
      detail: fiatOf(fee.most, native, { prices: state.prices, numbers }),
    },
    {
      label: t('swap.total'),
      value: from.isNative
        ? atMostText(amount + fee.most, native, numbers)
        : t('swap.plus', { one: exactTokenText(amount, from, numbers), other: feeText }),
      tone: 'strong',
    },
  ]
  return (
    <>
      <div className={styles.trade}>
        <Side label={t('swap.pay')} token={from} value={amount} state={state} isExact />
        <span className={styles.arrow}>
          <Icon name="down" size={18} />
        </span>
        <Side label={t('swap.get')} token={to} value={amountOut} state={state} />
      </div>
      <Summary lines={lines} />
    </>
  )
}

function approvalLine(
  { t, numbers }: Saying,
  { question, approvals, canBatch }: SwapPlan,
): readonly SummaryLine[] {
  const { from, amount } = question
  if (from.isNative) return []
  if (approvals.length === 0) return [{ label: t('swap.approval'), value: t('swap.approval-none') }]
  const how = canBatch
    ? t('swap.approval-batch')
    : approvals.length > 1
      ? t('swap.approval-reset', { symbol: from.symbol })
      : t('swap.approval-first')
  const exact = {
    amount: amountText(amount, { decimals: from.decimals }, numbers),
    symbol: from.symbol,
  }
  return [{ label: t('swap.approval'), value: t('swap.approval-exact', exact), detail: how }]
}

interface SideProps {
  readonly label: string
  readonly token: SwapToken
  readonly value: bigint
  readonly state: SwapsState
  readonly isExact?: boolean
}

function Side({ label, token, value, state, isExact = false }: SideProps) {
  const { gatewayUrl } = useKitContext().options
  const numbers = useNumbers()
  return (
    <div className={styles.tradeSide}>
      <TokenImage symbol={token.symbol} icon={token.iconUrl} size={36} home={gatewayUrl} />
      <p>
        <span className={styles.label}>{label}</span>
        <strong>
          <bdi>{isExact ? exactTokenText(value, token, numbers) : tokenText(value, token, numbers)}</bdi>
        </strong>
      </p>
      <span className={styles.worth}>{fiatOf(value, token, { prices: state.prices, numbers })}</span>
    </div>
  )
}

/** What fees are paid in; the network knows it even where the list does not. */
function useNativeToken({ list }: SwapsState) {
  const network = useSelect(selectNetwork)
  return list.tokens.find(({ isNative }) => isNative) ?? network?.nativeCurrency ?? nameless
}

const nameless = { decimals: 18, symbol: '' }
