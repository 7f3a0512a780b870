/** One token of a list: what it is, how much of it there is, and what that is worth. */
import type { ReactNode } from 'react'
import { wear } from '../theme/wear.js'
import { TokenImage, type TokenImageProps } from './TokenImage.js'
import styles, { css } from './token.sheet.css'

export interface TokenItem extends Pick<TokenImageProps, 'icon' | 'network'> {
  /** Unique in its list: the CAIP-19 id, or network and address. */
  readonly id: string
  readonly name: string
  readonly symbol: string
  /** Searched for as it stands; tokens with the same name differ in it. */
  readonly address?: string | undefined
  /** How much is held, as text for the eye, with the symbol. */
  readonly quantity?: string | undefined
  /** What that is worth, as text for the eye; absent where nobody knows a price. */
  readonly worth?: string | undefined
}

interface TokenRowProps {
  readonly token: TokenItem
  readonly home?: string | undefined
  readonly isCurrent?: boolean
  readonly isDisabled?: boolean
  /** Below the name, in place of the quantity. */
  readonly hint?: string | undefined
  /** At the end, in place of the worth. */
  readonly end?: ReactNode
  readonly tabIndex?: 0 | -1
  onPress(): void
}

const worn = wear(css)

export function TokenRow(props: TokenRowProps) {
  const { token, home, isCurrent, isDisabled = false, hint, end, tabIndex, onPress } = props
  const { name, symbol, quantity, worth, icon, network } = token
  return (
    <button
      ref={worn}
      type="button"
      className={styles.row}
      part="row token-row"
      tabIndex={tabIndex}
      aria-current={isCurrent || undefined}
      // Not `disabled`: it would vanish from the way of the arrow keys.
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onPress}
    >
      <TokenImage symbol={symbol} icon={icon} network={network} home={home} size={40} />
      <span className={styles.text}>
        <span className={styles.name} part="row-name">
          {name}
        </span>
        <bdi className={styles.hint}>{hint ?? quantity ?? symbol}</bdi>
      </span>
      {end ?? (worth !== undefined && <bdi className={styles.worth}>{worth}</bdi>)}
    </button>
  )
}
