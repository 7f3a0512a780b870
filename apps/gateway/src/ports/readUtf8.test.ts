import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OutboundError } from './outboundError.js'
import { readUtf8 } from './readUtf8.js'

const strict = new TextDecoder('utf-8', { fatal: true })

function told(bytes: Buffer, read: (bytes: Buffer) => string): string | undefined {
  try {
    return read(bytes)
  } catch {
    return undefined
  }
}

test('any bytes are read as the strict decoder reads them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const given = Buffer.from(bytes)
      expect(told(given, readUtf8)).toBe(told(given, (each) => strict.decode(each)))
    }),
  )
})

test('texts of every script come back, without the mark of their byte order', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 64 }), fc.boolean(), (text, isMarked) => {
      const given = Buffer.from(`${isMarked ? '\ufeff' : ''}${text}`)
      expect(readUtf8(given)).toBe(strict.decode(given))
    }),
  )
})

test.for([
  { what: 'a byte of no text', bytes: [0x7b, 0xff] },
  { what: 'a longer form than needed', bytes: [0xc0, 0xaf] },
  { what: 'half of a pair', bytes: [0xed, 0xa0, 0x80] },
  { what: 'a character that is cut off', bytes: [0x7b, 0xe2, 0x82] },
  { what: 'a number beyond all characters', bytes: [0xf4, 0x90, 0x80, 0x80] },
])('$what is no text, and told', ({ bytes }) => {
  expect(() => strict.decode(Buffer.from(bytes))).toThrow()
  expect(() => readUtf8(Buffer.from(bytes))).toThrow(OutboundError)
})
