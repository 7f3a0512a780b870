/** The ways to connect, in the order of S2-14. */
import { push } from '@latchkey/core/screen'
import type { ConnectMethod } from '@latchkey/spec/options'
import { type ComponentType, Fragment } from 'react'
import { useKitContext } from '../context.js'
import { useText } from '../copy/useText.js'
import { Notice } from '../parts/Notice.js'
import { ConnectWallets } from './ConnectWallets.js'
import { offeredMethods } from './connectMethods.js'
import { LegalCheckbox } from './LegalCheckbox.js'
import { LegalNote } from './LegalNote.js'
import { useConsent } from './useConsent.js'
import { useWalletRows } from './useWalletRows.js'
import type { ViewProps } from './view.js'
import styles from './views.sheet.css'

/** What draws each method. Email and social login are added here when they exist. */
const methods: Partial<Record<ConnectMethod, ComponentType<ViewProps>>> = { wallet: ConnectWallets }

export function View({ data }: ViewProps) {
  const { options } = useKitContext()
  const t = useText()
  const { features, enableWallets } = options
  const rows = useWalletRows({ namespace: data.namespace })
  const { asksConsent, hasConsent } = useConsent()
  const offered = offeredMethods({
    configured: features.connectMethodsOrder,
    wallets: rows.flatMap(({ group }) => group ?? []),
    isOffered: (method) => Boolean(methods[method]) && (method !== 'wallet' || enableWallets),
  })
  if (offered.length === 0)
    return <Notice icon="wallet" title={t('connect.off')} detail={t('connect.off-detail')} />
  return (
    <div className={styles.view}>
      {asksConsent && <LegalCheckbox />}
      {/* A disabled fieldset blocks the mouse, the keyboard and assistive technology alike. */}
      <fieldset className={styles.methods} disabled={!hasConsent}>
        <legend className={styles.hiddenText}>{t('connect.methods')}</legend>
        {offered.map((method, index) => {
          const Method = methods[method]
          return (
            Method && (
              <Fragment key={method}>
                {index > 0 && <p className={styles.or}>{t('connect.or')}</p>}
                <Method data={data} />
              </Fragment>
            )
          )
        })}
      </fieldset>
      {rows.length > 0 && <Guide />}
      {!asksConsent && <LegalNote />}
    </div>
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
