/** What could be swapped for what is missing, where there is more than one. */
import { type Pay, type PayStage, type PayState, quantityText } from '@latchkey/core/screen'
import { useKitContext } from '../../context.js'
import { useNumbers } from '../../copy/useNumbers.js'
import { useWords } from '../../copy/useWords.js'
import { TokenImage } from '../../parts/TokenImage.js'
import { copy } from './copy.js'
import styles from './pay.sheet.css'

interface PaySourcesProps {
  readonly handle: Pay
  readonly state: PayState
  readonly stage: PayStage
}

export function PaySources({ handle, state, stage }: PaySourcesProps) {
  const t = useWords(copy)
  const numbers = useNumbers()
  const { gatewayUrl } = useKitContext().options
  const current = stage.status === 'ready' && stage.way.kind === 'swap' ? stage.way.source.id : undefined
  return (
    <fieldset className={styles.sources}>
      <legend>{t('pay.with')}</legend>
      {state.sources.map(({ id, symbol, decimals, held, iconUrl }) => (
        <label key={id} className={styles.source} data-chosen={id === current || undefined}>
          <input
            type="radio"
            name="latchkey-pay-with"
            checked={id === current}
            onChange={() => handle.chooseSource(id)}
          />
          <TokenImage symbol={symbol} icon={iconUrl} size={24} home={gatewayUrl} />
          <span>{symbol}</span>
          <span className={styles.held}>{quantityText(held, { decimals }, numbers)}</span>
        </label>
      ))}
    </fieldset>
  )
}
