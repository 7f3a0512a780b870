/** Colours derived from a text, so that an address or a name always looks the same. */

/** FNV-1a: short, and neighbours in the input land far apart. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}

/** Two angles on the colour wheel, apart enough to make a gradient. */
function hues(text: string): readonly [number, number] {
  const hash = hashOf(text.toLowerCase())
  const first = hash % 360
  return [first, (first + 50 + ((hash >>> 9) % 80)) % 360]
}

/** Hands the two angles to the style sheet. */
export function setHues(element: HTMLElement | SVGElement | null, text: string): void {
  const [first, second] = hues(text)
  element?.style.setProperty('--hue-1', String(first))
  element?.style.setProperty('--hue-2', String(second))
}
