/** Fills slots and chooses plurals as ICU writes them: `{count, plural, one {# wallet} other {# wallets}}`. */
import { fillSlots } from './fillSlots.js'

/** Puts the values into a text. */
export type Fill = (text: string, slots: Readonly<Record<string, string | number>>) => string

const plural = /\{(\w+), plural,((?:\s*=?\w+ \{[^{}]*\})+)\s*\}/g
const cases = /(=?\w+) \{([^{}]*)\}/g

/** An amount and its unit stand side by side, and run from left to right in every language. */
const amount = /\{\w+\} \{\w+\}/g

/** Counts are written as the language writes numbers, in the digits of the amounts beside them. */
export function createFill(code: string, direction: 'ltr' | 'rtl' = 'ltr'): Fill {
  const counting = countingIn(code)
  return (text, slots) => {
    const chosen = text.replace(plural, (_, name: string, listed: string) => {
      const { rules, numbers } = counting()
      const count = Number(slots[name])
      const known = new Map(Array.from(listed.matchAll(cases), ([, key = '', words = '']) => [key, words]))
      const words = known.get(`=${count}`) ?? known.get(rules.select(count)) ?? known.get('other') ?? ''
      return words.replaceAll('#', numbers.format(count))
    })
    if (direction === 'ltr') return fillSlots(chosen, slots)
    // Names, addresses and amounts stay in one piece among words that run the other way: isolates of Unicode.
    const isolated = Object.entries(slots).map(([name, value]) => [name, `\u2068${value}\u2069`])
    return fillSlots(chosen.replace(amount, '\u2066$&\u2069'), Object.fromEntries(isolated))
  }
}

/** Made when something is first counted: a browser needs longer for these two than for the rest of a modal. */
function countingIn(code: string) {
  let made: { readonly rules: Intl.PluralRules; readonly numbers: Intl.NumberFormat } | undefined
  return () => {
    made ??= {
      rules: new Intl.PluralRules(code),
      numbers: new Intl.NumberFormat(code, { numberingSystem: 'latn' }),
    }
    return made
  }
}
