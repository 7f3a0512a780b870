/** Languages by their tags (BCP 47), and which of several somebody reads. */

/** As far as anybody uses them: `de`, `pt-BR`, `zh-Hant-TW`. */
export const languageTag = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/

/** Without country and script: `pt` of `pt-BR`. */
export const primaryLanguage = (tag: string): string => tag.split('-', 1)[0]?.toLowerCase() ?? ''

/** Of the languages that we speak. */
export const directionOf = (tag: string): 'ltr' | 'rtl' =>
  ['ar', 'he'].includes(primaryLanguage(tag)) ? 'rtl' : 'ltr'

/**
 * The first of the wanted languages that is among them; none means English. A language of another country counts: who
 * reads `pt-PT` is given `pt-BR`.
 */
export function chooseLanguage<L extends { readonly code: string }>(
  languages: readonly L[],
  wanted: readonly string[],
): L | undefined {
  for (const want of wanted) {
    // Whoever reads English first is not given their second language.
    if (primaryLanguage(want) === 'en') return undefined
    const exact = languages.find(({ code }) => code.toLowerCase() === want.toLowerCase())
    const near = exact ?? languages.find(({ code }) => primaryLanguage(code) === primaryLanguage(want))
    if (near) return near
  }
  return undefined
}
