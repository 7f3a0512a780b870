/** How much the account holds: all of it in dollars where prices are known, and the coin of the network. */
import { selectBalance } from '@latchkey/core'
import { useSelect } from '../../context.js'
import { useNumbers } from '../../copy/useNumbers.js'
import { useWords } from '../../copy/useWords.js'
import partStyles from '../../parts/parts.sheet.css'
import { useAccountText } from '../accountCopy.js'
import styles from './account.sheet.css'
import { fiatParts } from './amounts.js'
import { copy } from './copy.js'
import type { ShownTokens } from './useTokens.js'

export function Total({ tokens }: { readonly tokens: ShownTokens | undefined }) {
  const w = useWords(copy)
  const numbers = useNumbers()
  const { list } = tokens ?? {}
  const total = list?.status === 'unsupported' ? undefined : list?.total
  if (total === undefined) {
    const isOnItsWay = tokens && !tokens.hasFailedToStart && (list === undefined || list.status === 'loading')
    return isOnItsWay ? <TotalSkeleton /> : <Coin look="large" />
  }
  const { whole, cents, rest } = fiatParts(total, numbers)
  return (
    <>
      <p className={styles.total} data-stale={list?.status === 'failed' || undefined}>
        <span className={partStyles.hiddenText}>{w('total.label')}: </span>
        <bdi dir="ltr">
          {whole}
          <span className={styles.cents}>{cents}</span>
          {rest}
        </bdi>
      </p>
      <Coin look="small" />
    </>
  )
}

function TotalSkeleton() {
  const t = useAccountText()
  return <span className={styles.totalSkeleton} role="status" aria-label={t('shell.loading')} />
}

function Coin({ look }: { readonly look: 'large' | 'small' }) {
  const t = useAccountText()
  const numbers = useNumbers()
  const held = useSelect(selectBalance)
  if (!held) return null
  const { status, balance } = held
  if (balance)
    return (
      <p className={styles.coin} data-look={look} data-stale={status !== 'ready' || undefined}>
        <bdi>
          {numbers.decimal(balance.formatted)} <span className={styles.symbol}>{balance.symbol}</span>
        </bdi>
      </p>
    )
  // A failed read never looks like an empty answer (D-13).
  if (status === 'failed') return <p className={styles.noCoin}>{t('account.balance-failed')}</p>
  return look === 'large' ? <TotalSkeleton /> : null
}
