/**
 * Colours that can be read whatever accent and tint an app chooses: by construction, not by care. Fetched only where
 * an app chose one of them.
 */
import type { ThemeState } from '@latchkey/core'
import { contrast, enough, type Rgb, readableOn, toCss, unreadableOn, white } from './contrast.js'
import { palettes } from './palette.js'
import type { Paint } from './readColor.js'

const ink: Rgb = [16, 17, 22]
/** What WCAG AA asks of a control beside what is around it. */
const enoughForShapes = 3

export interface ThemeColours {
  readonly mode: ThemeState['mode']
  readonly accent?: Paint | undefined
  /** Mixed into every surface, in per cent. */
  readonly tint?: { readonly color: Rgb; readonly strength: number } | undefined
}

/** Custom properties of the style sheets by their name without `--lk-`. */
export interface DerivedColours {
  /** How much of the tint is left: as much as was asked for, or as much as text can bear. */
  readonly strength: number
  readonly surfaces: readonly Rgb[]
  /** Everything that text stands on: the surfaces, and marks of the accent and of complaints upon them. */
  readonly grounds: readonly Rgb[]
  readonly texts: Readonly<Record<'text' | 'text-2' | 'text-3' | 'good' | 'bad' | 'accent-text', Rgb>>
  /** The edge of a field. */
  readonly field: Rgb
  /** White or ink, whichever the surfaces are far from: what lines and shades are made of. */
  readonly pole: Rgb
  /** What is seen of the accent: one that lets something through lies on the surface, wherever it is used. */
  readonly accent?: Rgb
  readonly onAccent?: Rgb
  readonly offAccent?: Rgb
  /** Around what is filled with the accent, where the accent alone cannot be told from the surface. */
  readonly edge?: Rgb | undefined
}

const defaultAccent = { dark: [166, 171, 255], light: [65, 66, 216] } as const satisfies Record<string, Rgb>
const defaultFill: Rgb = [91, 92, 255]

export function deriveColours({ mode, accent, tint }: ThemeColours): DerivedColours {
  const natural = mode === 'dark' ? white : ink
  const asked = Math.min(100, Math.max(0, tint?.strength ?? 0))
  // A tint between light and dark leaves no colour that can be read on all surfaces: less of it does.
  for (let strength = asked; ; strength = Math.max(0, strength - 1)) {
    const surfaces = palettes[mode].surfaces.map((surface) =>
      mix(surface, tint?.color ?? white, strength / 100),
    )
    const fill = accent && mix(surfaces[0] ?? natural, accent.color, accent.alpha)
    const grounds = groundsOf(mode, surfaces, fill ?? defaultFill)
    const pole = [natural, natural === white ? ink : white].find((each) => isReadable(each, grounds))
    if (!pole && strength > 0) continue
    const towards = pole ?? natural
    const readable = (color: Rgb) => readableAs(color, grounds, towards)
    const texts = {
      ...mapValues(palettes[mode].texts, readable),
      'accent-text': readable(fill ?? defaultAccent[mode]),
    }
    // Neither a field nor what is filled with the accent stands on what is hovered or pressed.
    const around = surfaces.slice(0, 2)
    const isTold = !fill || isReadable(fill, around, enoughForShapes)
    return {
      strength,
      surfaces,
      grounds,
      texts,
      field: readableAs(palettes[mode].field, around, towards, enoughForShapes),
      pole: towards,
      ...(fill && { accent: fill, onAccent: readableOn(fill), offAccent: unreadableOn(fill) }),
      ...(!isTold && { edge: texts['accent-text'] }),
    }
  }
}

/** As the style sheets take them. */
export function colourProperties(colours: ThemeColours): Readonly<Record<string, string>> {
  // Neither was chosen: the style sheets have it all.
  if (!colours.accent && !colours.tint) return {}
  const { strength, texts, field, pole, accent, onAccent, offAccent, edge } = deriveColours(colours)
  const shade = (share: number) => `rgb(${pole.join(' ')} / ${share}%)`
  return {
    // Elsewhere it is as the app wrote it.
    ...(accent && (colours.accent?.alpha ?? 1) < 1 && { '--lk-accent': toCss(accent) }),
    ...(onAccent && { '--lk-on-accent': toCss(onAccent) }),
    ...(offAccent && { '--lk-off-accent': toCss(offAccent) }),
    ...(edge && { '--lk-accent-edge': toCss(edge) }),
    ...(colours.tint && {
      '--lk-tint': `${toCss(colours.tint.color)} ${strength}%`,
      '--lk-line': shade(8),
      '--lk-line-strong': shade(16),
      '--lk-field': toCss(field),
    }),
    ...Object.fromEntries(
      Object.entries(texts).map(([name, color]) => [`--lk-${name}`, toCss(color)] as const),
    ),
  }
}

/** Every name that `colourProperties` may write, so that another theme can take them away. */
export const derivedNames = [
  ...[
    'accent',
    'on-accent',
    'off-accent',
    'accent-edge',
    'accent-text',
    'tint',
    'line',
    'line-strong',
    'field',
  ],
  ...Object.keys(palettes.dark.texts),
].map((name) => `--lk-${name}`)

function groundsOf(mode: ThemeState['mode'], surfaces: readonly Rgb[], accent: Rgb): Rgb[] {
  const { accentShares, complaint } = palettes[mode]
  return surfaces.flatMap((surface) => [
    surface,
    mix(surface, complaint.color, complaint.share),
    ...accentShares.map((share) => mix(surface, accent, share)),
  ])
}

const isReadable = (color: Rgb, grounds: readonly Rgb[], needed = enough) =>
  grounds.every((ground) => contrast(color, ground) >= needed)

/** `color`, moved towards `pole` just as far as it takes to be read, or seen, on every ground. */
function readableAs(color: Rgb, grounds: readonly Rgb[], pole: Rgb, needed = enough): Rgb {
  for (let part = 0; part < 1; part += 0.05) {
    const candidate = mix(color, pole, part)
    if (isReadable(candidate, grounds, needed)) return candidate
  }
  return pole
}

function mix(from: Rgb, to: Rgb, part: number): Rgb {
  const blend = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * part)
  return [blend(0), blend(1), blend(2)]
}

function mapValues<Key extends string>(
  record: Readonly<Record<Key, Rgb>>,
  change: (color: Rgb) => Rgb,
): Record<Key, Rgb> {
  // `Object.entries` forgets which keys there are.
  const entries = Object.entries(record) as [Key, Rgb][]
  return Object.fromEntries(entries.map(([key, color]) => [key, change(color)])) as Record<Key, Rgb>
}
