/** All that is said in another language, or in the app's own words. Without React: a message on the page needs it as well. */
import type { KitOptions } from '@latchkey/core'
import { createFill, createNumbers, type Numbers } from '@latchkey/spec/words'
import { errorCopy } from './errorCopy.js'
import { createRetell, type Retell } from './retell.js'
import type { Catalogue, Fill } from './text.js'

export interface Spoken {
  readonly code: string
  /** Those of the language, and the app's own in place of them. */
  readonly words: Catalogue
  readonly fill: Fill
  readonly retell: Retell
  readonly numbers: Numbers
}

export async function loadSpoken({
  language,
  words,
}: Pick<KitOptions, 'language' | 'words'>): Promise<Spoken> {
  const code = language?.code ?? 'en'
  const all = { ...(await language?.load()), ...words }
  const fill = createFill(code, language?.direction)
  const numbers = createNumbers(code, language?.direction)
  return { code, words: all, fill, numbers, retell: createRetell(errorCopy, all, { fill, numbers }) }
}
