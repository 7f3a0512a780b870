/** Whatever accent and tint an app picks, what is written can be read and what can be pressed can be seen. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, parseHex, type Rgb, readableOn, unreadableOn } from './contrast.js'
import { colourProperties, deriveColours, derivedNames } from './deriveColours.js'
import { css as modalTokens } from './modalTokens.sheet.css'
import { palettes } from './palette.js'
import { type Paint, readColor } from './readColor.js'
import { css as tokens } from './tokens.sheet.css'

const channel = fc.integer({ min: 0, max: 255 })
const color: fc.Arbitrary<Rgb> = fc.tuple(channel, channel, channel)
const alpha = fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true }))
const paint: fc.Arbitrary<Paint> = fc.record({ color, alpha })
const opaque = (color: Rgb): Paint => ({ color, alpha: 1 })
const mode = fc.constantFrom('dark' as const, 'light' as const)
const tint = fc.record({ color, strength: fc.integer({ min: 0, max: 100 }) })
/** WCAG AA: small text, and the shape of a control. */
const text = 4.5
const shape = 3

const lowest = (color: Rgb, grounds: readonly Rgb[]) =>
  Math.min(...grounds.map((ground) => contrast(color, ground)))

test('text on any accent has the contrast of WCAG AA', () => {
  fc.assert(fc.property(color, (accent) => contrast(readableOn(accent), accent) >= text))
})

test('an accent under the pointer is read better, not worse', () => {
  fc.assert(
    fc.property(color, (accent) => {
      const away = unreadableOn(accent)
      const hovered = accent.map((value, at) => value + ((away[at] ?? 0) - value) * 0.12)
      const [red = 0, green = 0, blue = 0] = hovered
      return contrast(readableOn(accent), [red, green, blue]) >= contrast(readableOn(accent), accent) - 1e-9
    }),
  )
})

describe('with any accent and any tint, light or dark', () => {
  test('every shade of text can be read on every surface and on every mark upon it', () => {
    fc.assert(
      fc.property(mode, paint, fc.option(tint, { nil: undefined }), (mode, accent, tint) => {
        const { texts, grounds } = deriveColours({ mode, accent, tint })
        for (const shade of Object.values(texts)) expect(lowest(shade, grounds)).toBeGreaterThanOrEqual(text)
      }),
      { numRuns: 200 },
    )
  })

  test('what is filled with the accent can be told from the surface, or has an edge that can', () => {
    fc.assert(
      fc.property(mode, paint, fc.option(tint, { nil: undefined }), (mode, accent, tint) => {
        const { surfaces, edge, accent: seen } = deriveColours({ mode, accent, tint })
        expect(lowest(edge ?? seen ?? accent.color, surfaces.slice(0, 2))).toBeGreaterThanOrEqual(shape)
      }),
      { numRuns: 200 },
    )
  })

  test('the edge of a field can be told from the surface and from the field', () => {
    fc.assert(
      fc.property(mode, paint, fc.option(tint, { nil: undefined }), (mode, accent, tint) => {
        const { surfaces, field } = deriveColours({ mode, accent, tint })
        expect(lowest(field, surfaces.slice(0, 2))).toBeGreaterThanOrEqual(shape)
        const written = colourProperties({ mode, accent, tint })['--lk-field']
        expect(written).toBe(tint && `rgb(${field.join(' ')})`)
      }),
      { numRuns: 200 },
    )
  })

  test('what is written on the accent can be read on what is seen of it, and that is what is painted', () => {
    fc.assert(
      fc.property(mode, paint, (mode, accent) => {
        const { accent: seen, onAccent } = deriveColours({ mode, accent })
        expect(contrast(onAccent ?? accent.color, seen ?? accent.color)).toBeGreaterThanOrEqual(text)
        expect(colourProperties({ mode, accent })['--lk-accent']).toBe(
          accent.alpha < 1 ? `rgb(${seen?.join(' ')})` : undefined,
        )
      }),
    )
  })

  test('a tint is taken as it is where text can bear it, and as far as it can elsewhere', () => {
    fc.assert(
      fc.property(mode, tint, (mode, tint) => {
        const { strength } = deriveColours({ mode, tint })
        expect(strength).toBeLessThanOrEqual(tint.strength)
        const { grounds, pole } = deriveColours({ mode, tint })
        expect(lowest(pole, grounds)).toBeGreaterThanOrEqual(text)
      }),
    )
    expect(deriveColours({ mode: 'dark', tint: { color: [40, 0, 80], strength: 40 } }).strength).toBe(40)
    expect(deriveColours({ mode: 'dark', tint: { color: [255, 255, 255], strength: 100 } }).strength).toBe(
      100,
    )
    const grey = deriveColours({ mode: 'dark', tint: { color: [128, 128, 128], strength: 100 } })
    expect(grey.strength).toBeLessThan(100)
  })
})

test('an accent that can be read already stays as it is', () => {
  const accent = opaque([38, 40, 140])
  expect(deriveColours({ mode: 'light', accent }).texts['accent-text']).toEqual(accent.color)
  expect(deriveColours({ mode: 'light', accent }).edge).toBeUndefined()
})

test('without a tint the surfaces stay as the style sheet has them', () => {
  const written = Object.keys(colourProperties({ mode: 'dark', accent: opaque([255, 0, 0]) }))
  expect(written).toContain('--lk-text-3')
  expect(written.filter((name) => /tint|line|field/.test(name))).toEqual([])
})

test('every property that may be written is known, so that it can be taken away', () => {
  const all = colourProperties({
    mode: 'light',
    accent: { color: [255, 255, 255], alpha: 0.1 },
    tint: { color: [9, 9, 90], strength: 5 },
  })
  expect(Object.keys(all).sort()).toEqual([...derivedNames].sort())
})

test.each(['dark', 'light'] as const)('the numbers are those of the style sheet: %s', (mode) => {
  const block = [tokens, modalTokens]
    .map((css) => css.split('[data-theme=light]')[mode === 'dark' ? 0 : 1])
    .join('')
  const written = (name: string) =>
    parseHex(new RegExp(`--lk-${name}:(?:color-mix\\(in srgb,)?\\s*(#[0-9a-f]{3,6})`).exec(block)?.[1] ?? '')
  const { surfaces, texts, field, accentShares, complaint } = palettes[mode]
  expect(surfaces).toEqual(['surface', 'raised', 'raised-hover', 'raised-active'].map(written))
  for (const [name, color] of Object.entries({ ...texts, field }))
    expect([name, color]).toEqual([name, written(name)])
  expect(block).toContain(`var(--lk-accent) ${(accentShares[0] ?? 0) * 100}%`)
  const alpha = Math.round(complaint.share * 255)
    .toString(16)
    .padStart(2, '0')
  const hex = complaint.color.map((value) => value.toString(16).padStart(2, '0')).join('')
  expect(block).toContain(`--lk-bad-soft:#${hex}${alpha}`)
})

test('hexadecimal colours are read, short and long, with and without alpha; nonsense is not', () => {
  expect(readColor('#5b5cff')).toEqual(opaque([91, 92, 255]))
  expect(readColor(' #FA0 ')).toEqual(opaque([255, 170, 0]))
  expect(readColor('#ffffff1a')).toEqual({ color: [255, 255, 255], alpha: 26 / 255 })
  expect(readColor('#FA08')).toEqual({ color: [255, 170, 0], alpha: 136 / 255 })
  for (const nonsense of ['', '#', '#12', '#12345', '#1234567', '#12345x7f', '#1234567g', '#123456789'])
    expect([nonsense, readColor(nonsense)]).toEqual([nonsense, undefined])
})

test('a white that lets nine tenths through is told from a white that lets nothing through', () => {
  const through = deriveColours({ mode: 'dark', accent: { color: [255, 255, 255], alpha: 0.1 } })
  expect(through.onAccent).toEqual([255, 255, 255])
  expect(deriveColours({ mode: 'dark', accent: opaque([255, 255, 255]) }).onAccent).toEqual([0, 0, 0])
})
