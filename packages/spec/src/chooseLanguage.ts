/** Which of several languages somebody reads. */

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
    if (primary(want) === 'en') return undefined
    const exact = languages.find(({ code }) => code.toLowerCase() === want.toLowerCase())
    const near = exact ?? languages.find(({ code }) => primary(code) === primary(want))
    if (near) return near
  }
  return undefined
}

const primary = (code: string): string => code.split('-', 1)[0]?.toLowerCase() ?? ''
