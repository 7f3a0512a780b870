/** A purchase under way: where to go on, how far it is, and what became of it. */
import type { Onramp, Purchase } from '@latchkey/core/screen'
import { useKitContext } from '../../context.js'
import { useNumbers } from '../../copy/useNumbers.js'
import { useText } from '../../copy/useText.js'
import { useWords } from '../../copy/useWords.js'
import { ActionButton, ActionLink } from '../../parts/ActionButton.js'
import { TokenImage } from '../../parts/TokenImage.js'
import { wear } from '../../theme/wear.js'
import { AskingScreen, type AskingTone } from '../AskingScreen.js'
import { TransactionLink } from '../TransactionLink.js'
import { copy } from './copy.js'
import styles, { css } from './onramp.sheet.css'
import { ProgressLine } from './ProgressLine.js'
import { progressWords } from './progressWords.js'

interface ProgressStepProps {
  readonly shop: Onramp
  readonly purchase: Purchase
}

const worn = wear(css)

const tones: Readonly<Record<Purchase['status'], AskingTone>> = {
  opening: 'waiting',
  created: 'waiting',
  paid: 'waiting',
  delivered: 'done',
  failed: 'bad',
  expired: 'bad',
  unknown: 'bad',
}

export function ProgressStep({ shop, purchase }: ProgressStepProps) {
  const kit = useKitContext()
  const t = useWords(copy)
  const numbers = useNumbers()
  const { status, isSandbox, isLost, isSlow } = purchase
  const isWaiting = tones[status] === 'waiting'
  return (
    <div ref={worn}>
      <AskingScreen
        tone={isSlow ? 'idle' : tones[status]}
        picture={<TokenImage symbol={purchase.symbol} size={72} home={kit.options.gatewayUrl} />}
        {...progressWords(purchase, { t, numbers })}
        control={<Controls shop={shop} purchase={purchase} />}
      >
        {isWaiting && <ProgressLine purchase={purchase} />}
        {isWaiting && (isLost || isSlow) && (
          <p className={styles.note} role="status">
            {t(isLost ? 'buy.lost' : 'buy.slow')}
          </p>
        )}
        {isSandbox && <p className={styles.note}>{t('buy.test-notice')}</p>}
        {(status === 'created' || status === 'paid') && (
          <button type="button" className={styles.link} onClick={() => shop.finish()}>
            {t('buy.another')}
          </button>
        )}
      </AskingScreen>
    </div>
  )
}

function Controls({ shop, purchase }: ProgressStepProps) {
  const kit = useKitContext()
  const t = useWords(copy)
  const shell = useText()
  const { status, url, isBlocked, isSlow, providerName } = purchase
  const provider = providerName || t('buy.unnamed')
  const done = () => {
    shop.finish()
    kit.open({ view: 'Account' })
  }
  return (
    <div className={styles.controls}>
      {status === 'created' && url && (
        // A link, which no browser blocks.
        <ActionLink href={url} look={isBlocked ? 'accent' : 'quiet'} newTabLabel={shell('account.new-tab')}>
          {t(isBlocked ? 'buy.open' : 'buy.open-again', { provider })}
        </ActionLink>
      )}
      {isSlow && (
        <ActionButton icon="retry" onPress={() => shop.checkAgain()}>
          {t('buy.check')}
        </ActionButton>
      )}
      {status === 'delivered' && (
        <>
          <ActionButton look="accent" onPress={done}>
            {t('buy.finish')}
          </ActionButton>
          <TransactionLink networkId={purchase.networkId} hash={purchase.transactionHash} />
        </>
      )}
      {(status === 'failed' || status === 'expired') && (
        <ActionButton look="accent" icon="retry" onPress={() => shop.again()}>
          {t('buy.again')}
        </ActionButton>
      )}
      {/* Whoever may have paid is not asked to pay again. */}
      {(status === 'failed' || status === 'expired' || status === 'unknown') && (
        <ActionButton onPress={done}>{shell('shell.dismiss')}</ActionButton>
      )}
    </div>
  )
}
