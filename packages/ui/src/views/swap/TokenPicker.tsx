/** The token of one side, and the way to choose another. */
import type { SwapToken } from '@latchkey/core/screen'
import { useKitContext } from '../../context.js'
import { Icon } from '../../parts/Icon.js'
import { TokenImage } from '../../parts/TokenImage.js'
import styles from './swap.sheet.css'

interface TokenPickerProps {
  readonly token: SwapToken | undefined
  readonly label: string
  readonly emptyText: string
  onPress(): void
}

export function TokenPicker({ token, label, emptyText, onPress }: TokenPickerProps) {
  const { gatewayUrl } = useKitContext().options
  return (
    <button
      type="button"
      className={styles.picker}
      data-empty={token === undefined || undefined}
      aria-label={label}
      onClick={onPress}
    >
      {token && <TokenImage symbol={token.symbol} icon={token.iconUrl} size={24} home={gatewayUrl} />}
      <span>{token?.symbol ?? emptyText}</span>
      <Icon name="down" size={14} />
    </button>
  )
}
