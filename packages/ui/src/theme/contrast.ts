/** Colours that stay readable whatever accent an app chooses (WCAG contrast, sRGB). */

export type Rgb = readonly [red: number, green: number, blue: number]

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
const ink: Rgb = [16, 17, 22]
/** What WCAG AA asks of small text. */
const enough = 4.5

/** `#abc`, `#aabbcc`, or whatever else the browser itself can read as a colour. */
export function parseColor(text: string): Rgb | undefined {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text.trim())?.[1]
  if (!hex) return paintedColor(text)
  const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex
  const value = Number.parseInt(digits, 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

/** White while it can be read on `background`, else black: one of the two always can. */
export function readableOn(background: Rgb): Rgb {
  return contrast(white, background) >= enough ? white : black
}

/** `color`, moved towards white or ink just as far as it takes to be read on `background`. */
export function readableAs(color: Rgb, background: Rgb): Rgb {
  const towards = luminance(background) < 0.2 ? white : ink
  for (let part = 0; part < 1; part += 0.05) {
    const candidate = mix(color, towards, part)
    if (contrast(candidate, background) >= enough) return candidate
  }
  return towards
}

export const toCss = ([red, green, blue]: Rgb) => `rgb(${red} ${green} ${blue})`

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

function mix(from: Rgb, to: Rgb, part: number): Rgb {
  const blend = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * part)
  return [blend(0), blend(1), blend(2)]
}

function paintedColor(text: string): Rgb | undefined {
  if (!globalThis.CSS?.supports?.('color', text)) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.fillStyle = text
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}
