/** A field that narrows down a list while one types. */

import { wear } from '../theme/wear.js'
import { Icon } from './Icon.js'
import styles, { css } from './search.sheet.css'

const worn = wear(css)

interface SearchFieldProps {
  /** Read, and shown while the field is empty. */
  readonly label: string
  readonly value: string
  onChange(value: string): void
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <div ref={worn} className={styles.search} part="search">
      <Icon name="search" size={18} />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
