/** The fields of a transfer, what is wrong with them, and what would help. */
import { push, type Send, type SendFormState, sendNeed, subjectOf } from '@latchkey/core/screen'
import { isSameAddress } from '@latchkey/spec/validation'
import { useKitContext, useSelect } from '../../context.js'
import { useNumbers } from '../../copy/useNumbers.js'
import { useWords } from '../../copy/useWords.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { Summary } from '../../parts/Summary.js'
import { shorten } from '../../parts/shorten.js'
import { wear } from '../../theme/wear.js'
import { NotEnough } from '../NotEnough.js'
import { copy } from './copy.js'
import { feeLine } from './feeLine.js'
import { RecipientField } from './RecipientField.js'
import { Remark } from './Remark.js'
import { SendAmountField } from './SendAmountField.js'
import styles, { css } from './send.sheet.css'
import { TokensPartly } from './TokensFailed.js'
import { useNeedText } from './useNeedText.js'

interface SendFormProps {
  readonly form: Send
  readonly state: SendFormState
  onReview(): void
}

const worn = wear(css)

export function SendForm({ form, state, onReview }: SendFormProps) {
  const kit = useKitContext()
  const t = useWords(copy)
  const numbers = useNumbers()
  const need = sendNeed(state)
  const needText = useNeedText(state)
  const { quote, recipient, subject, tokens, token } = state
  const namespace = useSelect((each) => each.activeNamespace)
  const isSelf =
    recipient.status === 'ready' &&
    subject !== undefined &&
    isSameAddress(namespace, recipient.address, subject.address)
  const fee = 'fee' in quote ? quote.fee : undefined
  const lacking = need === 'no-gas' ? fee?.symbol : token?.symbol
  return (
    <div ref={worn} className={styles.view}>
      <FormNotice form={form} state={state} />
      <SendAmountField
        form={form}
        state={state}
        onChooseToken={() => push(kit, { view: 'WalletSendSelectToken' })}
      />
      <RecipientField form={form} state={state} />
      {isSelf && <Remark>{t('send.self')}</Remark>}
      {fee && token && (
        <Summary lines={[feeLine({ t, numbers }, fee, state.nativePrice, quote.status === 'loading')]} />
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
      {tokens.status === 'failed' && <TokensPartly form={form} tokens={tokens} />}
      {(need === 'not-enough' || need === 'no-gas') && lacking !== undefined && (
        <NotEnough symbol={lacking} address={need === 'no-gas' ? undefined : token?.address} />
      )}
      <ActionButton
        look="accent"
        isBusy={need === 'quote' || need === 'recipient-resolving'}
        isDisabled={need !== undefined}
        onPress={onReview}
      >
        {needText ?? t('send.review')}
      </ActionButton>
    </div>
  )
}

/** D-11: something changed under the form. */
function FormNotice({ form, state }: Pick<SendFormProps, 'form' | 'state'>) {
  const t = useWords(copy)
  const address = useSelect((each) => subjectOf(each)?.address)
  const network = useSelect(
    (each) => each.networks.find(({ caipNetworkId }) => caipNetworkId === state.subject?.networkId)?.name,
  )
  if (!state.notice) return null
  const text =
    state.notice === 'account'
      ? t('send.account-changed', { account: shorten(address ?? '') })
      : t('send.network-changed', { network: network ?? '' })
  return (
    <Remark tone="accent" action={{ text: t('send.dismiss'), run: form.dismissNotice }}>
      {text}
    </Remark>
  )
}
