/** Constructed style sheets, shared by every shadow root of a document: the only way styles get in under a strict CSP. */
/// <reference path="../sheets.d.ts" />

const sheets = new Map<string, CSSStyleSheet>()

/** Adds style sheets to a root; each text is parsed once, however many roots adopt it. */
export function adopt(root: ShadowRoot, ...texts: readonly string[]): void {
  const added = texts.map(shared).filter((sheet) => !root.adoptedStyleSheets.includes(sheet))
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...added]
}

// A cache of parsed text, not state: the same text gives the same sheet to every kit.
function shared(text: string): CSSStyleSheet {
  const known = sheets.get(text)
  if (known) return known
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  sheets.set(text, sheet)
  return sheet
}
