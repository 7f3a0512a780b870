/** The words of one feature, for its views: kept out of the first opening of the modal, and fetched with the feature. */
import { useContext } from 'react'
import type { Catalogue, Translate } from './text.js'
import { CurrentWording } from './wording.js'

/** `const t = useWords(copy)`, then `t('send.title')`. The same catalogue gives the same function. */
export const useWords = <const C extends Catalogue>(catalogue: C): Translate<C> =>
  useContext(CurrentWording).of(catalogue)
