/** Buying with a card or a bank: the amount, the offers for it, and the way until the tokens are there (D-04). */
import { selectNetwork } from '@latchkey/core'
import { type Onramp, type OnrampState, onramp } from '@latchkey/core/screen'
import { useEffect, useState } from 'react'
import { useSelect } from '../../context.js'
import { useText } from '../../copy/useText.js'
import { useWords } from '../../copy/useWords.js'
import { Notice } from '../../parts/Notice.js'
import { LoadFailed, Waiting } from '../../shell/placeholders.js'
import { useFeature, useStore } from '../../useFeature.js'
import { AmountStep } from './AmountStep.js'
import { copy } from './copy.js'
import { ProgressStep } from './ProgressStep.js'
import { QuoteStep } from './QuoteStep.js'
import { TokenStep } from './TokenStep.js'

export function View() {
  const t = useWords(copy)
  const { status, handle, retry } = useFeature(onramp)
  useEffect(() => {
    void handle?.open()
    return () => handle?.close()
  }, [handle])
  if (status === 'failed') return <LoadFailed retry={retry} />
  if (status === 'off') return <Notice icon="coin" title={t('buy.off')} detail={t('buy.off-detail')} />
  return handle ? <Shop shop={handle} /> : <Waiting />
}

const whole = (state: OnrampState) => state

function Shop({ shop }: { readonly shop: Onramp }) {
  const t = useWords(copy)
  const shell = useText()
  const state = useStore(shop.store, whole)
  const network = useSelect(selectNetwork)
  const [isChoosing, setIsChoosing] = useState(false)
  const { step, purchase, token, options } = state
  if (step === 'progress' && purchase) return <ProgressStep shop={shop} purchase={purchase} />
  if (!options) return <Waiting />
  if (!token)
    return (
      <Notice
        icon="coin"
        title={t('buy.nothing')}
        detail={t('buy.nothing-detail', { network: network?.name ?? shell('account.network-unknown') })}
      />
    )
  if (step === 'quote') return <QuoteStep shop={shop} state={state} token={token} />
  if (isChoosing) return <TokenStep shop={shop} current={token.id} onDone={() => setIsChoosing(false)} />
  return <AmountStep shop={shop} state={state} token={token} onChoose={() => setIsChoosing(true)} />
}
