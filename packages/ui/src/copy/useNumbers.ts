/** Amounts, money, percentages and dates as the language that is shown writes them; apart from the words, since no first view needs them. */
import { createNumbers, type Numbers } from '@latchkey/spec/words'
import { useContext } from 'react'
import { CurrentWording, type Wording } from './wording.js'

/** What is made for a language is kept with its words. */
const made = new WeakMap<Wording, Numbers>()

/** `const numbers = useNumbers()`, then `fiatText(worth, numbers)`. */
export function useNumbers(): Numbers {
  const wording = useContext(CurrentWording)
  const numbers = made.get(wording) ?? createNumbers(wording.code, wording.direction)
  made.set(wording, numbers)
  return numbers
}
