/** A code to scan with a phone: it counts down, renews itself, and says what is wrong in its own place. */
import { type DirectoryWallet, push } from '@latchkey/core/screen'
import { useRef } from 'react'
import { useKitContext } from '../context.js'
import { ActionButton } from '../parts/ActionButton.js'
import { Icon } from '../parts/Icon.js'
import type { IconName } from '../parts/icons.js'
import { Notice } from '../parts/Notice.js'
import { QrCode } from '../parts/QrCode.js'
import { wear } from '../theme/wear.js'
import { DirectoryImage } from './DirectoryImage.js'
import type { PairingPhase } from './pairing.js'
import { codeWords, minutes } from './pairingWords.js'
import { useReason } from './reason.js'
import styles, { css } from './relay.sheet.css'
import { useRelayText } from './relayCopy.js'
import { useCopy } from './useCopy.js'
import type { ShownPairing } from './usePairing.js'
import { usePlatform } from './usePlatform.js'

interface PairingCodeProps {
  readonly pairing: ShownPairing
  readonly wallet?: DirectoryWallet | undefined
}

const worn = wear(css)

/** What lies over a code that is not to be scanned. */
const covers: Partial<Record<PairingPhase, IconName>> = {
  lost: 'unplugged',
  refused: 'alert',
  declined: 'close',
  expired: 'retry',
  stopped: 'retry',
  failed: 'alert',
}

export function PairingCode({ pairing, wallet }: PairingCodeProps) {
  const kit = useKitContext()
  const t = useRelayText()
  const reason = useReason()
  const copy = useCopy()
  const words = useRef<HTMLDivElement>(null)
  const { phase, uri, left, share } = pairing
  const isReady = phase === 'ready'
  const { isMobile } = usePlatform()
  const { title, detail, countdown, again } = codeWords(pairing, {
    wallet: wallet?.name,
    now: kit.clock.now(),
    isMobile,
    t,
    reason,
  })
  const cover = covers[phase]
  if (phase === 'unavailable')
    return (
      <Notice icon="unplugged" title={title} detail={detail}>
        <ActionButton onPress={() => kit.open({ view: 'Connect' })}>{t('connect.title')}</ActionButton>
      </Notice>
    )
  return (
    <div ref={worn} className={styles.pairing}>
      <QrCode
        text={phase === 'renewing' ? undefined : uri}
        label={t('relay.code', { wallet: wallet?.name ?? t('relay.any') })}
        left={isReady ? share : 0}
        logo={wallet ? <DirectoryImage wallet={wallet} size={48} /> : <Mark />}
        cover={
          cover && (
            <>
              <span className={styles.coverIcon}>
                <Icon name={cover} size={26} />
              </span>
              {again !== undefined && (
                <ActionButton look="accent" icon="retry" onPress={retry}>
                  {again}
                </ActionButton>
              )}
            </>
          )
        }
      />
      <div ref={words} role="status" className={styles.words} tabIndex={-1}>
        <p className={styles.title}>{title}</p>
        <p className={styles.detail}>{detail}</p>
      </div>
      {/* Not in the status: nobody wants every second read out. */}
      <p className={styles.left}>
        {isReady && left !== undefined ? t('relay.left', { time: minutes(left) }) : countdown}
      </p>
      <ActionButton
        icon="copy"
        isBusy={phase === 'preparing' || phase === 'renewing'}
        isDisabled={!isReady}
        onPress={() => uri !== undefined && copy(uri, t('relay.copied'))}
      >
        {t('relay.copy')}
      </ActionButton>
      <p className={styles.footnote}>
        {wallet ? t('relay.none', { wallet: wallet.name }) : t('relay.others')}{' '}
        <button type="button" className={styles.link} onClick={wallet ? () => get(wallet) : all}>
          {wallet ? t('relay.get') : t('relay.all')}
        </button>
      </p>
    </div>
  )

  /** The button goes with what it was for; the focus goes to what comes instead. */
  function retry() {
    words.current?.focus({ preventScroll: true })
    pairing.retry()
  }
  function get(missing: DirectoryWallet) {
    push(kit, { view: 'Downloads', data: { wallet: missing, name: missing.name } })
  }
  function all() {
    kit.events.emit('CLICK_ALL_WALLETS', {})
    push(kit, { view: 'AllWallets' })
  }
}

/** In place of a wallet's picture. */
function Mark() {
  return (
    <span className={styles.mark}>
      <Icon name="wallet" size={26} />
    </span>
  )
}
