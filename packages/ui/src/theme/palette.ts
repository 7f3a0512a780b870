/** The colours of `tokens.sheet.css` as numbers, for what is derived from them; a test holds the two together. */
import type { ThemeState } from '@latchkey/core'
import type { Rgb } from './contrast.js'

interface Palette {
  /** Surface, raised, hovered, pressed. */
  readonly surfaces: readonly Rgb[]
  /** What is read on them. */
  readonly texts: Readonly<Record<'text' | 'text-2' | 'text-3' | 'good' | 'bad', Rgb>>
  /** The edge of a field. */
  readonly field: Rgb
  /** How much of the accent stands behind a mark, and how much while a pointer is on it. */
  readonly accentShares: readonly number[]
  /** What lies behind a complaint. */
  readonly complaint: { readonly color: Rgb; readonly share: number }
}

export const palettes: Readonly<Record<ThemeState['mode'], Palette>> = {
  dark: {
    surfaces: [
      [21, 22, 27],
      [30, 32, 39],
      [39, 42, 51],
      [47, 50, 61],
    ],
    texts: {
      text: [245, 246, 248],
      'text-2': [174, 181, 193],
      'text-3': [148, 156, 170],
      good: [74, 222, 155],
      bad: [255, 128, 128],
    },
    field: [109, 116, 130],
    accentShares: [0.22, 0.3],
    complaint: { color: [255, 107, 107], share: 0.13 },
  },
  light: {
    surfaces: [
      [255, 255, 255],
      [244, 245, 248],
      [235, 237, 242],
      [226, 229, 236],
    ],
    texts: {
      text: [20, 22, 28],
      'text-2': [79, 86, 100],
      'text-3': [95, 102, 116],
      good: [10, 113, 69],
      bad: [189, 38, 43],
    },
    field: [131, 138, 151],
    accentShares: [0.12, 0.3],
    complaint: { color: [214, 52, 58], share: 0.09 },
  },
}
