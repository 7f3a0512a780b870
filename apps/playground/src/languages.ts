/** What the playground speaks: the language in its address, or English. */
import type { Language } from 'latchkey'
import * as entry from 'latchkey/languages'

const { chooseLanguage, ...offered } = entry

/** With `?language=de` in the address. */
export const languageSwitch = 'language'

export const languages: readonly Language[] = Object.values(offered).sort((a, b) =>
  nameOf(a).localeCompare(nameOf(b)),
)

/** As its own speakers call it. */
export function nameOf({ code }: Pick<Language, 'code'>): string {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
}

export function languageInAddress(): Language | undefined {
  const wanted = new URLSearchParams(location.search).get(languageSwitch)
  // By its own name first: the pseudo language is English to whoever reads that.
  return languages.find(({ code }) => code === wanted) ?? chooseLanguage(languages, wanted ? [wanted] : [])
}
