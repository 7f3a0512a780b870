/** A swap under way: what the wallet is asked, what the network does, and how it ended. */
import type { SwapProgress as Progress, SwapPlan, Swaps, SwapToken } from '@latchkey/core/screen'
import { back } from '@latchkey/core/screen'
import { formatUnits } from '@latchkey/spec/validation'
import { useKitContext } from '../../context.js'
import { useNumbers } from '../../copy/useNumbers.js'
import { useWords } from '../../copy/useWords.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { TokenImage } from '../../parts/TokenImage.js'
import { wear } from '../../theme/wear.js'
import { AskingScreen, type AskingTone } from '../AskingScreen.js'
import { TransactionLink } from '../TransactionLink.js'
import { useWalletName } from '../useWalletName.js'
import { copy } from './copy.js'
import styles, { css } from './swap.sheet.css'
import { amountText } from './texts.js'
import { useProblemText, useSwapsState } from './useSwaps.js'

const worn = wear(css)

type Shown = Exclude<Progress, { readonly status: 'idle' }>

export function SwapProgress({ handle, progress }: { readonly handle: Swaps; readonly progress: Shown }) {
  const kit = useKitContext()
  const t = useWords(copy)
  const { title, detail, tone, isRefused } = useWordsOf(handle, progress)
  const hash = 'hash' in progress ? progress.hash : undefined
  // A bundle goes by an id of its wallet, which no explorer knows.
  const isOnChain = hash !== undefined && /^0x[0-9a-f]{64}$/i.test(hash)
  const finish = () => {
    handle.reset()
    back(kit)
  }
  return (
    <div ref={worn}>
      <AskingScreen
        tone={tone}
        isRefused={isRefused}
        picture={<Pictures plan={progress.plan} />}
        title={title}
        detail={detail}
        control={
          <>
            <TransactionLink
              networkId={progress.plan.question.networkId}
              hash={isOnChain ? hash : undefined}
            />
            {progress.status === 'done' && (
              <ActionButton look="accent" onPress={finish}>
                {t('swap.finish')}
              </ActionButton>
            )}
            {progress.status === 'failed' && (
              <ActionButton look="accent" onPress={() => handle.cancel()}>
                {t('swap.again')}
              </ActionButton>
            )}
            {progress.status === 'running' && isAsking(progress.step) && (
              <ActionButton onPress={() => handle.cancel()}>{t('swap.cancel')}</ActionButton>
            )}
          </>
        }
      />
    </div>
  )
}

/** While a wallet is asked one can change one's mind; what the network has cannot be taken back. */
const isAsking = (step: string) => ['check', 'approve', 'swap', 'batch'].includes(step)

function useWordsOf(
  handle: Swaps,
  progress: Shown,
): {
  readonly title: string
  readonly detail: string
  readonly tone: AskingTone
  readonly isRefused: boolean
} {
  const t = useWords(copy)
  const numbers = useNumbers()
  const wallet = useWalletName()
  const state = useSwapsState(handle)
  const problemOf = useProblemText({ ...state, ...sidesOf(progress.plan) })
  const { question, minimum, amountOut } = progress.plan
  const { from, to } = question
  const text = (value: bigint, { decimals }: SwapToken) => amountText(value, { decimals }, numbers)
  const slots = {
    amount: text(question.amount, from),
    from: from.symbol,
    to: to.symbol,
    least: text(minimum, to),
    out: text(amountOut, to),
  }
  const waiting = (title: string, detail: string) =>
    ({ title, detail, tone: 'waiting', isRefused: false }) as const
  if (progress.status === 'done')
    return { title: t('swap.done'), detail: t('swap.done-detail', slots), tone: 'done', isRefused: false }
  if (progress.status === 'failed') {
    const { problem } = progress
    const isRefused = problem.code === 'approval-rejected' || problem.code === 'swap-rejected'
    return { title: t('swap.failed'), detail: problemOf(problem), tone: 'bad', isRefused }
  }
  switch (progress.step) {
    case 'check':
      return waiting(t('swap.check'), t('swap.check-detail'))
    case 'approve':
      return waiting(
        t('swap.approve', { wallet }),
        t('swap.approve-detail', { ...slots, symbol: from.symbol }),
      )
    case 'approving':
      return waiting(t('swap.approving'), t('swap.approving-detail', { wallet }))
    case 'swap':
      return waiting(t('swap.ask', { wallet }), t('swap.ask-detail', slots))
    case 'batch':
      return waiting(t('swap.ask', { wallet }), t('swap.batch-detail', slots))
    case 'swapping':
    case 'batching':
      return waiting(t('swap.swapping'), t('swap.swapping-detail'))
  }
}

const sidesOf = ({ question }: SwapPlan) => ({
  from: question.from,
  to: question.to,
  amount: formatUnits(question.amount, question.from.decimals),
})

function Pictures({ plan }: { readonly plan: SwapPlan }) {
  const { gatewayUrl } = useKitContext().options
  return (
    <span className={styles.pair}>
      {[plan.question.from, plan.question.to].map(({ id, symbol, iconUrl }) => (
        <TokenImage key={id} symbol={symbol} icon={iconUrl} size={44} home={gatewayUrl} />
      ))}
    </span>
  )
}
