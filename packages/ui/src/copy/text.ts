/** Turns a catalogue of sentences into a typed function: an unknown key or a forgotten slot does not compile. */
import { fillSlots, type Slots } from '@latchkey/spec/errors'

export type Catalogue = Readonly<Record<string, string>>

type SlotValues<Text extends string> = { readonly [Slot in Slots<Text>]: string | number }

type SlotArguments<Text extends string> = [Slots<Text>] extends [never] ? [] : [slots: SlotValues<Text>]

/** `t('account.title')`, `t('connecting.title', { wallet })`. */
export type Translate<C extends Catalogue> = <Key extends keyof C & string>(
  key: Key,
  ...slots: SlotArguments<C[Key]>
) => string

export function createTranslate<const C extends Catalogue>(catalogue: C): Translate<C> {
  return (key, ...[slots]) => {
    // A key of the catalogue always has a text; the type parameter hides that from the checker.
    const text = catalogue[key] as string
    return slots ? fillSlots(text, slots) : text
  }
}
