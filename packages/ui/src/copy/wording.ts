/** How one kit's modal speaks: its language, the words in it, and the app's own in place of them. */
import type { KitOptions } from '@latchkey/core'
import { createFill } from '@latchkey/spec/words'
import { createContext, useContext } from 'react'
import type { Spoken } from './loadSpoken.js'
import type { Retell } from './retell.js'
import { type Catalogue, createTranslate, type Translate } from './text.js'

export interface Wording {
  readonly code: string
  readonly direction: 'ltr' | 'rtl'
  /** What arrives as a sentence of ours in English, in this language; anything else as it is. */
  readonly retell: Retell
  /** The words of a part of the interface; the same catalogue gives the same function. */
  of<const C extends Catalogue>(catalogue: C): Translate<C>
}

const asItIs: Retell = (text) => text

export function createWording(
  code: string,
  words: Catalogue = {},
  spoken: Partial<Pick<Spoken, 'direction' | 'fill' | 'retell'>> = {},
): Wording {
  const { direction = 'ltr', fill = createFill(code), retell = asItIs } = spoken
  const made = new WeakMap<Catalogue, unknown>()
  return {
    code,
    direction,
    retell,
    of<const C extends Catalogue>(catalogue: C) {
      const known = made.get(catalogue)
      // Only this function writes the map, and it keeps each catalogue's own translation under it.
      if (known) return known as Translate<C>
      const translate = createTranslate(catalogue, words, fill)
      made.set(catalogue, translate)
      return translate
    },
  }
}

/** Never fails: a language that cannot be fetched leaves the modal in English, and `onFailure` hears why. */
export async function loadWording(
  options: Pick<KitOptions, 'language' | 'words'>,
  onFailure: (cause: unknown) => void,
): Promise<Wording> {
  if (!options.language && !options.words) return createWording('en')
  try {
    const { loadSpoken } = await import('./loadSpoken.js')
    const spoken = await loadSpoken(options)
    return createWording(spoken.code, spoken.words, spoken)
  } catch (cause) {
    onFailure(cause)
    return createWording('en', options.words)
  }
}

export const CurrentWording = createContext<Wording>(createWording('en'))

/** `const retell = useRetell()`, then `retell(error.message)`. */
export const useRetell = (): Retell => useContext(CurrentWording).retell

/** The code of the language, for what is neither a text nor a number. */
export const useLanguageCode = (): string => useContext(CurrentWording).code
