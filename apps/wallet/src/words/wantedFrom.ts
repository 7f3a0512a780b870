/** Which languages a page of the wallet tries, in their order. */

/** Those of the browser; the one that an app asks for comes first where it is among them, also that of another country. */
export function wantedFrom(asked: string | undefined, known: readonly string[]): readonly string[] {
  const isKnown = asked !== undefined && known.some((each) => primary(each) === primary(asked))
  return isKnown ? [asked, ...known] : known
}

const primary = (code: string): string => code.split('-', 1)[0]?.toLowerCase() ?? ''
