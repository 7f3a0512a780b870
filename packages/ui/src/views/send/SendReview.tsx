/** Everything that a person should see before a transfer is signed: exact numbers, the whole address, warnings. */
import { selectAccount } from '@latchkey/core'
import { type Send, type SendFormState, sendNeed, unitsOf, worthOf } from '@latchkey/core/screen'
import type { SendWarning } from '@latchkey/spec/validation'
import { useState } from 'react'
import { useKitContext, useSelect } from '../../context.js'
import { useNumbers } from '../../copy/useNumbers.js'
import { useWords } from '../../copy/useWords.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { Summary, SummaryBlank, type SummaryLine } from '../../parts/Summary.js'
import { shorten } from '../../parts/shorten.js'
import { TokenImage } from '../../parts/TokenImage.js'
import { wear } from '../../theme/wear.js'
import { useReason } from '../reason.js'
import { useWalletName } from '../useWalletName.js'
import { feeText, moneyText, sumText, tokenText } from './amounts.js'
import { copy } from './copy.js'
import { feeLine } from './feeLine.js'
import { Remark } from './Remark.js'
import styles, { css } from './send.sheet.css'
import { useNeedText } from './useNeedText.js'

interface SendReviewProps {
  readonly form: Send
  readonly state: SendFormState
}

const worn = wear(css)

/** These lose money; the others only ask for a second look. */
const serious: readonly SendWarning[] = ['looks-like-recent', 'contract-cannot-receive', 'own-contract']

export function SendReview({ form, state }: SendReviewProps) {
  const { gatewayUrl } = useKitContext().options
  const t = useWords(copy)
  const numbers = useNumbers()
  const [isChecked, setChecked] = useState(false)
  const { token, quote, problem } = state
  const need = sendNeed(state)
  const needText = useNeedText(state)
  const units = unitsOf(state)
  const warnings = 'warnings' in quote ? quote.warnings : []
  const mustCheck = warnings.some((warning) => serious.includes(warning))
  const lines = useLines(state)
  if (!token || units === undefined) return null
  const money = moneyText(units, token, numbers)
  return (
    <div ref={worn} className={styles.view}>
      <div className={styles.hero}>
        <TokenImage symbol={token.symbol} icon={token.icon} size={48} home={gatewayUrl} />
        <p className={styles.heroAmount}>
          <bdi>{tokenText(units, token, numbers)}</bdi>
        </p>
        {money !== undefined && <p className={styles.heroWorth}>{money}</p>}
      </div>
      <Summary label={t('send.summary')} lines={lines} />
      {warnings.length > 0 && <Warnings warnings={warnings} />}
      {mustCheck && (
        <label className={styles.check}>
          <input type="checkbox" checked={isChecked} onChange={({ target }) => setChecked(target.checked)} />
          {t('send.checked')}
        </label>
      )}
      {quote.status === 'refused' && (
        <Remark tone="bad">
          {quote.reason ? t('send.refused-reason', { reason: quote.reason }) : t('send.refused')}
        </Remark>
      )}
      {quote.status === 'failed' && (
        <Remark tone="bad" action={{ text: t('send.retry'), run: form.retry }}>
          {t('send.quote-failed')}
        </Remark>
      )}
      {problem && <ProblemRemark problem={problem} />}
      <ActionButton
        look="accent"
        isBusy={need === 'quote'}
        isDisabled={need !== undefined || (mustCheck && !isChecked)}
        onPress={() => void form.submit()}
      >
        {needText ?? t(problem ? 'send.retry' : 'send.send')}
      </ActionButton>
    </div>
  )
}

function useLines(state: SendFormState): readonly SummaryLine[] {
  const t = useWords(copy)
  const numbers = useNumbers()
  const account = useSelect(selectAccount)
  const { token, quote, recipient, nativePrice, subject } = state
  const network = useSelect(
    (each) => each.networks.find(({ caipNetworkId }) => caipNetworkId === subject?.networkId)?.name,
  )
  const units = unitsOf(state)
  if (!token || units === undefined || recipient.status !== 'ready') return []
  const fee = 'fee' in quote ? quote.fee : undefined
  const isBusy = quote.status === 'loading'
  const arrives = quote.status === 'ready' ? quote.arrives : undefined
  const to = <WholeAddress address={recipient.address} />
  const lines: SummaryLine[] = [
    recipient.name === undefined
      ? { label: t('send.to'), value: to }
      : { label: t('send.to'), value: <bdi>{recipient.name}</bdi>, detail: to },
    { label: t('send.from'), value: <bdi>{shorten(account?.address ?? '')}</bdi> },
    { label: t('send.network'), value: network ?? '' },
    fee
      ? feeLine({ t, numbers }, fee, nativePrice, isBusy)
      : { label: t('send.fee'), value: <SummaryBlank label={t('send.need-quote')} /> },
  ]
  if (arrives !== undefined && arrives < units) {
    const kept = tokenText(units - arrives, token, numbers)
    lines.push({
      label: t('send.arrives'),
      value: tokenText(arrives, token, numbers),
      detail: t('send.arrives-less', { amount: kept }),
      tone: 'bad',
    })
  }
  if (!fee) return lines
  const isNative = token.address === undefined
  const worths = [
    worthOf({ value: units, decimals: token.decimals, price: token.price }),
    worthOf({ value: fee.most, decimals: fee.decimals, price: nativePrice }),
  ]
  const sum = sumText(worths, numbers)
  const whole = isNative
    ? tokenText(units + fee.most, token, numbers)
    : `${tokenText(units, token, numbers)} + ${feeText(fee.most, fee, numbers)}`
  lines.push({ label: t('send.total'), value: whole, ...(sum && { detail: sum }), tone: 'strong', isBusy })
  return lines
}

/** Every character, on two lines of the same length: a last one by itself is overlooked. */
function WholeAddress({ address }: { readonly address: string }) {
  const half = Math.ceil(address.length / 2)
  return (
    <bdi className={styles.whole}>
      {address.slice(0, half)}
      <wbr />
      {address.slice(half)}
    </bdi>
  )
}

const warningTexts = {
  'first-time-recipient': 'send.warn-first',
  'looks-like-recent': 'send.warn-alike',
  'contract-cannot-receive': 'send.warn-contract',
  'own-contract': 'send.warn-own',
} as const satisfies Record<SendWarning, keyof typeof copy>

/** D-19 */
function Warnings({ warnings }: { readonly warnings: readonly SendWarning[] }) {
  const t = useWords(copy)
  // Whoever looks like somebody else is a stranger too; the graver word is enough.
  const shown = warnings.length > 1 ? warnings.filter((each) => each !== 'first-time-recipient') : warnings
  return (
    <ul className={styles.warnings} aria-label={t('send.warnings')}>
      {shown.map((warning) => (
        <li key={warning}>
          <Remark tone={serious.includes(warning) ? 'bad' : 'plain'}>{t(warningTexts[warning])}</Remark>
        </li>
      ))}
    </ul>
  )
}

function ProblemRemark({ problem }: { readonly problem: NonNullable<SendFormState['problem']> }) {
  const t = useWords(copy)
  const wallet = useWalletName()
  const reason = useReason()
  const { kind, cause } = problem
  if (kind === 'failed') {
    return <Remark tone="bad">{t('send.problem-failed', { reason: reason(cause) ?? '' })}</Remark>
  }
  return <Remark tone="bad">{t(`send.problem-${kind}`, { wallet })}</Remark>
}
