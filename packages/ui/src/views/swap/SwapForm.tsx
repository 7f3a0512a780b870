/** Both sides of a swap, the details of its quote, and the one button that says what is missing. */
import type { Swaps, SwapsState, SwapToken } from '@latchkey/core/screen'
import { push, typedDecimal } from '@latchkey/core/screen'
import { compareDecimal, formatUnits } from '@latchkey/spec/validation'
import { useState } from 'react'
import { useKitContext } from '../../context.js'
import { useNumbers } from '../../copy/useNumbers.js'
import { useWords } from '../../copy/useWords.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { AmountField } from '../../parts/AmountField.js'
import { Icon } from '../../parts/Icon.js'
import partStyles from '../../parts/parts.sheet.css'
import { wear } from '../../theme/wear.js'
import { NotEnough } from '../NotEnough.js'
import shared from '../views.sheet.css'
import { copy } from './copy.js'
import { QuoteDetails } from './QuoteDetails.js'
import styles, { css } from './swap.sheet.css'
import { TokenPicker } from './TokenPicker.js'
import { amountText, fiatOf } from './texts.js'
import { UnfinishedBar } from './UnfinishedBar.js'
import { useProblemText } from './useSwaps.js'

const worn = wear(css)

interface FormProps {
  readonly handle: Swaps
  readonly state: SwapsState
}

export function SwapForm({ handle, state }: FormProps) {
  const t = useWords(copy)
  const { quote } = state
  const problemOf = useProblemText(state)
  return (
    <div ref={worn} className={shared.view}>
      {state.unfinished && <UnfinishedBar handle={handle} state={state} left={state.unfinished} />}
      <div className={styles.sides}>
        <PaySide handle={handle} state={state} />
        <button
          type="button"
          className={styles.flip}
          aria-label={t('swap.flip')}
          title={t('swap.flip')}
          onClick={() => handle.flip()}
        >
          <Icon name="swap" size={18} />
        </button>
        <GetSide handle={handle} state={state} />
      </div>
      <Announcement state={state} />
      {quote.problem && (
        <p className={styles.problem} role="alert">
          {problemOf(quote.problem)}
        </p>
      )}
      {handle.needOf(state) === 'balance' && state.from && (
        <NotEnough
          symbol={state.from.symbol}
          address={state.from.isNative ? undefined : state.from.address}
          except="Swap"
        />
      )}
      {quote.quote && <QuoteDetails handle={handle} state={state} quote={quote.quote} />}
      <NextButton handle={handle} state={state} />
    </div>
  )
}

function PaySide({ handle, state }: FormProps) {
  const t = useWords(copy)
  const numbers = useNumbers()
  const { from, amount, balances, quote, prices } = state
  const need = handle.needOf(state)
  const held = from && balances[from.id]
  /** Until something else is typed or chosen. */
  const [failedMax, setFailedMax] = useState<{ readonly amount: string; readonly id: string }>()
  const isMaxFailed = failedMax !== undefined && failedMax.amount === amount && failedMax.id === from?.id
  const chooseMax = async ({ id }: SwapToken) => {
    setFailedMax(undefined)
    if (await handle.chooseMax()) setFailedMax({ amount, id })
  }
  const typed = quote.quote?.question.amount
  return (
    <section className={styles.side} aria-label={t('swap.pay')}>
      <p className={styles.label}>{t('swap.pay')}</p>
      <AmountField
        label={from ? t('swap.amount', { symbol: from.symbol }) : t('swap.amount-any')}
        text={amount}
        unit={{ text: from?.symbol ?? '', place: 'after' }}
        picker={<Picker side="from" token={from} />}
        other={(from && typed !== undefined && fiatOf(typed, from, { prices, numbers })) || ' '}
        held={
          from && held !== undefined
            ? t('swap.held', { amount: amountText(held, { decimals: from.decimals }, numbers) })
            : undefined
        }
        maxLabel={t('swap.max')}
        problem={
          from && need === 'balance'
            ? t('swap.need-balance', { symbol: from.symbol })
            : from && need === 'amount-invalid'
              ? t('swap.need-digits', { symbol: from.symbol })
              : isMaxFailed
                ? t('swap.max-failed')
                : undefined
        }
        accept={typedDecimal}
        onChange={(text) => handle.choose({ amount: text })}
        {...(from && held !== undefined && held > 0n ? { onMax: () => void chooseMax(from) } : {})}
      />
    </section>
  )
}

function GetSide({ state }: FormProps) {
  const t = useWords(copy)
  const numbers = useNumbers()
  const { to, balances, quote, prices } = state
  const held = to && balances[to.id]
  const out = quote.quote?.amountOut
  return (
    <section className={styles.side} aria-label={t('swap.get')}>
      <p className={styles.label}>{t('swap.get')}</p>
      <AmountField
        label={to ? t('swap.amount-out', { symbol: to.symbol }) : t('swap.amount-out-any')}
        text={to && out !== undefined ? amountText(out, { decimals: to.decimals }, numbers) : ''}
        unit={{ text: to?.symbol ?? '', place: 'after' }}
        picker={<Picker side="to" token={to} />}
        other={(to && out !== undefined && fiatOf(out, to, { prices, numbers })) || ' '}
        held={
          to && held !== undefined
            ? t('swap.held', { amount: amountText(held, { decimals: to.decimals }, numbers) })
            : undefined
        }
        isBusy={quote.status === 'loading'}
        isReadOnly
        accept={() => undefined}
        onChange={() => {}}
      />
    </section>
  )
}

function Picker({ side, token }: { readonly side: 'from' | 'to'; readonly token: SwapToken | undefined }) {
  const kit = useKitContext()
  const t = useWords(copy)
  const label = token
    ? t(side === 'from' ? 'swap.choose-from' : 'swap.choose-to', { symbol: token.symbol })
    : t('swap.choose')
  return (
    <TokenPicker
      token={token}
      label={label}
      emptyText={t('swap.choose')}
      onPress={() => push(kit, { view: 'SwapSelectToken', data: { swapSide: side } })}
    />
  )
}

/** Read when somebody's own change was answered; a quote that is only renewed stays silent, unless it changes much. */
function Announcement({ state }: { readonly state: SwapsState }) {
  const t = useWords(copy)
  const numbers = useNumbers()
  const { quote } = state
  const spoken = quote.quote
  const text = spoken
    ? t('swap.announce', {
        amount: numbers.decimal(roughly(formatUnits(spoken.amountOut, spoken.question.to.decimals))),
        symbol: spoken.question.to.symbol,
      })
    : ''
  return (
    <p role="status" className={partStyles.hiddenText}>
      {text}
    </p>
  )
}

/** Three digits: what moves less than that is not worth interrupting anybody for. */
function roughly(decimal: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.')
  if (compareDecimal(whole, '0') === 1) {
    const kept = whole.slice(0, 3).padEnd(whole.length, '0')
    return whole.length < 3 && fraction !== '' ? `${kept}.${fraction.slice(0, 3 - whole.length)}` : kept
  }
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0
  return `0.${fraction.slice(0, zeros + 3)}`
}

function NextButton({ handle, state }: FormProps) {
  const kit = useKitContext()
  const t = useWords(copy)
  const need = handle.needOf(state)
  const symbol = state.from?.symbol ?? ''
  if (need === 'quote-failed')
    return (
      <ActionButton icon="retry" onPress={() => handle.retry()}>
        {t('swap.retry')}
      </ActionButton>
    )
  const texts = {
    token: t('swap.need-token'),
    amount: t('swap.need-amount'),
    'amount-invalid': t('swap.need-digits', { symbol }),
    balance: t('swap.need-balance', { symbol }),
    quote: t('swap.need-quote'),
  }
  const text = need in texts ? texts[need as keyof typeof texts] : t('swap.review') // `in` has just said so
  return (
    <ActionButton
      look="accent"
      isBusy={need === 'quote'}
      isDisabled={need !== 'ready'}
      onPress={() => push(kit, { view: 'SwapPreview' })}
    >
      {text}
    </ActionButton>
  )
}
