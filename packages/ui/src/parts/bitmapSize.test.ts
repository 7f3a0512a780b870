import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bitmapSize } from './bitmapSize.js'
import { parseDataImage } from './dataImage.js'

const bytes = (...parts: (number[] | string)[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)),
  )
const u16 = (n: number) => [n >> 8, n & 255]
const le16 = (n: number) => [n & 255, n >> 8]
const u32 = (n: number) => [...u16(n >>> 16), ...u16(n & 0xffff)]
const zeros = (n: number) => Array<number>(n).fill(0)

const png = (width: number, height: number) =>
  bytes([0x89], 'PNG\r\n\x1a\n', u32(13), 'IHDR', u32(width), u32(height), zeros(5))

test('the size of every kind of picture is read from its head', () => {
  expect(bitmapSize(png(16000, 12))).toEqual({ width: 16000, height: 12 })
  expect(bitmapSize(bytes('GIF89a', le16(300), le16(7), zeros(4)))).toEqual({ width: 300, height: 7 })
  const jpeg = bytes(
    [0xff, 0xd8, 0xff, 0xe0],
    u16(4),
    [1, 2],
    [0xff, 0xc2],
    u16(8),
    [8],
    u16(90),
    u16(80),
    [3],
  )
  expect(bitmapSize(jpeg)).toEqual({ width: 80, height: 90 })
  const riff = (chunk: string, ...rest: (number[] | string)[]) =>
    bytes('RIFF', zeros(4), 'WEBP', chunk, zeros(4), ...rest)
  expect(bitmapSize(riff('VP8 ', zeros(6), le16(64), le16(65)))).toEqual({ width: 64, height: 65 })
  expect(bitmapSize(riff('VP8L', [0x2f], [0xff, 0xff, 0xff, 0x0f]))).toEqual({ width: 16384, height: 16384 })
  expect(bitmapSize(riff('VP8X', zeros(4), [0xff, 0, 0], [1, 1, 0]))).toEqual({ width: 256, height: 258 })
})

test('whatever else the bytes are, there is no size and no failure', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (noise) => {
      const size = bitmapSize(noise)
      expect(size === undefined || (size.width >= 0 && size.height >= 0)).toBe(true)
    }),
  )
})

test('a picture that would decode to more than an icon is not decoded', () => {
  const address = (data: Uint8Array) => `data:image/png;base64,${btoa(String.fromCharCode(...data))}`
  expect(parseDataImage(address(png(1024, 1024)))?.kind).toBe('bitmap')
  for (const data of [png(1025, 1), png(1, 16000), png(0, 5), bytes('no picture at all')])
    expect(parseDataImage(address(data))).toBeUndefined()
})
