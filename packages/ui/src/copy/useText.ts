/** The words of the interface, for components. */
import { en } from './en.js'
import type { Translate } from './text.js'
import { useWords } from './useWords.js'

export type Text = Translate<typeof en>

/** `const t = useText()`, then `t('connect.title')`. */
export const useText = (): Text => useWords(en)
