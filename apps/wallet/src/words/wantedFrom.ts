/** Which languages a page of the wallet tries, in their order. */
import { primaryLanguage } from '@latchkey/spec/words'

/** Those of the browser; the one that an app asks for comes first where it is among them, also that of another country. */
export function wantedFrom(asked: string | undefined, known: readonly string[]): readonly string[] {
  const isKnown =
    asked !== undefined && known.some((each) => primaryLanguage(each) === primaryLanguage(asked))
  return isKnown ? [asked, ...known] : known
}
