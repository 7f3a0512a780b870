/** What is asked, before anything is signed: the amount, who gets it, what it is paid with and what it costs. */
import { exactText, type Pay, type PayStage, type PayState, quantityText } from '@latchkey/core/screen'
import { useKitContext, useSelect } from '../../context.js'
import { useNumbers } from '../../copy/useNumbers.js'
import { useWords } from '../../copy/useWords.js'
import { useRetell } from '../../copy/wording.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { Notice } from '../../parts/Notice.js'
import { Summary, SummaryBlank, type SummaryLine } from '../../parts/Summary.js'
import { shorten } from '../../parts/shorten.js'
import { selectNetworks } from '../../select.js'
import { wear } from '../../theme/wear.js'
import { NotEnough } from '../NotEnough.js'
import { feeText } from '../send/amounts.js'
import { amountOf, siteOf } from './amountOf.js'
import { copy } from './copy.js'
import { PaySources } from './PaySources.js'
import styles, { css } from './pay.sheet.css'

export interface PayScreenProps<stage extends PayStage = PayStage> {
  readonly handle: Pay
  readonly state: PayState
  readonly order: NonNullable<PayState['order']>
  readonly stage: stage
}

type Asked = Exclude<PayStage, { readonly status: 'idle' | 'paying' | 'paid' | 'stopped' }>

const worn = wear(css)

export function PayReview({ handle, state, order, stage }: PayScreenProps<Asked>) {
  const t = useWords(copy)
  const lines = useLines(state, order, stage)
  const numbers = useNumbers()
  const { amount, symbol } = amountOf(state, numbers)
  return (
    <div ref={worn} className={styles.page}>
      <div className={styles.asked}>
        <p className={styles.site}>{t('pay.asks', { site: siteOf() })}</p>
        <p className={styles.amount}>
          <bdi>
            {amount} <span className={styles.symbol}>{symbol}</span>
          </bdi>
        </p>
      </div>
      <Summary lines={lines} />
      {state.sources.length > 1 && stage.status !== 'loading' && (
        <PaySources handle={handle} state={state} stage={stage} />
      )}
      <Bottom handle={handle} state={state} order={order} stage={stage} />
    </div>
  )
}

function useLines(
  { payer, asset }: PayState,
  { recipient, request, networkId }: PayScreenProps['order'],
  stage: Asked,
): readonly SummaryLine[] {
  const t = useWords(copy)
  const numbers = useNumbers()
  const network = useSelect(selectNetworks).find(({ caipNetworkId }) => caipNetworkId === networkId)
  const { metadata } = useKitContext().options
  const blank = <SummaryBlank label={t('pay.loading')} />
  const lines: SummaryLine[] = [
    {
      label: t('pay.to'),
      // Whose address it is shows once it was checked.
      value:
        stage.status === 'loading' && !asset ? blank : <span title={recipient}>{shorten(recipient)}</span>,
      detail: metadata?.name,
    },
  ]
  if (request.reference !== undefined) lines.push({ label: t('pay.for'), value: request.reference })
  if (network) lines.push({ label: t('pay.network'), value: network.name })
  if (payer) lines.push({ label: t('pay.from'), value: <span title={payer}>{shorten(payer)}</span> })
  if (stage.status === 'loading') lines.push({ label: t('pay.fee'), value: blank })
  if (stage.status !== 'ready' || !asset) return lines
  const { way, held } = stage
  if (way.kind === 'direct') {
    const { decimals, symbol } = asset
    const have = quantityText(held, { decimals, symbol }, numbers)
    lines.push({ label: t('pay.held'), value: have })
    lines.push({
      label: t('pay.fee'),
      value: feeText(way.fee.likely, way.fee, numbers),
      detail: t('pay.fee-most', { amount: feeText(way.fee.most, way.fee, numbers) }),
    })
    return lines
  }
  const { plan, source, fee } = way
  const slots = { least: exactText(plan.minimum, { decimals: asset.decimals }, numbers), to: asset.symbol }
  lines.push({
    label: t('pay.swap'),
    value: t('pay.swap-value', {
      amount: exactText(plan.question.amount, { decimals: source.decimals }, numbers),
      symbol: source.symbol,
    }),
    detail: t(plan.approvals.length > 0 ? 'pay.approval-detail' : 'pay.swap-detail', slots),
  })
  const most = feeText(plan.fee.most + fee.most, fee, numbers)
  lines.push({ label: t('pay.fees'), value: t('pay.fee-most', { amount: most }) })
  return lines
}

function Bottom({ handle, state, order, stage }: PayScreenProps<Asked>) {
  const t = useWords(copy)
  const retell = useRetell()
  const { amount, symbol } = amountOf(state, useNumbers())
  switch (stage.status) {
    case 'connect':
      return (
        <ActionButton look="accent" onPress={handle.connect}>
          {t('pay.connect')}
        </ActionButton>
      )
    case 'loading':
      return (
        <ActionButton look="accent" isBusy onPress={() => {}}>
          {t('pay.loading')}
        </ActionButton>
      )
    case 'unknown':
      return (
        <Notice
          icon="alert"
          tone="bad"
          title={t('pay.unknown')}
          detail={stage.reason === '' ? t('pay.unknown-detail') : retell(stage.reason)}
        >
          <ActionButton icon="retry" onPress={handle.retry}>
            {t('pay.retry')}
          </ActionButton>
        </Notice>
      )
    case 'short':
      return <Short order={order} stage={stage} />
    case 'ready': {
      const slots = { amount, symbol }
      return (
        <ActionButton look="accent" onPress={() => void handle.confirm()}>
          {stage.way.kind === 'swap' ? t('pay.button-swap', slots) : t('pay.button', slots)}
        </ActionButton>
      )
    }
  }
}

function Short({
  order,
  stage,
}: Pick<PayScreenProps<Extract<Asked, { readonly status: 'short' }>>, 'order' | 'stage'>) {
  const t = useWords(copy)
  const numbers = useNumbers()
  const { of, held, symbol, decimals } = stage
  const detail =
    of === 'fee'
      ? t('pay.short-fee', { symbol })
      : t('pay.short-asset', { amount: quantityText(held, { decimals }, numbers), symbol })
  return (
    <>
      <p className={styles.problem} role="alert">
        <strong>{t('pay.short', { symbol })}</strong> {detail}
      </p>
      <NotEnough symbol={symbol} address={of === 'asset' ? order.token : undefined} />
    </>
  )
}
