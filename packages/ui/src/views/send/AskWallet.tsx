/** The wallet is being asked for the transfer. */
import { selectConnector } from '@latchkey/core'
import { type Send, type SendFormState, unitsOf } from '@latchkey/core/screen'
import { useSelect } from '../../context.js'
import { useNumbers } from '../../copy/useNumbers.js'
import { useWords } from '../../copy/useWords.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { shorten } from '../../parts/shorten.js'
import { WalletImage } from '../../parts/WalletImage.js'
import { AskingScreen } from '../AskingScreen.js'
import { useWalletName } from '../useWalletName.js'
import { tokenText } from './amounts.js'
import { copy } from './copy.js'

export function AskWallet({ form, state }: { readonly form: Send; readonly state: SendFormState }) {
  const t = useWords(copy)
  const numbers = useNumbers()
  const wallet = useWalletName()
  const icon = useSelect((each) => selectConnector(each)?.icon)
  const { token, recipient } = state
  const amount = token ? tokenText(unitsOf(state) ?? 0n, token, numbers) : ''
  const to = recipient.status === 'ready' ? (recipient.name ?? shorten(recipient.address)) : ''
  return (
    <AskingScreen
      tone="waiting"
      picture={<WalletImage name={wallet} icon={icon} size={80} />}
      title={t('send.waiting', { wallet })}
      detail={t('send.waiting-detail', { amount, to })}
      hint={t('send.waiting-hint', { wallet })}
    >
      <ActionButton onPress={form.cancel}>{t('send.cancel')}</ActionButton>
    </AskingScreen>
  )
}
