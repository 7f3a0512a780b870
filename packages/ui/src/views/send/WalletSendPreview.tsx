/** What is about to be signed, then the question to the wallet, then what became of it. */
import { selectView } from '@latchkey/core'
import { back, type Send, sendNeed } from '@latchkey/core/screen'
import { useEffect } from 'react'
import { useKitContext } from '../../context.js'
import { Waiting } from '../../shell/placeholders.js'
import { AskWallet } from './AskWallet.js'
import { NotStarted } from './NotStarted.js'
import { SendProgress } from './SendProgress.js'
import { SendReview } from './SendReview.js'
import { useSendState, useShownSend } from './useSend.js'

export function View() {
  const started = useShownSend()
  return started.handle ? <Body form={started.handle} /> : <NotStarted started={started} />
}

function Body({ form }: { readonly form: Send }) {
  const kit = useKitContext()
  const state = useSendState(form)
  const { sent, step } = state
  const isEmpty = !sent && step === 'editing' && isIncomplete(state)
  useEffect(() => {
    // The account, the network or the balance changed: there is nothing to preview any more, and the form says why.
    if (isEmpty && selectView(kit.store.get()) === 'WalletSendPreview') back(kit)
  }, [kit, isEmpty])
  if (sent) return <SendProgress form={form} sent={sent} />
  if (step === 'initiated') return <AskWallet form={form} state={state} />
  return isEmpty ? <Waiting /> : <SendReview form={form} state={state} />
}

/** A quote that is being renewed, or that failed, can still be looked at. */
function isIncomplete(state: Parameters<typeof sendNeed>[0]): boolean {
  const need = sendNeed(state)
  return need !== undefined && !['quote', 'quote-failed', 'no-gas', 'refused'].includes(need)
}
