/** The tokens of the account: what each is worth, its price, how much of it there is. */
import type { TokenList } from '@latchkey/core/screen'
import { fiatText } from '@latchkey/core/screen'
import type { TokenBalance } from '@latchkey/spec/entities'
import { useState } from 'react'
import { useKit } from '../../context.js'
import { useNumbers } from '../../copy/useNumbers.js'
import { useWords } from '../../copy/useWords.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { Notice } from '../../parts/Notice.js'
import partStyles from '../../parts/parts.sheet.css'
import { TokenImage } from '../../parts/TokenImage.js'
import type { TabProps } from './AccountTabs.js'
import styles from './account.sheet.css'
import { decimalText, isNothing, priceText } from './amounts.js'
import { copy } from './copy.js'
import { LineSkeletons } from './LineSkeletons.js'
import { NoTokens } from './NoTokens.js'
import { Retry, StaleBar } from './Retry.js'
import { useNetworkName } from './useNetworkName.js'

/** Lines at first, and with each wish for more: the account stays short until somebody wants it long. */
const [atFirst, atOnce] = [5, 50]

export function Panel({ tokens }: TabProps) {
  const t = useWords(copy)
  const network = useNetworkName()
  const { list, hasFailedToStart, retry } = tokens
  if (hasFailedToStart || (list?.status === 'failed' && list.items.length === 0))
    return (
      <Notice icon="unplugged" tone="bad" title={t('tokens.failed')} detail={t('tokens.failed-detail')}>
        <Retry at={list?.retryAt} onRetry={retry} />
      </Notice>
    )
  if (!list || (list.status === 'loading' && list.items.length === 0))
    return <LineSkeletons count={5} label={t('tokens.loading')} />
  if (list.status === 'unsupported' && list.items.length === 0)
    return (
      <Notice
        icon="coin"
        title={t('tokens.unsupported')}
        detail={t('tokens.unsupported-detail', { network })}
      />
    )
  return (
    <>
      {list.status === 'failed' && <StaleBar text={t('list.stale')} at={list.retryAt} onRetry={retry} />}
      {list.items.every(({ quantity }) => isNothing(quantity.numeric)) ? <NoTokens /> : <Held list={list} />}
      {list.status === 'unsupported' && <p className={styles.note}>{t('tokens.unserved', { network })}</p>}
    </>
  )
}

function Held({ list: { items } }: { readonly list: TokenList }) {
  const t = useWords(copy)
  const [most, setMost] = useState(atFirst)
  // One more than wished is not worth a button.
  const shown = items.length <= most + 1 ? items : items.slice(0, most)
  const hidden = items.length - shown.length
  return (
    <>
      <ul className={styles.lines} aria-label={t('tokens.list')}>
        {shown.map((token) => (
          <HeldToken key={token.address ?? ''} token={token} />
        ))}
      </ul>
      {hidden > 0 && (
        <div className={styles.more}>
          <ActionButton onPress={() => setMost(shown.length + atOnce)}>
            {hidden <= atOnce
              ? t('tokens.all', { count: items.length })
              : t('tokens.more', { count: atOnce })}
          </ActionButton>
        </div>
      )}
    </>
  )
}

function HeldToken({ token }: { readonly token: TokenBalance }) {
  const t = useWords(copy)
  const numbers = useNumbers()
  const { gatewayUrl } = useKit().options
  const { name, symbol, value, price, quantity, iconUrl } = token
  const priceOf = priceText(price, numbers)
  return (
    <li className={styles.line}>
      <TokenImage symbol={symbol} icon={iconUrl} home={gatewayUrl} size={40} />
      <span className={styles.lineText}>
        <span className={styles.lineName}>{name}</span>
        <span className={styles.lineHint}>
          {priceOf !== undefined && <span className={partStyles.hiddenText}>{t('tokens.price')}: </span>}
          {priceOf ?? t('tokens.no-price')}
        </span>
      </span>
      <span className={styles.lineEnd}>
        <span className={styles.lineWorth}>{value === undefined ? '–' : fiatText(value, numbers)}</span>
        <span className={styles.lineHint} title={numbers.decimal(quantity.numeric, { unit: symbol })}>
          <bdi>{decimalText(quantity.numeric, numbers, { symbol })}</bdi>
        </span>
      </span>
    </li>
  )
}
