/** The form of a transfer: what, how much, to whom, at which fee. */
import { push, type Send, sendNeed } from '@latchkey/core/screen'
import { errorText } from '@latchkey/spec/errors'
import { isSupportedOn } from '@latchkey/spec/options'
import { useEffect } from 'react'
import { useKitContext, useSelect } from '../../context.js'
import { useWords } from '../../copy/useWords.js'
import { useRetell } from '../../copy/wording.js'
import { Notice } from '../../parts/Notice.js'
import type { ViewProps } from '../view.js'
import { AskWallet } from './AskWallet.js'
import { copy } from './copy.js'
import { NotStarted } from './NotStarted.js'
import { SendForm } from './SendForm.js'
import { SendProgress } from './SendProgress.js'
import { TokensFailed } from './TokensFailed.js'
import { useSendState, useShownSend } from './useSend.js'

export function View({ data }: ViewProps) {
  const t = useWords(copy)
  const retell = useRetell()
  const started = useShownSend()
  const namespace = useSelect((state) => state.activeNamespace)
  const { handle } = started
  const { send: prefill } = data
  useEffect(() => {
    if (prefill) handle?.fill(prefill)
  }, [handle, prefill])
  // S5-10
  if (!isSupportedOn('send', namespace))
    return (
      <Notice
        icon="globe"
        title={retell(errorText('send.unsupported-chain'))}
        detail={t('send.elsewhere-detail')}
      />
    )
  return handle ? <Body form={handle} /> : <NotStarted started={started} />
}

function Body({ form }: { readonly form: Send }) {
  const kit = useKitContext()
  const state = useSendState(form)
  const { tokens } = state
  if (state.sent) return <SendProgress form={form} sent={state.sent} />
  if (state.step === 'initiated') return <AskWallet form={form} state={state} />
  if (tokens.status === 'failed' && tokens.items.length === 0)
    return <TokensFailed form={form} tokens={tokens} />
  const review = () => {
    if (sendNeed(form.store.get()) === undefined) push(kit, { view: 'WalletSendPreview' })
  }
  return <SendForm form={form} state={state} onReview={review} />
}
