import readCode from 'qr/decode.js'
import { expect, test } from 'vitest'
import { qrPath } from './qrPath.js'

const link = `wc:${'7f6e504bfad60b48'.repeat(4)}@2?expiryTimestamp=1790000000&relay-protocol=irn&symKey=${'587d5484ce2a2a6e'.repeat(4)}`

/** Paints the path as a screen would: 4 pixels a module, 4 modules of quiet. */
function paint({ size, path }: { readonly size: number; readonly path: string }) {
  const [scale, quiet] = [4, 4]
  const edge = (size + 2 * quiet) * scale
  const data = new Uint8ClampedArray(edge * edge * 4).fill(255)
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = 0; row < scale; row += 1)
      for (let column = 0; column < Number(width) * scale; column += 1) {
        const at = ((Number(y) + quiet) * scale + row) * edge + (Number(x) + quiet) * scale + column
        data.fill(0, at * 4, at * 4 + 3)
      }
  }
  return { width: edge, height: edge, data }
}

test('[S4-09] a pairing link reads back, with and without a logo in the middle', () => {
  for (const hasHole of [false, true]) expect(readCode(paint(qrPath(link, { hasHole })))).toBe(link)
})

test('the hole is in the middle and takes far less than a code of level M can lose', () => {
  for (let length = 1; length < 400; length += 37) {
    const { size, hole } = qrPath('a'.repeat(length), { hasHole: true })
    expect((size - hole) % 2).toBe(0)
    expect(hole ** 2 / size ** 2).toBeLessThan(0.05)
  }
})

test('without a logo nothing is left out', () => {
  const whole = qrPath(link, { hasHole: false })
  expect(whole.hole).toBe(0)
  expect(whole.path.length).toBeGreaterThan(qrPath(link, { hasHole: true }).path.length)
})
