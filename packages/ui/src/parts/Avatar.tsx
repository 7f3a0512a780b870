/** The colours of an address: the same ones wherever it is shown. */
import { useLayoutEffect, useRef } from 'react'
import { setHues } from './hues.js'
import styles from './parts.sheet.css'

export function Avatar({ address }: { readonly address: string }) {
  const element = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => setHues(element.current, address), [address])
  return <span ref={element} className={styles.avatar} aria-hidden="true" />
}
