/** The words of one feature, for its views: kept out of the first opening of the modal, and fetched with the feature. */
import { type Catalogue, createTranslate, type Translate } from './text.js'

const made = new WeakMap<Catalogue, unknown>()

/** `const t = useWords(copy)`, then `t('send.title')`. The same catalogue gives the same function. */
export function useWords<const C extends Catalogue>(catalogue: C): Translate<C> {
  const known = made.get(catalogue)
  // Only this function writes the map, and it keeps each catalogue's own translation under it.
  if (known) return known as Translate<C>
  const translate = createTranslate(catalogue)
  made.set(catalogue, translate)
  return translate
}
