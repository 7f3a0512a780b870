/** The colours of the wallet's pages, as far as a test can see them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const look = read('look.css')

/** Light, then dark. */
const colours = (name: string) => {
  const [, light = '', dark = ''] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(look) ?? []
  return [light, dark] as const
}

function luminance(hex: string): number {
  const digits =
    hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit) : hex.slice(1).match(/../g)
  const [red = 0, green = 0, blue = 0] = (digits ?? []).map((digit) => {
    const value = Number.parseInt(digit, 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test.each(['surface', 'ground', 'raised'])(
  'the edge of a field is told from the %s, light and dark',
  (name) => {
    const edges = colours('field')
    for (const [at, ground] of colours(name).entries()) {
      expect(ground).toMatch(/^#/)
      expect(contrast(edges[at] ?? '', ground), `on ${ground}`).toBeGreaterThanOrEqual(3)
    }
  },
)

test('every field of a window has that edge', () => {
  const rule = /\.field input,\s*\.field select \{([^}]*)\}/.exec(read('../windows/window.css'))?.[1]
  expect(rule).toContain('border: 1px solid var(--field);')
})
