/** A payment under way: what the wallet is asked, what the network does, and how it ended. */
import { selectConnector } from '@latchkey/core'
import type { PayProblem, PayStage } from '@latchkey/core/screen'
import { useKitContext, useSelect } from '../../context.js'
import { useNumbers } from '../../copy/useNumbers.js'
import { useWords } from '../../copy/useWords.js'
import { useRetell } from '../../copy/wording.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { shorten } from '../../parts/shorten.js'
import { WalletImage } from '../../parts/WalletImage.js'
import { selectNetworks } from '../../select.js'
import { AskingScreen, type AskingTone } from '../AskingScreen.js'
import { TransactionLink } from '../TransactionLink.js'
import { useWalletName } from '../useWalletName.js'
import { amountOf, siteOf } from './amountOf.js'
import { copy } from './copy.js'
import type { PayScreenProps } from './PayReview.js'

type Going = Extract<PayStage, { readonly status: 'paying' | 'paid' | 'stopped' }>

export function PayProgress({ handle, state, order, stage }: PayScreenProps<Going>) {
  const kit = useKitContext()
  const t = useWords(copy)
  const wallet = useWalletName(order.namespace)
  const icon = useSelect((each) => selectConnector(each, order.namespace)?.icon)
  const { tone, title, detail, hint } = useWordsOf({ state, order, stage })
  const hash =
    stage.status === 'paying' ? stage.hash : stage.status === 'paid' ? stage.receipt.hash : undefined
  return (
    <AskingScreen
      tone={tone}
      isRefused={stage.status === 'stopped' && stage.problem.code === 'declined'}
      picture={<WalletImage name={wallet} icon={icon} size={80} />}
      title={title}
      detail={detail}
      hint={hint}
      {...(stage.status === 'stopped' && { action: { text: t('pay.retry'), run: handle.retry } })}
      {...((hash !== undefined || stage.status === 'paid') && {
        control: (
          <>
            {hash !== undefined && <TransactionLink networkId={order.networkId} hash={hash} />}
            {stage.status === 'paid' && (
              <ActionButton look="accent" onPress={() => kit.close({ reason: 'finished' })}>
                {t('pay.done')}
              </ActionButton>
            )}
          </>
        ),
      })}
    />
  )
}

interface Words {
  readonly tone: AskingTone
  readonly title: string
  readonly detail: string
  readonly hint?: string
}

function useWordsOf({
  state,
  order,
  stage,
}: Pick<PayScreenProps<Going>, 'state' | 'order' | 'stage'>): Words {
  const t = useWords(copy)
  const wallet = useWalletName(order.namespace)
  const network = useSelect(selectNetworks).find(({ caipNetworkId }) => caipNetworkId === order.networkId)
  const problemText = useProblemText(state, wallet)
  const { amount, symbol } = amountOf(state, useNumbers())
  const waiting = (title: string, detail: string, hint?: string): Words => ({
    tone: 'waiting',
    title,
    detail,
    ...(hint ? { hint } : {}),
  })
  if (stage.status === 'paid') {
    return {
      tone: 'done',
      title: t('pay.paid'),
      detail: t('pay.paid-detail', { amount, symbol, site: siteOf() }),
    }
  }
  if (stage.status === 'stopped') {
    const { problem } = stage
    return { tone: 'bad', title: t(titleOf(problem)), detail: problemText(problem) }
  }
  switch (stage.step) {
    case 'network':
      return waiting(
        t('pay.switching', { wallet }),
        t('pay.switching-detail', { network: network?.name ?? '' }),
      )
    case 'check':
      return waiting(t('pay.check'), t('pay.check-detail'))
    case 'approve':
      return waiting(t('pay.approve', { wallet }), t('pay.approve-detail'))
    case 'approving':
      return waiting(t('pay.approving'), t('pay.network-has-it'))
    case 'swap':
    case 'batch':
      return waiting(t('pay.swapping-ask', { wallet }), t('pay.swapping-ask-detail'))
    case 'swapping':
    case 'batching':
      return waiting(t('pay.swapping'), t('pay.network-has-it'))
    case 'wallet': {
      const to = shorten(order.recipient)
      return waiting(
        t('pay.wallet', { wallet }),
        t('pay.wallet-detail', { amount, symbol, to }),
        t('pay.wallet-hint'),
      )
    }
    case 'confirming':
      return waiting(t('pay.confirming'), t('pay.confirming-detail'))
  }
}

/** That nothing was paid is said only where it is certain. */
function titleOf({ code }: PayProblem): 'pay.elsewhere' | 'pay.unsure' | 'pay.stopped' {
  if (code === 'elsewhere') return 'pay.elsewhere'
  return code === 'timeout' || code === 'dropped' ? 'pay.unsure' : 'pay.stopped'
}

function useProblemText(state: PayScreenProps['state'], wallet: string): (problem: PayProblem) => string {
  const t = useWords(copy)
  const retell = useRetell()
  const symbol = state.asset?.symbol ?? ''
  return (problem) => {
    switch (problem.code) {
      case 'declined':
      case 'timeout':
      case 'account':
      case 'network':
        return t(`problem.${problem.code}`, { wallet })
      case 'arrives-less':
        return t('problem.arrives-less', { symbol })
      case 'refused':
        return problem.reason
          ? t('pay.refused-why', { symbol, reason: retell(problem.reason) })
          : t('pay.refused', { symbol })
      case 'failed':
        return problem.reason
          ? t('problem.failed-why', { reason: retell(problem.reason) })
          : t('problem.failed')
      case 'elsewhere':
      case 'reverted':
      case 'replaced':
      case 'dropped':
        return t(`problem.${problem.code}`)
    }
  }
}
