/** Colours that stay readable whatever accent an app chooses (WCAG contrast, sRGB). Every page loads this. */

export type Rgb = readonly [red: number, green: number, blue: number]

export const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
/** What WCAG AA asks of small text. */
export const enough = 4.5

/** `#abc` and `#aabbcc`; what else is a colour, `readColor.ts` reads. */
export function parseHex(text: string): Rgb | undefined {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text)?.[1]
  if (!hex) return undefined
  const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex
  const value = Number.parseInt(digits, 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

/** White while it can be read on `background`, else black: one of the two always can. */
export function readableOn(background: Rgb): Rgb {
  return contrast(white, background) >= enough ? white : black
}

/** The other one: an accent that moves towards it is read better, not worse. */
export function unreadableOn(background: Rgb): Rgb {
  return readableOn(background) === white ? black : white
}

export const toCss = (color: Rgb) => `rgb(${color.join(' ')})`

export function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
