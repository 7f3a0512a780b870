/** All that is said in another language, or in the app's own words. Without React: a message on the page needs it as well. */
import type { KitOptions } from '@latchkey/core'
import { createFill, createNumbers } from '@latchkey/spec/words'
import { errorCopy } from './errorCopy.js'
import { createRetell, type Retell } from './retell.js'
import type { Catalogue, Fill } from './text.js'

export interface Spoken {
  readonly code: string
  /** Those of the language, and the app's own in place of them. */
  readonly words: Catalogue
  readonly fill: Fill
  readonly retell: Retell
  readonly direction: 'ltr' | 'rtl'
}

export async function loadSpoken({
  language,
  words,
}: Pick<KitOptions, 'language' | 'words'>): Promise<Spoken> {
  const code = language?.code ?? 'en'
  const all = { ...(await language?.load()), ...words }
  const direction = language?.direction ?? 'ltr'
  const fill = createFill(code, direction)
  const numbers = createNumbers(code, direction)
  return { code, words: all, direction, fill, retell: createRetell(errorCopy, all, { fill, numbers }) }
}
