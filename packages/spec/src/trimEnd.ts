/** Takes characters off the end of a text in one pass; a pattern such as `/0+$/` starts anew at every run it meets. */

/** `trimEnd('1.500', '0')` is '1.5'. */
export function trimEnd(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end--
  return text.slice(0, end)
}
