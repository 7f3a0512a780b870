/** A code to scan, on paper white in both themes: cameras read dark on light best. */
import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { wear } from '../theme/wear.js'
import styles, { css } from './qr.sheet.css'
import { qrPath } from './qrPath.js'

interface QrCodeProps {
  /** What the code says; `undefined` while it is on its way. */
  readonly text: string | undefined
  /** Read in place of the picture. */
  readonly label: string
  /** In the middle of the code. */
  readonly logo?: ReactNode
  /** How much of its time is left, from 1 to 0; draws a frame that runs out. */
  readonly left?: number | undefined
  /** Lies over the code, which is then not to be scanned. */
  readonly cover?: ReactNode
}

const worn = wear(css)

/** Modules of white around the code, as the standard asks. */
const quiet = 4

export function QrCode({ text, label, logo, left, cover }: QrCodeProps) {
  const hasHole = logo !== undefined
  const code = useMemo(() => (text === undefined ? undefined : qrPath(text, { hasHole })), [text, hasHole])
  return (
    <div ref={worn} className={styles.frame} part="qr">
      {left !== undefined && <Frame left={left} />}
      <div className={styles.paper} data-covered={cover !== undefined || undefined}>
        {code ? (
          <svg
            className={styles.code}
            // A new code fades in; its key makes it a new picture.
            key={text}
            viewBox={`${-quiet} ${-quiet} ${code.size + 2 * quiet} ${code.size + 2 * quiet}`}
            style={squaresOf(code.size)}
            shapeRendering="crispEdges"
            role="img"
            aria-label={label}
          >
            <path d={code.path} />
          </svg>
        ) : (
          <span className={styles.blank} aria-hidden="true">
            <span />
            <span />
            <span />
          </span>
        )}
        {logo !== undefined && <span className={styles.logo}>{logo}</span>}
        {cover !== undefined && <div className={styles.cover}>{cover}</div>}
      </div>
    </div>
  )
}

/** For the sheet, which gives each square whole pixels. React's types know no properties of our own. */
const squaresOf = (size: number) => ({ '--lk-squares': size + 2 * quiet }) as CSSProperties

/** A line around the paper that gets shorter. The words beside it say the same in minutes. */
function Frame({ left }: { readonly left: number }) {
  const line = { x: 2, y: 2, width: 296, height: 296, rx: 26, pathLength: 100 }
  return (
    <svg className={styles.time} viewBox="0 0 300 300" fill="none" strokeWidth={3} aria-hidden="true">
      <rect {...line} className={styles.timeTrack} />
      <rect {...line} className={styles.timeLeft} strokeDasharray="100" strokeDashoffset={100 * (1 - left)} />
    </svg>
  )
}
