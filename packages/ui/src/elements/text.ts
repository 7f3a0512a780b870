/** The words of the page buttons. */
import { page } from '../copy/page.en.js'
import { createTranslate } from '../copy/text.js'

export const t = createTranslate(page)
