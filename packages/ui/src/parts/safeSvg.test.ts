/** Icons as drawing programs write them keep their looks; icons as attackers write them keep nothing but shapes. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeSvg } from './safeSvg.js'
import { compileSvg, mostWork } from './svgShapes.js'
import { createMeter } from './svgSource.js'

const svg = (content: string, attributes = 'viewBox="0 0 10 10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`
const drawn = (content: string) => safeSvg(svg(content), 'p')?.innerHTML
const rect = '<rect width="10" height="10"></rect>'

describe('the cascade', () => {
  const painted = (style: string, element: string) =>
    drawn(`<style>${style}</style>${element}`)?.replace(/^<path |><\/path>$/g, '')

  test('a property comes from the last rule that sets it, not from the last rule', () => {
    expect(painted('.cls-1,.cls-2{fill:#fff}.cls-2{fill-rule:evenodd}', '<path class="cls-2"/>')).toBe(
      'fill="#fff" fill-rule="evenodd"',
    )
  })

  test('style wins over id, id over class, class over tag, tag over attribute', () => {
    const sheet = '#a{fill:#111}.b{fill:#222}path{fill:#333}'
    expect(painted(sheet, '<path fill="#444"/>')).toBe('fill="#333"')
    expect(painted(sheet, '<path fill="#444" class="b"/>')).toBe('fill="#222"')
    expect(painted(sheet, '<path fill="#444" class="b" id="a"/>')).toBe('fill="#111"')
    expect(painted(sheet, '<path class="b" id="a" style="fill:#000!important"/>')).toBe('fill="#000"')
  })

  test('of two classes the later rule wins, whatever the order on the element', () => {
    expect(painted('.a{fill:#111}.b{fill:#222}', '<path class="b a"/>')).toBe('fill="#222"')
  })

  test('what is not understood leaves what was said before', () => {
    expect(painted('.a{fill:#111;fill:var(--x);fill:paint(x)}', '<path class="a"/>')).toBe('fill="#111"')
    expect(painted('', '<path style="fill:#fff;fill:color(display-p3 1 .5 0)"/>')).toBe(
      'fill="color(display-p3 1 .5 0)"',
    )
  })

  test('rules after comments, imports, fonts and media queries still count', () => {
    const sheet =
      '/* } */@import url(x);@font-face{src:url(x)}@media print{path{fill:#111}}path{fill:#222}/* path{'
    expect(painted(sheet, '<path/>')).toBe('fill="#222"')
    expect(painted('<![CDATA[path{fill:#333}]]>', '<path/>')).toBe('fill="#333"')
  })
})

describe('icons as programs write them', () => {
  test('references go to the same element under an id of our own', () => {
    const gradient = '<linearGradient id="Verlauf 1"><stop offset="0" stop-color="#fff"/></linearGradient>'
    expect(drawn(`${gradient}<path fill="url(#a)"/><path fill="red"/>`)).toContain('<path fill="none">')
    expect(drawn(`${gradient.replace('Verlauf 1', 'a')}<path style="fill:url('#a')"/>`)).toBe(
      '<linearGradient id="p0"><stop offset="0" stop-color="#fff"></stop></linearGradient><path fill="url(#p0)"></path>',
    )
  })

  test('a gradient takes its stops from another, a copy shows a symbol, masks and clips hold', () => {
    expect(
      drawn(
        '<linearGradient id="a"><stop/></linearGradient><radialGradient id="b" xlink:href="#a"/>' +
          '<symbol id="s"><path d="M0 0h1z"/></symbol><use href="#s" fill="url(#b)"/>' +
          '<mask id="m" style="mask-type:alpha"><path/></mask><clipPath id="c"><path/></clipPath>' +
          '<g mask="url(#m)" clip-path="url(#c)"><path/></g>',
      ),
    ).toBe(
      '<linearGradient id="p0"><stop></stop></linearGradient><radialGradient id="p1" href="#p0"></radialGradient>' +
        '<symbol id="p2"><path d="M0 0h1z"></path></symbol><use fill="url(#p1)" href="#p2"></use>' +
        '<mask id="p3" mask-type="alpha"><path></path></mask><clipPath id="p4"><path></path></clipPath>' +
        '<g mask="url(#p3)" clip-path="url(#p4)"><path></path></g>',
    )
  })

  test('declaration, public DOCTYPE, comments and metadata of drawing programs are passed over', () => {
    const text = `\uFEFF<?xml version="1.0"?><!-- a --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">${svg(
      `<sodipodi:namedview a="b"/><metadata><rdf:RDF/></metadata><title>A &amp; B</title>${rect}`,
    )}`
    expect(safeSvg(text, 'p')?.innerHTML).toBe(rect)
  })

  test('the picture fills its frame and cannot leave it', () => {
    const fixed = safeSvg(svg(rect, 'width="24px" height="12" x="9" transform="scale(99)" fill="none"'), 'p')
    expect(fixed?.getAttributeNames().sort()).toEqual(['aria-hidden', 'fill', 'viewBox'])
    expect(fixed?.getAttribute('viewBox')).toBe('0 0 24 12')
  })

  test('a picture without a shape that is painted is no picture', () => {
    expect(safeSvg(svg(''), 'p')).toBeUndefined()
    expect(drawn('<pattern id="a"><image/></pattern><rect fill="url(#a)"/>')).toBeUndefined()
    expect(drawn('<path fill="none" stroke="#fff"/>')).toBeDefined()
  })
})

/** Every one is refused as a value of every attribute that takes paint, and in every notation. */
const hostileValues = [
  String.raw`u\72l(https://evil.example/a)`,
  String.raw`\75 rl(https://evil.example/a)`,
  "image-set('https://evil.example/a' 1x)",
  "-webkit-image-set('https://evil.example/a' 1x)",
  'url(https://evil.example/a)',
  'url(//evil.example/a#b)',
  'URL(https://evil.example/a)',
  'url(/**/https://evil.example/a)',
  'u/**/rl(https://evil.example/a)',
  'url(#x) url(https://evil.example/a)',
  'url(#x),url(https://evil.example/a)',
  'url(#x)url(https://evil.example/a)',
  'url("#x" url(https://evil.example/a))',
  "src('https://evil.example/a')",
  'cross-fade(url(https://evil.example/a), red)',
  'paint(worklet)',
  'element(#page)',
  'env(safe-area-inset-top)',
  'var(--lk-accent)',
  'attr(data-x)',
  'calc(1px * 9999999)',
  'linear-gradient(red, blue)',
  ';background:url(https://evil.example/a)',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg/>',
  'expression(alert(1))',
  '&#117;rl(https://evil.example/a)',
  'url(&#x68;ttps://evil.example/a)',
  'rgb(0 0 0 / url(https://evil.example/a))',
  '#fff url(https://evil.example/a)',
  '1e7',
  '1e309',
]
const attributeNames =
  'fill stroke mask clip-path opacity stop-color color d points transform x width offset viewBox display filter href xlink:href style class id onload src cursor marker-end stroke-dasharray'.split(
    ' ',
  )

/** Said once more and in other words than the code says it: this is what may be on the screen. */
function leaks(root: Element): string[] {
  const elements =
    /^(svg|g|path|rect|circle|ellipse|line|polyline|polygon|use|defs|linearGradient|radialGradient|stop|clipPath|mask|symbol)$/
  const attributes =
    /^(aria-hidden|id|href|d|x|y|[xy][12]|c[xy]|f[xyr]|r[xy]?|width|height|points|viewBox|preserveAspectRatio|transform|offset|gradient(Units|Transform)|spreadMethod|clipPathUnits|mask(Content)?Units|(fill|stroke|stop|clip)-(opacity|rule|width|linecap|linejoin|miterlimit|color)|fill|stroke|opacity|color|clip-path|mask|mask-type|display|visibility)$/
  const pointer = /^(url\()?#p\d+\)?$/
  const text = /^[\w\s.,+%/-]*$/
  const paint =
    /^(#[\da-f]+|[a-z]+|(rgb|hsl)a?\([\d\s.,%/a-z+-]*\)|(hwb|lab|lch|oklab|oklch|color)\([\w\s.,%/+-]*\))$/i
  const moves = /^([\s,]*(matrix|translate|scale|rotate|skewX|skewY)\s*\([\d\s.,e+-]*\))*$/i
  return [root, ...root.querySelectorAll('*')].flatMap((element) => [
    ...(elements.test(element.localName) && element.namespaceURI === 'http://www.w3.org/2000/svg'
      ? []
      : [element.localName]),
    ...[...element.attributes]
      .filter(
        ({ name, value }) =>
          !attributes.test(name) || ![pointer, text, paint, moves].some((allowed) => allowed.test(value)),
      )
      .map(({ name, value }) => `${name}=${value}`),
    ...[...element.childNodes].filter((node) => node.nodeType !== 1).map((node) => `text ${node.nodeType}`),
  ])
}

describe('icons as attackers write them', () => {
  const escape = (value: string) => value.replaceAll('<', '&lt;').replaceAll('"', '&quot;')

  test.each(hostileValues)('%s is no value of anything', { timeout: 30_000 }, (value) => {
    for (const name of attributeNames) {
      const attribute = `<rect ${name}="${escape(value)}"/>${rect}`
      const inline = `<rect style="${name}:${escape(value)}"/>${rect}`
      const ruled = `<style>rect{${name}:${escape(value)}}</style>${rect}`
      for (const content of [attribute, inline, ruled]) {
        const picture = safeSvg(svg(content), 'p')
        if (!picture) throw new Error(`${content} is not drawn at all`)
        expect(leaks(picture)).toEqual([])
        const values = [...picture.querySelectorAll('*')].flatMap((element) =>
          [...element.attributes].map((attribute) => attribute.value),
        )
        expect(values.filter((kept) => !['10', 'none'].includes(kept))).toEqual([])
      }
    }
  })

  test('what runs, loads, embeds, animates or filters is not copied, nor what is inside it', () => {
    const tags =
      'script style image foreignObject animate animateTransform set a filter feImage iframe text pattern marker switch handler xhtml:img svg:script'
    for (const tag of tags.split(' '))
      expect(drawn(`<${tag} href="https://evil.example/a"><path/></${tag}>${rect}`)).toBe(rect)
    expect(drawn(`<g xmlns="http://www.w3.org/1999/xhtml"><path/></g>${rect}`)).toBe(rect)
    expect(safeSvg(`<svg>${rect}</svg>`, 'p')).toBeUndefined()
  })

  test('a copy only shows what is in the picture, however its address is written', () => {
    for (const address of ['https://evil.example/a#b', '//e/a#b', '%23a', ' #a', 'data:x#a', '#missing', '#'])
      for (const name of ['href', 'xlink:href'])
        expect(drawn(`<use ${name}="${address}"/>${rect}`)).toBe(rect)
  })

  test('entities are XML’s own and mean themselves once', () => {
    expect(safeSvg(`<!DOCTYPE svg [<!ENTITY a "aa">]>${svg(rect)}`, 'p')).toBeUndefined()
    expect(safeSvg(`<!DOCTYPE svg SYSTEM "x" [ ]>${svg(rect)}`, 'p')).toBeUndefined()
    expect(drawn(`<rect fill="&evil;"/>`)).toBeUndefined()
    expect(drawn(`<rect fill="&#1114112;"/>`)).toBeUndefined()
    expect(drawn(`<rect fill="&amp;#114;ed"/>`)).toBe('<rect></rect>')
    expect(drawn(`<rect fill="&#114;ed"/>`)).toBe('<rect fill="red"></rect>')
  })

  test.each([
    ['more elements than an icon has', '<g/>'.repeat(600) + rect],
    ['deeper than an icon is', '<g>'.repeat(40) + rect + '</g>'.repeat(40)],
    ['more rules than an icon has', `<style>${'.a{fill:red}'.repeat(300)}</style>${rect}`],
    ['longer than an icon is', `<!--${'a'.repeat(200_000)}-->${rect}`],
    ['one endless path', `<path d="M0 0${'h1v1'.repeat(10_000)}"/>`],
    ['not closed', `<g>${rect}`],
    ['closed twice', `${rect}</g>`],
    ['a comment without end', `${rect}<!--`],
  ])('an icon that is %s is refused', (_, content) => {
    expect(drawn(content)).toBeUndefined()
  })

  test('numbers beyond every picture are left out', () => {
    expect(drawn('<path d="M0 0h1e9z"/><path d="M0 0h1e9999"/><rect x="9999999"/>')).toBe(
      '<path></path><path></path><rect></rect>',
    )
  })

  test('references in circles are cut, and those that multiply are refused', () => {
    expect(drawn(`<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>${rect}`)).not.toContain(
      'href="#p1"',
    )
    const doubling = (wrap: (id: number) => string) =>
      Array.from({ length: 30 }, (_, id) => wrap(id)).join('')
    expect(
      drawn(
        doubling((id) => `<g id="g${id}"><use href="#g${id + 1}"/><use href="#g${id + 1}"/></g>`) +
          `<g id="g30">${rect}</g>`,
      ),
    ).toBeUndefined()
    expect(
      drawn(
        doubling(
          (id) => `<mask id="m${id}"><rect mask="url(#m${id + 1})"/><rect mask="url(#m${id + 1})"/></mask>`,
        ) + `<mask id="m30">${rect}</mask><rect mask="url(#m0)"/>`,
      ),
    ).toBeUndefined()
    const long = `<path id="long" d="M0 0${'h1v1'.repeat(3000)}"/>`
    expect(drawn(long)).toBeDefined()
    expect(drawn(long + '<use href="#long"/>'.repeat(100))).toBeUndefined()
  })
})

describe('the work an icon asks for', () => {
  const workOf = (text: string) => {
    const meter = createMeter(mostWork)
    compileSvg(text, meter)
    return meter.spent
  }

  test('rules times elements is not counted for rules that match nothing', () => {
    const content = `<style>${'g>g *{}'.repeat(190)}</style>${'<g/>'.repeat(490)}${rect}`
    expect(workOf(svg(content))).toBeLessThan(20 * content.length)
  })

  test('the most wasteful icon stops at the limit', () => {
    const rule = '.a,.b,.c,.d{fill:red;stroke:red;opacity:1;color:red;mask:none;display:none}'
    const content = `<style>${rule.repeat(199)}</style>${'<g class="a b c d"/>'.repeat(490)}${rect}`
    expect(workOf(svg(content))).toBeLessThan(mostWork + rule.length)
    expect(drawn(content)).toBeUndefined()
  })

  test.each([
    ['spaces in a tag', (n: number) => `<rect${' '.repeat(n)}/>`],
    ['an attribute without a value', (n: number) => `<rect ${'a'.repeat(n)}/>`],
    ['comments that never end', (n: number) => `<style>${'/*'.repeat(n)}</style>${rect}`],
    ['blocks that never end', (n: number) => `<style>${'@a{'.repeat(n)}</style>${rect}`],
    ['passed-over blocks', (n: number) => `<style>${'@a{}'.repeat(n)}</style>${rect}`],
    ['digits', (n: number) => `<path d="${'1'.repeat(n)}!"/>`],
    ['numbers', (n: number) => `<path points="${'1 '.repeat(n)}" d="${'1-1'.repeat(n)}!"/>`],
    [
      'spaces in values',
      (n: number) => `<path fill="url(${' '.repeat(n)}" transform="scale${' '.repeat(n)}"/>`,
    ],
    [
      'one selector again and again',
      (n: number) => `<style>${'g,'.repeat(n)}g{fill:red}</style>${'<g/>'.repeat(400)}${rect}`,
    ],
    [
      'one class again and again',
      (n: number) => `<style>.a{fill:red}</style><g class="${'a '.repeat(n)}"/>${rect}`,
    ],
    ['declarations', (n: number) => `<g style="${'fill:red;'.repeat(n)}"/>${rect}`],
    ['entities', (n: number) => `<g style="${'&amp;'.repeat(n)}"/>${rect}`],
  ])('%s cost what their length costs', (_, content) => {
    const small = workOf(svg(content(1000)))
    const large = workOf(svg(content(10_000)))
    expect(large).toBeLessThan(12 * Math.max(small, 2000))
  })
})

describe('any text at all', () => {
  const slow = { timeout: 60_000 }
  const name = fc.constantFrom(
    ...attributeNames,
    'r',
    'gradientTransform',
    'preserveAspectRatio',
    'mask-type',
  )
  const value = fc.oneof(
    fc.constantFrom(
      ...hostileValues,
      '#fff',
      'red',
      '1',
      '50%',
      'url(#a)',
      '#a',
      'M0 0h1',
      'scale(2)',
      'a',
      'b',
    ),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(...'url()#\\/*;:{}@"\'<>&! e1.-,%'), maxLength: 16 }),
  )
  const safe = (text: string) => text.replace(/[<"]/g, '')
  const attributes = fc
    .array(fc.tuple(name, value), { maxLength: 5 })
    .map((all) => [...new Map(all)].map(([key, text]) => ` ${key}="${safe(text)}"`).join(''))
  const tag = fc.constantFrom(
    ...'g path rect use mask clipPath symbol linearGradient stop defs svg script image a style foreignObject'.split(
      ' ',
    ),
  )
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.tuple(tag, attributes).map(([element, list]) => `<${element}${list}/>`),
      fc
        .array(fc.tuple(value, name, value), { maxLength: 4 })
        .map(
          (rules) =>
            `<style>${rules.map(([key, property, text]) => safe(`${key}{${property}:${text}}`)).join('')}</style>`,
        ),
      fc
        .tuple(tag, attributes, fc.array(tie('tree'), { maxLength: 4 }))
        .map(([element, list, children]) => `<${element}${list}>${children.join('')}</${element}>`),
    ),
  }))

  test('becomes shapes in the grammar, or nothing', slow, () => {
    let pictures = 0
    fc.assert(
      fc.property(fc.array(tree, { minLength: 1, maxLength: 6 }), attributes, (content, list) => {
        const text = `<svg xmlns="http://www.w3.org/2000/svg"${list}>${content.join('')}${rect}</svg>`
        const meter = createMeter(mostWork)
        compileSvg(text, meter)
        expect(meter.spent).toBeLessThan(40 * text.length + 2000)
        const picture = safeSvg(text, 'p')
        if (!picture) return
        pictures++
        expect(leaks(picture)).toEqual([])
      }),
      { numRuns: 400 },
    )
    // Were most of them refused, the property would say nothing.
    expect(pictures).toBeGreaterThan(100)
  })

  test('never throws, whatever is cut out of a good icon or put into it', slow, () => {
    const good = svg(
      '<style>.a,.b{fill:#fff}.b{opacity:.5}</style><linearGradient id="g"><stop offset="0"/></linearGradient><path class="b" d="M0 0h1z" fill="url(#g)"/><use href="#g"/>',
    )
    fc.assert(
      fc.property(fc.nat(good.length), fc.nat(20), value, (at, cut, put) => {
        const picture = safeSvg(good.slice(0, at) + put + good.slice(at + cut), 'p')
        expect(picture ? leaks(picture) : []).toEqual([])
      }),
      { numRuns: 400 },
    )
  })
})
