/** One wallet, by every way that leads to it: this browser, a phone, this computer, a page. */
import {
  type DirectoryWallet,
  firstWay,
  type Platform,
  push,
  storeLink,
  type WayToWallet,
  waysToWallet,
} from '@latchkey/core/screen'
import type { Namespace } from '@latchkey/spec/caip'
import { useState } from 'react'
import { useKitContext, useSelect } from '../context.js'
import { ActionButton } from '../parts/ActionButton.js'
import type { IconName } from '../parts/icons.js'
import { Tabs } from '../parts/Tabs.js'
import { selectConnectors } from '../select.js'
import { wear } from '../theme/wear.js'
import { AskingScreen } from './AskingScreen.js'
import { Asking } from './ConnectingExternal.js'
import { ConsentFirst } from './ConsentFirst.js'
import { DirectoryImage } from './DirectoryImage.js'
import { GetElsewhere, InsideWallet } from './InsideWallet.js'
import { PairingApp } from './PairingApp.js'
import { PairingCode } from './PairingCode.js'
import styles, { css } from './relay.sheet.css'
import { type RelayCopyKey, useRelayText } from './relayCopy.js'
import { usePairing } from './usePairing.js'
import { usePlatform } from './usePlatform.js'
import type { ViewProps } from './view.js'
import { installedConnector } from './walletRows.js'

const worn = wear(css)

const tabs = {
  browser: { icon: 'puzzle', text: 'relay.way-browser' },
  mobile: { icon: 'phone', text: 'relay.way-mobile' },
  inside: { icon: 'globe', text: 'relay.way-inside' },
  desktop: { icon: 'desktop', text: 'relay.way-desktop' },
  web: { icon: 'globe', text: 'relay.way-web' },
  get: { icon: 'puzzle', text: 'relay.get' },
} as const satisfies Record<WayToWallet, { icon: IconName; text: RelayCopyKey }>

export function View({ data: { wallet, openedAt, namespace } }: ViewProps) {
  return (
    <ConsentFirst>
      <div ref={worn} className={styles.view}>
        {wallet ? (
          <OneWallet key={wallet.id} wallet={wallet} openedAt={openedAt} namespace={namespace} />
        ) : (
          <AnyWallet />
        )}
      </div>
    </ConsentFirst>
  )
}

/** No wallet was chosen: whatever can scan, or take a link, will do. */
function AnyWallet() {
  return <PairingCode pairing={usePairing()} />
}

interface RemoteWalletProps {
  readonly wallet: DirectoryWallet
  readonly openedAt: number | undefined
}

interface OneWalletProps extends RemoteWalletProps {
  /** Of a wallet that speaks several, the one that was chosen. */
  readonly namespace: Namespace | undefined
}

function OneWallet({ wallet, openedAt, namespace }: OneWalletProps) {
  const t = useRelayText()
  const platform = usePlatform()
  const connectors = useSelect(selectConnectors).filter((each) => !namespace || each.namespace === namespace)
  const connector = installedConnector(connectors, wallet)
  const isInstalled = connector !== undefined
  const ways = waysToWallet({ wallet, platform, isInstalled })
  const [chosen, setChosen] = useState(() => firstWay(ways, { isInstalled }))
  // An extension can be removed while its tab is open.
  const way = ways.includes(chosen) ? chosen : firstWay(ways, { isInstalled })
  return (
    <Tabs<WayToWallet>
      label={t('relay.ways', { wallet: wallet.name })}
      tabs={ways.map((id) => ({ id, icon: tabs[id].icon, text: t(tabs[id].text) }))}
      chosen={way}
      onChoose={setChosen}
    >
      {way === 'browser' ? (
        connector ? (
          <Asking connector={connector} />
        ) : (
          <NotInstalled wallet={wallet} platform={platform} />
        )
      ) : way === 'inside' ? (
        <InsideWallet wallet={wallet} platform={platform} openedAt={openedAt} />
      ) : way === 'get' ? (
        <GetElsewhere wallet={wallet} platform={platform} />
      ) : (
        <Remote key={way} wallet={wallet} openedAt={openedAt} way={way} platform={platform} />
      )}
    </Tabs>
  )
}

interface RemoteProps extends RemoteWalletProps {
  readonly way: Exclude<WayToWallet, 'browser' | 'inside' | 'get'>
  readonly platform: Platform
}

/** Through the relay: scanned from a computer, opened on a phone. */
function Remote({ wallet, openedAt, way, platform }: RemoteProps) {
  const t = useRelayText()
  const pairing = usePairing()
  const [showsCode, setShowsCode] = useState(false)
  const isHere = way !== 'mobile' || platform.isMobile
  if (isHere && !showsCode)
    return (
      <PairingApp
        pairing={pairing}
        wallet={wallet}
        way={way}
        platform={platform}
        openedAt={openedAt}
        onShowCode={() => setShowsCode(true)}
      />
    )
  return (
    <>
      <PairingCode pairing={pairing} wallet={wallet} />
      {isHere && (
        <p className={styles.footnote}>
          <button type="button" className={styles.link} onClick={() => setShowsCode(false)}>
            {t('relay.hide-code')}
          </button>
        </p>
      )}
    </>
  )
}

interface NotInstalledProps {
  readonly wallet: DirectoryWallet
  readonly platform: Platform
}

/** The extension is not here. As soon as it is, its own screen takes this one's place. */
function NotInstalled({ wallet, platform }: NotInstalledProps) {
  const kit = useKitContext()
  const t = useRelayText()
  const { name } = wallet
  const canGet = storeLink(wallet, platform) !== undefined
  return (
    <AskingScreen
      tone="idle"
      picture={<DirectoryImage wallet={wallet} size={80} />}
      title={t('relay.missing', { wallet: name })}
      detail={t('relay.missing-detail')}
      control={
        canGet && (
          <ActionButton
            look="accent"
            onPress={() => push(kit, { view: 'Downloads', data: { wallet, name } })}
          >
            {t('relay.missing-get')}
          </ActionButton>
        )
      }
    />
  )
}
