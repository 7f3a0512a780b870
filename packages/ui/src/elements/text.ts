/** The words of the page buttons. */
import type { Kit } from '@latchkey/core'
import { page } from '../copy/page.en.js'
import { createTranslate, type Translate } from '../copy/text.js'

/** In the language of the kit; without a kit, English. */
export const textOf = (kit: Kit | undefined): Translate<typeof page> =>
  createTranslate(page, { ...kit?.options.language?.page, ...kit?.options.words })
