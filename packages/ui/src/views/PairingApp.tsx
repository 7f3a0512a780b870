/** Leads to a wallet on this device: its app, its desktop program or its page. Where it does not open, there are other ways. */
import {
  type DirectoryWallet,
  linkLadder,
  opensApp,
  type Platform,
  type Rung,
  storeLink,
  walletLink,
} from '@latchkey/core/screen'
import { useKitContext } from '../context.js'
import { ActionButton } from '../parts/ActionButton.js'
import { AskingScreen } from './AskingScreen.js'
import { DirectoryImage } from './DirectoryImage.js'
import { openApp, openLink } from './openWallet.js'
import { pairingTrouble } from './pairingWords.js'
import { useReason } from './reason.js'
import styles from './relay.sheet.css'
import { type RelayText, useRelayText } from './relayCopy.js'
import { useCopy } from './useCopy.js'
import { useHandover } from './useHandover.js'
import type { ShownPairing } from './usePairing.js'

interface PairingAppProps {
  readonly pairing: ShownPairing
  readonly wallet: DirectoryWallet
  readonly way: 'mobile' | 'desktop' | 'web'
  readonly platform: Platform
  /** When a tap on a phone's list opened the app, where its link was ready. */
  readonly openedAt: number | undefined
  onShowCode(): void
}

export function PairingApp({ pairing, wallet, way, platform, openedAt, onShowCode }: PairingAppProps) {
  const kit = useKitContext()
  const t = useRelayText()
  const reason = useReason()
  const copy = useCopy()
  const { phase, uri } = pairing
  const isReady = phase === 'ready' && uri !== undefined
  const rungs = isReady ? rungsOf({ wallet, uri, way, platform }) : []
  const [first, ...others] = rungs.filter(isLink)
  const handover = useHandover({ openedAt: way === 'mobile' ? openedAt : undefined })
  const open = (href: string) => {
    openApp(kit, { wallet, href, platform })
    handover.begin()
  }
  const trouble = pairingTrouble(pairing, { wallet: wallet.name, now: kit.clock.now(), t, reason })
  const store = way === 'web' ? undefined : storeLink(wallet, platform)
  // Telegram opens no schemes, and some wallets have no link at all: what cannot be opened gets no button for it.
  const opens = way !== 'mobile' || opensApp(wallet, platform)
  const copyLink = () => uri !== undefined && copy(uri, t('relay.copied'))
  return (
    <AskingScreen
      tone={trouble ? 'bad' : handover.isUnderWay && isReady ? 'waiting' : 'idle'}
      isRefused={phase === 'declined'}
      picture={<DirectoryImage wallet={wallet} size={80} />}
      {...(trouble ?? words({ way, opens, wallet: wallet.name, phase: handover.phase, isReady, t }))}
      control={
        trouble?.again !== undefined ? (
          <ActionButton look="accent" icon="retry" onPress={pairing.retry}>
            {trouble.again}
          </ActionButton>
        ) : !opens ? (
          <ActionButton look="accent" icon="copy" isDisabled={!isReady} onPress={copyLink}>
            {t('relay.copy')}
          </ActionButton>
        ) : (
          <ActionButton
            look="accent"
            isBusy={phase === 'preparing' || phase === 'renewing'}
            isDisabled={!first}
            onPress={() => first && open(first.href)}
          >
            {t('relay.open', { wallet: wallet.name })}
          </ActionButton>
        )
      }
    >
      {way !== 'web' && (
        <div className={styles.others}>
          {others[0] && (
            <ActionButton onPress={() => others[0] && open(others[0].href)}>
              {t('relay.other-link')}
            </ActionButton>
          )}
          {way === 'mobile' && (
            <ActionButton icon="qr" onPress={onShowCode}>
              {t('relay.show-code')}
            </ActionButton>
          )}
          {opens && (
            <ActionButton icon="copy" isDisabled={!isReady} onPress={copyLink}>
              {t('relay.copy')}
            </ActionButton>
          )}
          {store !== undefined && (
            <ActionButton onPress={() => openLink(store, platform)}>{t('relay.store')}</ActionButton>
          )}
        </div>
      )}
    </AskingScreen>
  )
}

type LinkRung = Extract<Rung, { readonly kind: 'universal' | 'native' }>

const isLink = (rung: Rung): rung is LinkRung => rung.kind === 'universal' || rung.kind === 'native'

interface RungsInput extends Pick<PairingAppProps, 'wallet' | 'way' | 'platform'> {
  readonly uri: string
}

function rungsOf({ wallet, uri, way, platform }: RungsInput): readonly Rung[] {
  if (way === 'mobile') return linkLadder({ wallet, uri, platform })
  // A program may answer to a scheme and to an address of the web: whichever does, opens it.
  const kinds = way === 'desktop' ? (['desktop', 'desktopUniversal'] as const) : ([way] as const)
  return kinds.flatMap((kind): Rung[] => {
    const href = walletLink({ wallet, uri, kind, platform })
    return href ? [{ kind: 'universal', href }] : []
  })
}

/** Nothing was opened yet, so nothing is said to be. */
const idle = {
  mobile: 'relay.open',
  desktop: 'relay.open-desktop',
  web: 'relay.open-web',
} as const

interface WordsInput extends Pick<PairingAppProps, 'way'> {
  readonly wallet: string
  readonly opens: boolean
  readonly phase: 'idle' | 'opened' | 'stalled'
  readonly isReady: boolean
  readonly t: RelayText
}

function words({ way, opens, wallet, phase, isReady, t }: WordsInput) {
  if (!isReady) return { title: t('relay.preparing-link'), detail: t('relay.preparing-detail') }
  if (!opens) return { title: t('relay.no-link', { wallet }), detail: t('relay.no-link-detail', { wallet }) }
  if (phase === 'stalled') return { title: t('relay.stalled', { wallet }), detail: t('relay.stalled-detail') }
  const detail = t('relay.opening-detail')
  if (phase === 'opened') return { title: t('relay.opening', { wallet }), detail }
  return { title: t(idle[way], { wallet }), detail }
}
