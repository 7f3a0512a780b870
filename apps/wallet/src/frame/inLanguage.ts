/** The address of a window of the wallet, with the language that it is asked to speak. */

/** In front of the fragment, which holds secrets and goes to no server. */
export function inLanguage(url: string, lang: string): string {
  const address = new URL(url)
  address.searchParams.set('lang', lang)
  return address.href
}
