/** How to get one wallet, step by step on the device that it is for. */
import { back, type DirectoryWallet, type Platform } from '@latchkey/core/screen'
import { useState } from 'react'
import { useKitContext } from '../context.js'
import { findKnownWallet } from '../data/knownWallets.js'
import { ActionButton, ActionLink } from '../parts/ActionButton.js'
import { LinkRow } from '../parts/LinkRow.js'
import { Notice } from '../parts/Notice.js'
import { QrCode } from '../parts/QrCode.js'
import { Tabs } from '../parts/Tabs.js'
import { WalletImage } from '../parts/WalletImage.js'
import { wear } from '../theme/wear.js'
import { DirectoryImage } from './DirectoryImage.js'
import styles, { css } from './downloads.sheet.css'
import { type InstallPlace, type InstallPlaceId, installPlaces } from './installPlaces.js'
import { type RelayCopyKey, useRelayText } from './relayCopy.js'
import { usePlatform } from './usePlatform.js'
import type { ViewProps } from './view.js'

const worn = wear(css)

export function View({ data }: ViewProps) {
  const kit = useKitContext()
  const t = useRelayText()
  const platform = usePlatform()
  const known = findKnownWallet(data.walletId)
  const { wallet = known } = data
  if (!wallet)
    return (
      <Notice icon="puzzle" title={t('downloads.unknown')} detail={t('downloads.unknown-detail')}>
        <ActionButton onPress={() => back(kit)}>{t('shell.back')}</ActionButton>
      </Notice>
    )
  const { places, homepage } = installPlaces(wallet, platform)
  return (
    <div ref={worn} className={styles.view}>
      <div className={styles.hero}>
        {isListed(wallet) ? (
          <DirectoryImage wallet={wallet} size={64} />
        ) : (
          <WalletImage name={wallet.name} size={64} />
        )}
      </div>
      <Places name={wallet.name} places={places} homepage={homepage} platform={platform} />
    </div>
  )
}

const isListed = (wallet: object): wallet is DirectoryWallet => 'source' in wallet

const tabs = {
  chrome: { text: 'downloads.chrome', install: 'downloads.step-extension' },
  firefox: { text: 'downloads.firefox', install: 'downloads.step-extension' },
  edge: { text: 'downloads.edge', install: 'downloads.step-extension' },
  desktop: { text: 'relay.way-desktop', install: 'downloads.step-desktop' },
  ios: { text: 'downloads.ios', install: 'downloads.step-app' },
  android: { text: 'downloads.android', install: 'downloads.step-app' },
} as const satisfies Record<InstallPlaceId, { text: RelayCopyKey; install: RelayCopyKey }>

const openTexts = {
  chrome: 'downloads.open-extension',
  firefox: 'downloads.open-extension',
  edge: 'downloads.open-extension',
  desktop: 'downloads.homepage',
  ios: 'downloads.open-store',
  android: 'downloads.open-store',
} as const satisfies Record<InstallPlaceId, RelayCopyKey>

interface PlacesProps {
  readonly name: string
  readonly places: readonly InstallPlace[]
  readonly homepage: string | undefined
  readonly platform: Platform
}

function Places({ name, places, homepage, platform }: PlacesProps) {
  const t = useRelayText()
  const [chosen, setChosen] = useState(places[0]?.id)
  const place = places.find(({ id }) => id === chosen) ?? places[0]
  // Where the wallet's own site is the place to get it, the button leads there already.
  const site = homepage !== undefined && place?.id !== 'desktop' && (
    <LinkRow icon="globe" href={homepage} newTabLabel={t('account.new-tab')}>
      {t('downloads.homepage')}
    </LinkRow>
  )
  if (!place)
    return (
      <>
        <p className={styles.lead}>{t('downloads.elsewhere', { wallet: name })}</p>
        {site}
      </>
    )
  const isApp = place.id === 'ios' || place.id === 'android'
  const steps = [
    t(tabs[place.id].install, { wallet: name }),
    t('downloads.step-create'),
    t(isApp && !platform.isMobile ? 'downloads.step-scan' : 'downloads.step-back', { wallet: name }),
  ]
  return (
    <>
      <Tabs<InstallPlaceId>
        label={t('downloads.list', { wallet: name })}
        tabs={places.map(({ id }) => ({ id, text: t(tabs[id].text) }))}
        chosen={place.id}
        onChoose={setChosen}
      >
        <div className={styles.place}>
          {isApp && !platform.isMobile && (
            <div className={styles.code}>
              <QrCode text={place.href} label={t('downloads.code', { wallet: name })} />
            </div>
          )}
          <ol className={styles.steps}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <ActionLink look="accent" href={place.href} newTabLabel={t('account.new-tab')}>
            {t(openTexts[place.id])}
          </ActionLink>
        </div>
      </Tabs>
      {site}
    </>
  )
}
