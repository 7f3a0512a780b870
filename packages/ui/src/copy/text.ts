/** Turns a catalogue of sentences into a typed function: an unknown key or a forgotten slot does not compile. */
import { fillSlots, type Slots as SlotsOf } from '@latchkey/spec/errors'

export type Catalogue = Readonly<Record<string, string>>

/** The slots of a text; `{count, plural, one {# wallet} other {# wallets}}` has one, and its cases have none. */
type Slots<Text extends string> = SlotName<SlotsOf<Text>>
type SlotName<Slot extends string> = Slot extends `${infer Name}, plural,${string}`
  ? Name
  : Slot extends `${string} ${string}`
    ? never
    : Slot

type SlotValues<Text extends string> = { readonly [Slot in Slots<Text>]: string | number }

type SlotArguments<Text extends string> = [Slots<Text>] extends [never] ? [] : [slots: SlotValues<Text>]

/** `t('account.title')`, `t('connecting.title', { wallet })`. */
export type Translate<C extends Catalogue> = <Key extends keyof C & string>(
  key: Key,
  ...slots: SlotArguments<C[Key]>
) => string

/** Puts the values into a text. */
export type Fill = (text: string, slots: Readonly<Record<string, string | number>>) => string

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
