/** What survives of a picture: shapes. */
import { describe, expect, test } from 'vitest'
import { cleanWebp, nameByContent, readDataImage } from './images.mjs'
import { sanitiseSvg } from './sanitiseSvg.mjs'

const svg = (/** @type {string} */ inside, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg"${more}>${inside}</svg>`

describe('an SVG', () => {
  test('keeps its shapes, colours and gradients', () => {
    const source = svg(
      '<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs><path fill="url(#a)" d="M0 0h1v1z"/>',
      ' viewBox="0 0 24 24"',
    )
    expect(sanitiseSvg(source)).toBe(source)
  })

  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script with CDATA-like text', '<script>1 &lt; 2</script>'],
    ['a foreign document', '<foreignObject><div>x</div></foreignObject>'],
    ['an image', '<image href="https://evil.example/x.png"/>'],
    ['a reference', '<use href="#a"/><use xlink:href="https://evil.example#a"/>'],
    ['a link', '<a href="javascript:alert(1)"><path d="M0 0z"/></a>'],
    ['a style sheet', '<style>@import url(https://evil.example)</style>'],
    ['an animation', '<animate attributeName="href" to="javascript:alert(1)"/><set to="x"/>'],
    ['text', '<text>words</text>words'],
  ])('loses %s', (_, inside) => {
    expect(sanitiseSvg(svg(inside))).toBe('<svg xmlns="http://www.w3.org/2000/svg"></svg>')
  })

  test.each([
    ['an event', 'onload="alert(1)"'],
    ['a style', 'style="background:url(https://evil.example)"'],
    ['a colour that loads', 'fill="url(https://evil.example#a)"'],
    ['a colour that loads by a trick', 'fill="url(#a) url(https://evil.example)"'],
    ['an unknown name', 'data-x="1"'],
    ['a class', 'class="x"'],
    ['a path with words', 'd="M0 0 alert(1)"'],
  ])('loses %s', (_, attribute) => {
    expect(sanitiseSvg(svg(`<path ${attribute}/>`))).toBe(svg('<path/>'))
  })

  test.each([
    ['it does not close', '<svg><g></svg>'],
    ['it is not one', '<html></html>'],
    ['it has an entity table', '<!DOCTYPE svg [<!ENTITY x "y">]><svg>&x;</svg>'],
    ['an attribute does not end', '<svg a="><script></svg>'],
    ['it is too large', svg('<g></g>'.repeat(20_000))],
    ['it is too deep', '<svg>' + '<g>'.repeat(40) + '</g>'.repeat(40) + '</svg>'],
  ])('is refused when %s', (_, source) => {
    expect(sanitiseSvg(source)).toBeUndefined()
  })
})

describe('a WebP picture', () => {
  const chunk = (/** @type {string} */ name, /** @type {string} */ data) => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(data.length)
    return Buffer.concat([Buffer.from(name), size, Buffer.from(data), Buffer.alloc(data.length % 2)])
  }
  const file = (/** @type {Buffer[]} */ ...chunks) => {
    const body = Buffer.concat([Buffer.from('WEBP'), ...chunks])
    const size = Buffer.alloc(4)
    size.writeUInt32LE(body.length)
    return Buffer.concat([Buffer.from('RIFF'), size, body])
  }

  test('loses what is said about it and keeps what is drawn', () => {
    const picture = chunk('VP8 ', 'pixels')
    expect(cleanWebp(file(picture, chunk('EXIF', 'where'), chunk('XMP ', 'who')))).toEqual(file(picture))
  })

  test('that moves, is cut off or is something else is refused', () => {
    expect(cleanWebp(file(chunk('ANIM', 'x')))).toBeUndefined()
    expect(cleanWebp(file(chunk('VP8 ', 'pixels')).subarray(0, 22))).toBeUndefined()
    expect(cleanWebp(Buffer.from('GIF89a'))).toBeUndefined()
  })
})

test('a picture is named by its content, and a large one is refused', () => {
  expect(nameByContent(Buffer.from('a'), 'svg').id).toBe(nameByContent(Buffer.from('a'), 'svg').id)
  expect(() => nameByContent(Buffer.alloc(25 * 1024), 'svg')).toThrow('too large')
  expect(readDataImage('data:image/svg+xml;utf8,<svg/>')).toBeUndefined()
  expect(readDataImage('https://evil.example')).toBeUndefined()
})
