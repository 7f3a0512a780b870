/** A wallet's or network's picture. Draws `data:` images itself, so that `img-src 'self'` needs no exception (D-22). */
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { whenPainted } from '../whenPainted.js'
import { setHues } from './hues.js'
import styles from './parts.sheet.css'
import type { PictureInput } from './picture.js'

let painter: typeof import('./picture.js') | undefined

/**
 * Rows with letters are there first: reading a stranger's picture takes longer than drawing all of them. Once the painter
 * is at hand, nothing is waited for.
 */
async function paint(icon: string, input: PictureInput): Promise<Element | undefined> {
  if (!painter) {
    await whenPainted()
    painter = await import('./picture.js')
    input.signal.throwIfAborted()
  }
  return painter.drawPicture(icon, input)
}

export interface WalletImageProps {
  readonly name: string
  readonly icon?: string | undefined
  /** Edge in CSS pixels. */
  readonly size?: number
  readonly isRound?: boolean
  /** An address whose origin may be asked for the picture, besides the page's own: the app's gateway. */
  readonly home?: string | undefined
}

export function WalletImage({ name, icon, size = 36, isRound = false, home }: WalletImageProps) {
  const frame = useRef<HTMLSpanElement>(null)
  const prefix = useId()
  const [isDrawn, setDrawn] = useState(false)

  useLayoutEffect(() => {
    const { current } = frame
    if (!current) return
    setHues(current, name)
    current.style.setProperty('--size', `${size}px`)
  }, [name, size])

  useLayoutEffect(() => {
    setDrawn(false)
    if (!icon) return
    const asking = new AbortController()
    paint(icon, { prefix, size, home, signal: asking.signal }).then(
      (element) => {
        if (!element || asking.signal.aborted) return
        frame.current?.querySelector('[data-picture]')?.replaceChildren(element)
        setDrawn(true)
      },
      // The letter stays; the next picture asks again.
      () => {},
    )
    return () => asking.abort()
  }, [icon, prefix, size, home])

  return (
    <span
      ref={frame}
      className={styles.image}
      data-round={isRound || undefined}
      data-drawn={isDrawn || undefined}
      aria-hidden="true"
    >
      <span className={styles.letter}>{name.trim().slice(0, 1).toUpperCase()}</span>
      <span className={styles.picture} data-picture />
    </span>
  )
}
