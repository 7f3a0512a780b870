/** The collectibles of the account, as pictures; spam only for who wants to see it (D-06). */
import { type HeldNft, nfts, nftsKey } from '@latchkey/core/screen'
import { useMemo, useState } from 'react'
import { useKit } from '../../context.js'
import { useWords } from '../../copy/useWords.js'
import { Notice } from '../../parts/Notice.js'
import partStyles from '../../parts/parts.sheet.css'
import { WalletImage } from '../../parts/WalletImage.js'
import { wear } from '../../theme/wear.js'
import { useAccountList } from '../../useAccountList.js'
import { useSubject } from '../../useSubject.js'
import { copy } from './copy.js'
import { LoadMore } from './LoadMore.js'
import styles, { css } from './nfts.sheet.css'
import { Retry, StaleBar } from './Retry.js'
import { useNetworkName } from './useNetworkName.js'

const worn = wear(css)

/** Cards at first, in two columns. */
const atFirst = 6

export function Panel() {
  const [withSpam, setWithSpam] = useState(false)
  return (
    <div ref={worn}>
      <NftList key={String(withSpam)} withSpam={withSpam} />
      <SpamSwitch isOn={withSpam} onChange={setWithSpam} />
    </div>
  )
}

function NftList({ withSpam }: { readonly withSpam: boolean }) {
  const t = useWords(copy)
  const network = useNetworkName()
  const account = useSubject()
  const [isWhole, setWhole] = useState(false)
  const subject = useMemo(() => account && { ...account, withSpam }, [account, withSpam])
  const { handle, list, status, restart } = useAccountList({
    feature: nfts,
    subject,
    keyOf: nftsKey,
  })
  const retry = () => (handle && subject ? void handle.retry(subject) : restart())
  if (status === 'failed' || (list?.status === 'failed' && list.items.length === 0))
    return (
      <Notice icon="unplugged" tone="bad" title={t('nfts.failed')} detail={t('nfts.failed-detail')}>
        <Retry onRetry={retry} />
      </Notice>
    )
  if (!list || (list.status === 'loading' && list.items.length === 0)) return <CardSkeletons />
  if (list.status === 'unsupported')
    return (
      <Notice
        icon="picture"
        title={t('nfts.unsupported')}
        detail={t('nfts.unsupported-detail', { network })}
      />
    )
  const { items, next, isLoadingMore } = list
  if (items.length === 0)
    return <Notice icon="picture" title={t('nfts.empty')} detail={t('nfts.empty-detail', { network })} />
  const shown = isWhole ? items : items.slice(0, atFirst)
  const isMore = shown.length < items.length || next !== undefined
  return (
    <>
      {list.status === 'failed' && <StaleBar text={t('list.stale')} onRetry={retry} />}
      <ul className={styles.grid} aria-label={t('nfts.list')}>
        {shown.map((nft) => (
          <Card key={`${nft.contract}/${nft.tokenId}`} nft={nft} />
        ))}
      </ul>
      {isMore && (
        <LoadMore
          isAutomatic={isWhole}
          isBusy={isLoadingMore}
          onMore={() => {
            setWhole(true)
            if (shown.length === items.length && subject) void handle?.loadMore(subject)
          }}
        />
      )}
    </>
  )
}

function Card({ nft }: { readonly nft: HeldNft }) {
  const t = useWords(copy)
  const { gatewayUrl } = useKit().options
  const { name, collection, image, amount, isSpam } = nft
  return (
    <li className={styles.card}>
      <span className={styles.art}>
        <WalletImage name={name} icon={image} home={gatewayUrl} size={156} />
        {amount !== '1' && (
          <span className={styles.amount}>
            <span aria-hidden="true">×{amount}</span>
            <span className={partStyles.hiddenText}>{t('nfts.amount', { amount })}</span>
          </span>
        )}
      </span>
      <span className={styles.name} title={name}>
        {name}
      </span>
      <span className={styles.collection}>
        {isSpam && <span className={styles.spam}>{t('nfts.is-spam')}</span>}
        {collection.name}
      </span>
    </li>
  )
}

function SpamSwitch({ isOn, onChange }: { readonly isOn: boolean; onChange(isOn: boolean): void }) {
  const t = useWords(copy)
  return (
    <div className={styles.bar}>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        className={styles.switch}
        onClick={() => onChange(!isOn)}
      >
        {t('nfts.spam')}
        <span className={styles.track} aria-hidden="true" />
      </button>
    </div>
  )
}

function CardSkeletons() {
  const t = useWords(copy)
  return (
    <div className={styles.grid} role="status" aria-label={t('nfts.loading')}>
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} className={styles.skeleton}>
          <span />
          <span />
        </div>
      ))}
    </div>
  )
}
