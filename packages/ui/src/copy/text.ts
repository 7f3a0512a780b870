/** Turns a catalogue of sentences into a typed function: an unknown key or a forgotten slot does not compile. */
import { fillSlots } from '@latchkey/spec/errors'
import type { Catalogue, Fill, Translate } from '@latchkey/spec/words'

export type { Catalogue, Fill, Translate }

/** `words` stand in place of the catalogue's where they have the key. */
export function createTranslate<const C extends Catalogue>(
  catalogue: C,
  words: Catalogue = {},
  fill: Fill = fillSlots,
): Translate<C> {
  return (key, ...[slots]) => {
    // A key of the catalogue always has a text; the type parameter hides that from the checker.
    const text = (words[key] ?? catalogue[key]) as string
    return slots ? fill(text, slots) : text
  }
}
