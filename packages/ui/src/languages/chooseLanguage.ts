/** Which of an app's languages the visitor reads. */
import type { Language } from '@latchkey/core'
import { chooseLanguage as choose } from '@latchkey/spec/words'

/**
 * `chooseLanguage([german, french])`: the first of the visitor's languages that is among them; none means English. A
 * language of another country counts: who reads `pt-PT` is given `pt-BR`.
 */
export const chooseLanguage = (
  languages: readonly Language[],
  wanted: readonly string[] = globalThis.navigator?.languages ?? [],
): Language | undefined => choose(languages, wanted)
