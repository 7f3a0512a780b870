/**
 * Nobody's language: English with accents, a third longer and between brackets. A text that stays plain was never
 * translated, and one that is cut off leaves no room for longer languages. For tests, and for an eye on a layout.
 */
import type { Language } from '@latchkey/core'
import { toPseudo } from '@latchkey/spec/toPseudo'
import { page } from '../copy/page.en.js'

export const pseudo: Language = {
  code: 'en-XA',
  direction: 'ltr',
  page: toPseudo(page),
  load: () => import('./words/en-XA.js').then(({ words }) => words),
}
