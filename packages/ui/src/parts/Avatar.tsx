/** The face of an address: the same colours and shapes wherever it is shown. */
import { useLayoutEffect, useRef } from 'react'
import { wear } from '../theme/wear.js'
import styles, { css } from './avatar.sheet.css'
import { avatarShapes } from './avatarShapes.js'
import { setHues } from './hues.js'

const worn = wear(css)

export function Avatar({ address, size = 72 }: { readonly address: string; readonly size?: number }) {
  const element = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    worn(element.current)
    setHues(element.current, address)
    element.current?.style.setProperty('--size', `${size}px`)
  }, [address, size])
  return (
    <span ref={element} className={styles.avatar} part="avatar" aria-hidden="true">
      <svg viewBox="0 0 64 64">
        {avatarShapes(address).map(({ x, y, radius, tone }) => (
          <circle key={`${x}-${y}-${radius}`} cx={x} cy={y} r={radius} data-tone={tone} />
        ))}
      </svg>
    </span>
  )
}
