/** A token's picture, with the network it lives on in the corner. */

import { wear } from '../theme/wear.js'
import styles, { css } from './token.sheet.css'
import { WalletImage } from './WalletImage.js'

export interface TokenImageProps {
  readonly symbol: string
  readonly icon?: string | undefined
  /** Edge in CSS pixels. */
  readonly size?: number
  /** Drawn in the corner, where several networks are in play. */
  readonly network?: { readonly name: string; readonly icon?: string | undefined } | undefined
  /** An address whose origin may be asked for the picture: the app's gateway. */
  readonly home?: string | undefined
}

const worn = wear(css)

export function TokenImage({ symbol, icon, size = 36, network, home }: TokenImageProps) {
  return (
    <span ref={worn} className={styles.image} aria-hidden="true">
      <WalletImage name={symbol} icon={icon} size={size} home={home} isRound />
      {network && (
        <span className={styles.corner}>
          <WalletImage
            name={network.name}
            icon={network.icon}
            size={Math.round(size * 0.42)}
            home={home}
            isRound
          />
        </span>
      )}
    </span>
  )
}
