/** What would help where there is not enough of something. The way back leads to the form, which stays as it is. */
import type { RouteData } from '@latchkey/core'
import { push } from '@latchkey/core/screen'
import type { WalletFeature } from '@latchkey/spec/options'
import type { ViewId } from '@latchkey/spec/views'
import { useKitContext, useSelect } from '../context.js'
import { useWords } from '../copy/useWords.js'
import { selectNetworks } from '../select.js'
import { wear } from '../theme/wear.js'
import { useAccountFeatures } from './account/useAccountFeatures.js'
import styles, { css } from './notEnough.sheet.css'
import { copy } from './notEnoughCopy.js'

interface NotEnoughProps {
  /** What there is too little of. */
  readonly symbol: string
  /** The contract of it; absent for the currency of the network. */
  readonly address?: string | undefined
  /** Without the line that leads back. */
  readonly isBare?: boolean
  /** The view that asks, where it is one of the ways. */
  readonly except?: ViewId
}

const worn = wear(css)

interface Way {
  readonly view: ViewId
  readonly text: string
  readonly isOn: boolean
  readonly data?: RouteData
}

export function NotEnough({ symbol, address, isBare = false, except }: NotEnoughProps) {
  const kit = useKitContext()
  const t = useWords(copy)
  const features = useAccountFeatures()
  const isOffered = (wanted: WalletFeature) => features.some(({ feature }) => feature === wanted)
  const hasNetworks = useSelect(selectNetworks).length > 1 && kit.options.enableNetworkSwitch
  const lacking = address ?? symbol
  const ways: readonly Way[] = [
    { view: 'WalletReceive', text: t('lack.receive'), isOn: isOffered('receive') },
    {
      view: 'OnRampProviders',
      text: t('lack.buy'),
      isOn: isOffered('onramp'),
      ...(lacking !== '' && { data: { onramp: { token: lacking } } }),
    },
    {
      view: 'Swap',
      text: t('lack.swap'),
      isOn: isOffered('swaps'),
      ...(lacking !== '' && { data: { swap: { to: lacking } } }),
    },
    { view: 'Networks', text: t('lack.network'), isOn: hasNetworks },
  ]
  const offered = ways.filter(({ view, isOn }) => isOn && view !== except)
  if (offered.length === 0) return null
  const title = symbol === '' ? t('lack.any') : t('lack.title', { symbol })
  return (
    <section ref={worn} className={styles.lack} aria-label={title}>
      {!isBare && <p className={styles.title}>{title}</p>}
      <div className={styles.ways}>
        {offered.map(({ text, isOn: _, ...way }) => (
          <button key={way.view} type="button" className={styles.way} onClick={() => push(kit, way)}>
            {text}
          </button>
        ))}
      </div>
      {!isBare && <p className={styles.detail}>{t('lack.detail')}</p>}
    </section>
  )
}
