/** A moment during which a new question takes no answer: a second press on the one before must not answer it. */
import { useEffect, useState } from 'react'

/** In milliseconds: longer than a double click, shorter than anybody reads. */
const moment = 350

export function useArmed(): boolean {
  const [isArmed, setArmed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), moment)
    return () => clearTimeout(timer)
  }, [])
  return isArmed
}
