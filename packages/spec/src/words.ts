/** Catalogues of sentences, shared by everything that speaks to people: typed keys and slots, plurals as ICU writes them. */
import type { Slots as SlotsOf } from './latchkeyError.js'

export { chooseLanguage, directionOf, languageTag, primaryLanguage } from './chooseLanguage.js'
export { createDigits, type Digits } from './digits.js'
export { createFill, type Fill } from './fillPlurals.js'
export { type Beside, createNumbers, type Numbers } from './numbers.js'

export type Catalogue = Readonly<Record<string, string>>

/** The slots of a text; `{count, plural, one {# wallet} other {# wallets}}` has one, and its cases have none. */
type Slots<Text extends string> = Text extends `${infer Head}, plural,${string}}}${infer Tail}`
  ? SlotsOf<Head> | LastOpened<Head> | Slots<Tail>
  : SlotsOf<Text>
/** What follows the last opening brace. */
type LastOpened<Text extends string> = Text extends `${string}{${infer Rest}`
  ? Rest extends `${string}{${string}`
    ? LastOpened<Rest>
    : Rest
  : never

type SlotValues<Text extends string> = { readonly [Slot in Slots<Text>]: string | number }

type SlotArguments<Text extends string> = [Slots<Text>] extends [never] ? [] : [slots: SlotValues<Text>]

/** `t('account.title')`, `t('connecting.title', { wallet })`. */
export type Translate<C extends Catalogue> = <Key extends keyof C & string>(
  key: Key,
  ...slots: SlotArguments<C[Key]>
) => string
