/**
 * The look that a page asks for, as far as it is given (2.12 of the design): known names, values of their own kind,
 * colours that stay readable. What is not understood is left out; nothing a page writes reaches a style as it is.
 */
import type { ThemeSync } from '@latchkey/spec/frame'

type Rgb = readonly [red: number, green: number, blue: number]

const surfaces = { light: [255, 255, 255], dark: [21, 22, 27] } as const satisfies Record<string, Rgb>
const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
/** WCAG AA for small text. */
const enough = 4.5

/** Fonts that are on the device already, or everywhere: the frame loads none. */
const fonts: readonly string[] = [
  'arial',
  'georgia',
  'helvetica',
  'helvetica neue',
  'inter',
  'monospace',
  'roboto',
  'sans-serif',
  'segoe ui',
  'serif',
  'system-ui',
  'tahoma',
  'times new roman',
  'trebuchet ms',
  'ui-monospace',
  'ui-rounded',
  'ui-sans-serif',
  'verdana',
]
const mostFonts = 8

/** Pixels. */
const bounds = { radius: [0, 32], fontSize: [12, 20] } as const

export type ThemeStyle = Readonly<Record<`--${string}`, string>>

/** Custom properties of the frame's own style sheet. */
export function readTheme({
  themeMode = 'dark',
  themeVariables = {},
  w3mThemeVariables,
}: ThemeSync): ThemeStyle {
  const given = (name: string): unknown =>
    Object.hasOwn(themeVariables, name) ? themeVariables[name] : undefined
  const accent = readColour(given('--latchkey-accent') ?? w3mThemeVariables?.['--w3m-accent'])
  const font = readFont(given('--latchkey-font-family'))
  const radius = readPixels(given('--latchkey-radius'), bounds.radius)
  const size = readPixels(given('--latchkey-font-size'), bounds.fontSize)
  return {
    ...(accent ? accentStyle(accent, surfaces[themeMode]) : {}),
    ...(font === undefined ? {} : { '--font': font }),
    ...(radius === undefined ? {} : { '--radius': radius }),
    ...(size === undefined ? {} : { '--font-size': size }),
  }
}

function accentStyle(accent: Rgb, surface: Rgb): ThemeStyle {
  const onAccent = contrast(white, accent) >= enough ? white : black
  return {
    '--accent': toCss(accent),
    '--on-accent': toCss(onAccent),
    // Away from the text on it: what is pressed is read better, not worse.
    '--accent-hover': toCss(mix(accent, onAccent === white ? black : white, 0.14)),
    '--accent-text': toCss(readableOn(accent, surface)),
  }
}

/** The colour itself while it can be read on the surface, else as near to it as that goes. */
function readableOn(color: Rgb, surface: Rgb): Rgb {
  const end = contrast(white, surface) > contrast(black, surface) ? white : black
  for (let share = 0; share <= 1; share += 0.1) {
    const tried = mix(color, end, share)
    if (contrast(tried, surface) >= enough) return tried
  }
  return end
}

const mix = (one: Rgb, other: Rgb, share: number): Rgb => {
  const [red, green, blue] = one.map((channel, at) =>
    Math.round(channel + ((other[at] ?? 0) - channel) * share),
  )
  return [red ?? 0, green ?? 0, blue ?? 0]
}

const toCss = (color: Rgb): string =>
  `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

function readColour(value: unknown): Rgb | undefined {
  if (typeof value !== 'string') return undefined
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(value.trim())?.[1]
  if (hex) {
    const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex
    const number = Number.parseInt(digits, 16)
    return [(number >> 16) & 255, (number >> 8) & 255, number & 255]
  }
  const parts = /^rgb\((\d{1,3})[ ,] ?(\d{1,3})[ ,] ?(\d{1,3})\)$/i.exec(value.trim())?.slice(1).map(Number)
  const [red, green, blue] = parts ?? []
  const isColour = parts?.every((channel) => channel <= 255)
  return isColour ? [red ?? 0, green ?? 0, blue ?? 0] : undefined
}

function readFont(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const names = value.split(',').map((name) =>
    name
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2')
      .toLowerCase(),
  )
  const known = names.filter((name) => fonts.includes(name)).slice(0, mostFonts)
  return known.length === 0
    ? undefined
    : known.map((name) => (/ /.test(name) ? `"${name}"` : name)).join(', ')
}

function readPixels(value: unknown, [least, most]: readonly [number, number]): string | undefined {
  const [, digits] = typeof value === 'string' ? (/^(\d{1,3})px$/.exec(value.trim()) ?? []) : []
  const number = digits === undefined ? Number.NaN : Number(digits)
  return number >= least && number <= most ? `${number}px` : undefined
}

/** WCAG, sRGB. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
