/** The form of a transfer: what, how much, to whom, at which fee. */
import { push, type Send, sendNeed } from '@latchkey/core/screen'
import { errorText } from '@latchkey/spec/errors'
import { isSupportedOn } from '@latchkey/spec/options'
import { useEffect } from 'react'
import { useKitContext, useSelect } from '../../context.js'
import { useWords } from '../../copy/useWords.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { Notice } from '../../parts/Notice.js'
import { LoadFailed, Waiting } from '../../shell/placeholders.js'
import type { ViewProps } from '../view.js'
import { AskWallet } from './AskWallet.js'
import { copy } from './copy.js'
import { SendForm } from './SendForm.js'
import { SendProgress } from './SendProgress.js'
import { useSendState, useShownSend } from './useSend.js'

export function View({ data }: ViewProps) {
  const t = useWords(copy)
  const { status, handle, retry } = useShownSend()
  const namespace = useSelect((state) => state.activeNamespace)
  const { send: prefill } = data
  useEffect(() => {
    if (prefill) handle?.fill(prefill)
  }, [handle, prefill])
  // S5-10
  if (!isSupportedOn('send', namespace))
    return (
      <Notice icon="globe" title={errorText('send.unsupported-chain')} detail={t('send.elsewhere-detail')} />
    )
  if (status === 'failed') return <LoadFailed retry={retry} />
  if (status === 'off') return <Notice icon="alert" title={t('send.off')} detail={t('send.off-detail')} />
  return handle ? <Body form={handle} /> : <Waiting />
}

function Body({ form }: { readonly form: Send }) {
  const kit = useKitContext()
  const t = useWords(copy)
  const state = useSendState(form)
  const { status, items } = state.tokens
  if (state.sent) return <SendProgress form={form} sent={state.sent} />
  if (state.step === 'initiated') return <AskWallet form={form} state={state} />
  // A failed read never looks like an empty account (D-13).
  if (status === 'failed' && items.length === 0)
    return (
      <Notice
        icon="unplugged"
        tone="bad"
        title={t('send.tokens-failed')}
        detail={t('send.tokens-failed-detail')}
      >
        <ActionButton icon="retry" onPress={form.retry}>
          {t('send.retry')}
        </ActionButton>
      </Notice>
    )
  const review = () => {
    if (sendNeed(form.store.get()) === undefined) push(kit, { view: 'WalletSendPreview' })
  }
  return <SendForm form={form} state={state} onReview={review} />
}
