/** The words of the page buttons, and what they are written in. */
import type { Kit, KitOptions } from '@latchkey/core'
import { page } from '../copy/page.en.js'
import { createTranslate, type Translate } from '../copy/text.js'

/** In the language of the kit; without a kit, English. */
export const textOf = (kit: Kit | undefined): Translate<typeof page> =>
  createTranslate(page, { ...kit?.options.language?.page, ...kit?.options.words })

/** A screen reader reads it in its language, and the layout runs its way. */
export function speak(element: HTMLElement, options?: Pick<KitOptions, 'language'>): void {
  element.lang = options?.language?.code ?? 'en'
  element.dir = options?.language?.direction ?? 'ltr'
}
