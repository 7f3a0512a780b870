/** The ways to connect, in the order of S2-14. */
import { push } from '@latchkey/core/screen'
import type { ConnectMethod } from '@latchkey/spec/options'
import { Fragment } from 'react'
import { useKitContext } from '../context.js'
import { useText } from '../copy/useText.js'
import { Notice } from '../parts/Notice.js'
import partStyles from '../parts/parts.sheet.css'
import { RowSkeleton } from '../parts/Row.js'
import { ConnectWallets } from './ConnectWallets.js'
import { offeredMethods } from './connectMethods.js'
import { embeddedHeights, knowsPasskeys } from './embedded/connectLayout.js'
import { socialRows } from './embedded/socialRows.js'
import { useEmbeddedMethods } from './embedded/useEmbeddedMethods.js'
import { useOfferedSocials } from './embedded/useOfferedSocials.js'
import { LegalCheckbox } from './LegalCheckbox.js'
import { LegalNote } from './LegalNote.js'
import { useChunk } from './useChunk.js'
import { useConsent } from './useConsent.js'
import { useWalletRows } from './useWalletRows.js'
import type { ViewProps } from './view.js'
import styles from './views.sheet.css'

/** What draws email, services and passkeys; an app without them never loads it. */
const loadEmbedded = () => import('./embedded/ConnectEmbedded.js')

export function View({ data }: ViewProps) {
  const { options } = useKitContext()
  const t = useText()
  const { features, enableWallets } = options
  const rows = useWalletRows({ namespace: data.namespace })
  const { asksConsent, hasConsent } = useConsent()
  const { hasEmail, socials } = useEmbeddedMethods(data.namespace)
  const isOn: Readonly<Record<ConnectMethod, boolean>> = {
    email: hasEmail,
    social: socials.length > 0,
    wallet: enableWallets,
  }
  const offered = offeredMethods({
    configured: features.connectMethodsOrder,
    wallets: rows.flatMap(({ group }) => group ?? []),
    isOffered: (method) => isOn[method],
  })
  const lastOfOurs = offered.findLast((method) => method !== 'wallet')
  if (offered.length === 0)
    return <Notice icon="wallet" title={t('connect.off')} detail={t('connect.off-detail')} />
  return (
    <div className={styles.view}>
      {asksConsent && <LegalCheckbox />}
      {/* A disabled fieldset blocks the mouse, the keyboard and assistive technology alike. */}
      <fieldset className={styles.methods} disabled={!hasConsent}>
        <legend className={partStyles.hiddenText}>{t('connect.methods')}</legend>
        {offered.map((method, index) => (
          <Fragment key={method}>
            {isApart(offered[index - 1], method) && <p className={styles.or}>{t('connect.or')}</p>}
            {method === 'wallet' ? (
              <>
                <ConnectWallets data={data} hasOthers={lastOfOurs !== undefined} />
                {/* What an app puts here is a child of its own element, which no fieldset of ours disables. */}
                {hasConsent && <slot name="wallet-row" />}
              </>
            ) : (
              <EmbeddedMethod method={method} isLast={method === lastOfOurs} />
            )}
          </Fragment>
        ))}
      </fieldset>
      {rows.length > 0 && <Guide />}
      {!asksConsent && <LegalNote />}
    </div>
  )
}

/** Email and services lead to the same wallet; nothing stands between them. */
const isApart = (before: ConnectMethod | undefined, method: ConnectMethod) =>
  before !== undefined && (before === 'wallet' || method === 'wallet')

interface EmbeddedMethodProps {
  readonly method: Exclude<ConnectMethod, 'wallet'>
  readonly isLast: boolean
}

function EmbeddedMethod({ method, isLast }: EmbeddedMethodProps) {
  const { chunk, hasFailed, retry } = useChunk(loadEmbedded)
  const t = useText()
  if (hasFailed)
    return (
      <p className={styles.footnote} role="alert">
        {t('connect.email-failed')}{' '}
        <button type="button" className={styles.link} onClick={retry}>
          {t('shell.retry')}
        </button>
      </p>
    )
  if (!chunk) return <EmbeddedSkeleton method={method} isLast={isLast} />
  return (
    <>
      {method === 'email' ? <chunk.ConnectEmail /> : <chunk.ConnectSocial />}
      {isLast && <chunk.ConnectPasskey />}
    </>
  )
}

/** As high as what comes, so that the wallets below it stay where they are. */
function EmbeddedSkeleton({ method, isLast }: EmbeddedMethodProps) {
  const { wide, marks } = socialRows(useOfferedSocials())
  return (
    <>
      {method === 'email' ? (
        <RowSkeleton height={embeddedHeights.email} />
      ) : (
        <div className={styles.list}>
          {wide && <RowSkeleton height={embeddedHeights.button} />}
          {marks.length > 0 && <RowSkeleton height={embeddedHeights.button} />}
        </div>
      )}
      {isLast && knowsPasskeys() && <RowSkeleton height={embeddedHeights.button} />}
    </>
  )
}

function Guide() {
  const kit = useKitContext()
  const t = useText()
  if (!kit.options.enableWalletGuide) return null
  return (
    <p className={styles.footnote}>
      {t('connect.new')}{' '}
      <button type="button" className={styles.link} onClick={() => push(kit, { view: 'WhatIsAWallet' })}>
        {t('connect.learn')}
      </button>
    </p>
  )
}
