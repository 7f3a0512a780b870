/** A button that is only an icon; its label is read, not seen. */
import { Icon } from './Icon.js'
import type { IconName } from './icons.js'
import styles from './parts.sheet.css'

interface IconButtonProps {
  readonly icon: IconName
  readonly label: string
  onPress(): void
}

export function IconButton({ icon, label, onPress }: IconButtonProps) {
  return (
    <button
      type="button"
      className={styles.iconButton}
      part="icon-button"
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  )
}
