/** Wallets that take no pairing from a link: this page goes into their own browser, or the person is told what is left. */
import type { DirectoryWallet, Platform } from '@latchkey/core/screen'
import { storeLink } from '@latchkey/core/screen'
import { ActionButton } from '../parts/ActionButton.js'
import { AskingScreen } from './AskingScreen.js'
import { DirectoryImage } from './DirectoryImage.js'
import { openInside, openLink } from './openWallet.js'
import styles from './relay.sheet.css'
import { useRelayText } from './relayCopy.js'
import { useCopy } from './useCopy.js'
import { useHandover } from './useHandover.js'

interface OpenedWalletProps {
  readonly wallet: DirectoryWallet
  readonly platform: Platform
}

interface InsideWalletProps extends OpenedWalletProps {
  /** When a tap on the list opened it. */
  readonly openedAt: number | undefined
}

/** This page, once more, in the browser inside the wallet: there the wallet is in the page. */
export function InsideWallet({ wallet, platform, openedAt }: InsideWalletProps) {
  const t = useRelayText()
  const handover = useHandover({ openedAt })
  const { name } = wallet
  const open = () => {
    if (openInside({ wallet, platform })) handover.begin()
  }
  const isStalled = handover.phase === 'stalled'
  return (
    <AskingScreen
      tone={handover.isUnderWay ? 'waiting' : 'idle'}
      picture={<DirectoryImage wallet={wallet} size={80} />}
      title={t(isStalled ? 'relay.stalled' : 'relay.inside', { wallet: name })}
      detail={t(isStalled ? 'relay.stalled-detail' : 'relay.inside-detail', { wallet: name })}
      control={
        <ActionButton look="accent" onPress={open}>
          {t('relay.open', { wallet: name })}
        </ActionButton>
      }
    >
      <div className={styles.others}>
        <CopyPage />
        <Place wallet={wallet} platform={platform} />
      </div>
    </AskingScreen>
  )
}

/** Nothing here leads to it: said as it is, with what can be done. */
export function GetElsewhere({ wallet, platform }: OpenedWalletProps) {
  const t = useRelayText()
  const isExtension = [wallet.chrome_store, wallet.firefox_store, wallet.edge_store].some(Boolean)
  const hasApp = storeOf(wallet, platform) !== undefined
  return (
    <AskingScreen
      tone="idle"
      picture={<DirectoryImage wallet={wallet} size={80} />}
      title={t('relay.no-way', { wallet: wallet.name })}
      detail={t(isExtension && !hasApp ? 'relay.no-way-extension' : 'relay.no-way-detail')}
      control={<CopyPage look="accent" />}
    >
      <div className={styles.others}>
        <Place wallet={wallet} platform={platform} />
      </div>
    </AskingScreen>
  )
}

/** The address to carry elsewhere. */
function CopyPage({ look = 'quiet' }: { readonly look?: 'accent' | 'quiet' }) {
  const t = useRelayText()
  const copy = useCopy()
  return (
    <ActionButton look={look} onPress={() => copy(location.href, t('relay.page-copied'))}>
      {t('relay.copy-page')}
    </ActionButton>
  )
}

/** Where to get the wallet. */
function Place({ wallet, platform }: OpenedWalletProps) {
  const t = useRelayText()
  const store = storeOf(wallet, platform)
  const place = store ?? storeLink({ homepage: wallet.homepage }, platform)
  if (place === undefined) return null
  return (
    <ActionButton onPress={() => openLink(place, platform)}>
      {t(store === undefined ? 'downloads.homepage' : 'relay.store')}
    </ActionButton>
  )
}

/** The store of this device, where the wallet has an app in it. */
function storeOf({ app_store, play_store }: DirectoryWallet, platform: Platform): string | undefined {
  return platform.isMobile ? storeLink({ app_store, play_store }, platform) : undefined
}
