/** Announced icons, as wallets really write them. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { largestIcon, parseDataImage } from './dataImage.js'

const square = '<svg xmlns="http://www.w3.org/2000/svg" width="100%"/>'

test('an SVG is read from percent-encoding, from base64, and as it stands', () => {
  const expected = { kind: 'svg', text: square }
  expect(parseDataImage(`data:image/svg+xml,${encodeURIComponent(square)}`)).toEqual(expected)
  expect(parseDataImage(`data:image/svg+xml;utf8,${square}`)).toEqual(expected)
  expect(parseDataImage(`data:image/svg+xml;charset=utf-8;base64,${btoa(square)}`)).toEqual(expected)
})

test('a bitmap keeps its bytes and its type', async () => {
  const gif = 'GIF89a\x02\x00\x03\x00'
  const image = parseDataImage(`data:image/gif;base64,${btoa(gif)}`)
  expect(image?.kind).toBe('bitmap')
  if (image?.kind !== 'bitmap') return
  expect(image.blob.type).toBe('image/gif')
  expect(await image.blob.text()).toBe(gif)
})

test('what is not an image, not data, broken or too large is refused', () => {
  expect(parseDataImage('https://example.com/icon.png')).toBeUndefined()
  expect(parseDataImage('data:text/html,<script>1</script>')).toBeUndefined()
  expect(parseDataImage('data:image/tiff;base64,AAAA')).toBeUndefined()
  expect(parseDataImage('data:image/png;base64,%%%')).toBeUndefined()
  expect(parseDataImage(`data:image/svg+xml,${'a'.repeat(largestIcon)}`)).toBeUndefined()
})

test('whatever a wallet announces, it is an SVG, a bitmap or nothing', () => {
  const start = fc.constantFrom('data:', 'data:image/svg+xml', 'data:image/png;base64,', 'DATA:IMAGE/GIF', '')
  const middle = fc.constantFrom('', ',', ';', ';base64,', ';charset=utf-8,', ';a=b;a=b'.repeat(1000))
  fc.assert(
    fc.property(start, middle, fc.string({ unit: 'binary' }), (...parts) => {
      const kind = parseDataImage(parts.join(''))?.kind ?? 'nothing'
      expect(['svg', 'bitmap', 'nothing']).toContain(kind)
    }),
  )
})
