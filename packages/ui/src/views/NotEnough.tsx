/** What would help where there is not enough of something. The way back leads to the form, which stays as it is. */
import { onramp, push, swaps } from '@latchkey/core/screen'
import type { ViewId } from '@latchkey/spec/views'
import { useKitContext, useSelect } from '../context.js'
import { useWords } from '../copy/useWords.js'
import { selectNetworks } from '../select.js'
import { wear } from '../theme/wear.js'
import styles, { css } from './notEnough.sheet.css'
import { builtViewIds } from './pending.js'

const copy = {
  'lack.title': 'Get more {symbol}',
  'lack.any': 'Ways to get tokens',
  'lack.receive': 'Receive',
  'lack.buy': 'Buy',
  'lack.swap': 'Swap',
  'lack.network': 'Other network',
  'lack.detail': 'Come back when it is there: the form stays as it is.',
} as const

interface NotEnoughProps {
  /** What there is too little of. */
  readonly symbol: string
  /** Without the line that leads back. */
  readonly isBare?: boolean
  /** The view that asks, where it is one of the ways. */
  readonly except?: ViewId
}

const worn = wear(css)

export function NotEnough({ symbol, isBare = false, except }: NotEnoughProps) {
  const kit = useKitContext()
  const t = useWords(copy)
  const { features, enableNetworkSwitch } = kit.options
  const hasNetworks = useSelect(selectNetworks).length > 1 && enableNetworkSwitch
  const ways: readonly { view: ViewId; text: string; isOn: boolean }[] = [
    { view: 'WalletReceive', text: t('lack.receive'), isOn: features.receive },
    { view: 'OnRampProviders', text: t('lack.buy'), isOn: onramp.isEnabled(kit) },
    { view: 'Swap', text: t('lack.swap'), isOn: swaps.isEnabled(kit) },
    { view: 'Networks', text: t('lack.network'), isOn: hasNetworks },
  ]
  const offered = ways.filter(
    ({ view, isOn }) => isOn && view !== except && builtViewIds.some((id) => id === view),
  )
  if (offered.length === 0) return null
  const title = symbol === '' ? t('lack.any') : t('lack.title', { symbol })
  return (
    <section ref={worn} className={styles.lack} aria-label={title}>
      {!isBare && <p className={styles.title}>{title}</p>}
      <div className={styles.ways}>
        {offered.map(({ view, text }) => (
          <button key={view} type="button" className={styles.way} onClick={() => push(kit, { view })}>
            {text}
          </button>
        ))}
      </div>
      {!isBare && <p className={styles.detail}>{t('lack.detail')}</p>}
    </section>
  )
}
