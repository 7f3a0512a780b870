/** A transfer that left the page: on its way until the chain says otherwise, and no timer turns that into a fact. */
import type { FollowedTransaction, Transactions, TransactionsState } from '@latchkey/core'
import { explorerHash, type Send, type Sent, transactions } from '@latchkey/core/screen'
import { useKitContext } from '../../context.js'
import { useNumbers } from '../../copy/useNumbers.js'
import { useWords } from '../../copy/useWords.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { shorten } from '../../parts/shorten.js'
import { TokenImage } from '../../parts/TokenImage.js'
import { useFeature, useStore } from '../../useFeature.js'
import { AskingScreen, type AskingTone } from '../AskingScreen.js'
import { TransactionLink } from '../TransactionLink.js'
import { tokenText } from './amounts.js'
import { copy } from './copy.js'
import styles from './send.sheet.css'

interface SendProgressProps {
  readonly form: Send
  readonly sent: Sent
}

const nothing = { get: (): TransactionsState => none, subscribe: () => () => {} }
const none: TransactionsState = { entries: [] }

export function SendProgress({ form, sent }: SendProgressProps) {
  const kit = useKitContext()
  const t = useWords(copy)
  const { handle } = useFeature<Transactions>(transactions)
  const entry = useStore(handle?.store ?? nothing, ({ entries }) => entries.find(({ id }) => id === sent.id))
  const { tone, title, detail } = useOutcome(sent, entry)
  const hash = entry ? (entry.replacedBy ?? explorerHash(entry)) : sent.hash
  const finish = () => {
    const isFromAccount = kit.store.get().router.history.some(({ view }) => view === 'Account')
    form.reset()
    if (isFromAccount) kit.open({ view: 'Account' })
    else kit.close({ reason: 'finished' })
  }
  return (
    <AskingScreen
      tone={tone}
      picture={
        <TokenImage
          symbol={sent.token.symbol}
          icon={sent.token.icon}
          size={72}
          home={kit.options.gatewayUrl}
        />
      }
      title={title}
      detail={detail}
      control={
        <div className={styles.actions}>
          <TransactionLink networkId={sent.networkId} hash={hash} />
          <ActionButton look="accent" onPress={finish}>
            {t('send.finish')}
          </ActionButton>
        </div>
      }
    />
  )
}

function useOutcome(
  { token, amount, to, name }: Sent,
  entry: FollowedTransaction | undefined,
): { readonly tone: AskingTone; readonly title: string; readonly detail: string } {
  const t = useWords(copy)
  const numbers = useNumbers()
  const slots = { amount: tokenText(amount, token, numbers), to: name ?? shorten(to) }
  switch (entry?.status) {
    case 'confirmed':
      return { tone: 'done', title: t('send.confirmed'), detail: t('send.confirmed-detail', slots) }
    case 'failed':
      return { tone: 'bad', title: t('send.failed'), detail: t('send.failed-detail') }
    case 'dropped':
      return { tone: 'bad', title: t('send.dropped'), detail: t('send.dropped-detail') }
    case 'replaced': {
      const { replacement } = entry
      if (replacement === 'sped-up') {
        return { tone: 'done', title: t('send.confirmed'), detail: t('send.sped-up-detail') }
      }
      const detail = t(replacement === 'cancelled' ? 'send.cancelled-detail' : 'send.replaced-detail')
      return { tone: 'bad', title: t('send.replaced'), detail }
    }
    default:
      return { tone: 'waiting', title: t('send.pending'), detail: t('send.pending-detail', slots) }
  }
}
