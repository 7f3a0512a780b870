/** Rewrites an SVG from what is understood of it: shapes, gradients, masks, numbers and colours. Nothing else survives. */

const shapes =
  'svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop clipPath mask'
const elements = new Set(shapes.split(' '))
/** Their content goes with them; of other unknown elements only the tag goes. */
const dropped = new Set([
  'script',
  'style',
  'foreignObject',
  'filter',
  'image',
  'text',
  'title',
  'desc',
  'metadata',
  'use',
  'a',
  'animate',
  'set',
])

const numeric =
  'x y x1 y1 x2 y2 cx cy r rx ry fx fy width height offset opacity fill-opacity stroke-opacity stop-opacity stroke-width stroke-miterlimit points viewBox'
const words =
  'fill-rule clip-rule stroke-linecap stroke-linejoin gradientUnits clipPathUnits maskUnits maskContentUnits spreadMethod mask-type'
const references = ['fill', 'stroke', 'clip-path', 'mask']

const grammars = new Map([
  ...numeric.split(' ').map((name) => /** @type {const} */ ([name, /^[\d\s.,e%+-]{1,4000}$/i])),
  ...words.split(' ').map((name) => /** @type {const} */ ([name, /^[A-Za-z]{1,24}$/])),
  ['d', /^[\d\s.,e+mlhvcsqtaz-]{1,20000}$/i],
  ['transform', /^(?:(?:matrix|translate|scale|rotate|skewX|skewY)\([\d\s.,e+-]{1,200}\)\s*){1,8}$/],
  ['gradientTransform', /^(?:(?:matrix|translate|scale|rotate|skewX|skewY)\([\d\s.,e+-]{1,200}\)\s*){1,8}$/],
  ['stop-color', /^(?:#[\da-f]{3,8}|[a-z]{3,20})$/i],
  ['id', /^[\w-]{1,64}$/],
  ...references.map(
    (name) => /** @type {const} */ ([name, /^(?:#[\da-f]{3,8}|[a-z]{3,20}|url\(#[\w-]{1,64}\))$/i]),
  ),
])

const token =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>[]*>|<\/([\w:-]+)\s*>|<([\w:-]+)((?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/gy
const attribute = /([\w:-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g

/** @param {string} source @returns {string | undefined} undefined where it cannot be read whole */
export function sanitiseSvg(source) {
  const text = source.trim()
  if (text.length > 64 * 1024) return undefined
  const out = []
  /** @type {{ name: string, isKept: boolean }[]} */
  const open = []
  /** Depth of what is dropped with its content. */
  let skipping = 0
  let at = 0
  let hasRoot = false
  while (at < text.length) {
    token.lastIndex = at
    const found = token.exec(text)
    if (!found) return undefined
    at = token.lastIndex
    const [, closed, opened, attributes = '', isEmpty] = found
    if (closed !== undefined) {
      const last = open.pop()
      if (last?.name !== closed) return undefined
      if (dropped.has(closed)) skipping -= 1
      else if (last.isKept) out.push(`</${closed}>`)
    } else if (opened !== undefined) {
      if (!hasRoot && opened !== 'svg') return undefined
      const isKept = skipping === 0 && elements.has(opened)
      if (isKept) out.push(`<${opened}${keep(attributes, !hasRoot)}${isEmpty ? '/>' : '>'}`)
      hasRoot = true
      if (!isEmpty) {
        open.push({ name: opened, isKept })
        if (dropped.has(opened)) skipping += 1
      }
      if (open.length > 32) return undefined
    }
  }
  return hasRoot && open.length === 0 ? out.join('') : undefined
}

/** @param {string} source @param {boolean} isRoot */
function keep(source, isRoot) {
  const kept = isRoot ? [' xmlns="http://www.w3.org/2000/svg"'] : []
  for (const [, name = '', double, single] of source.matchAll(attribute)) {
    const value = (double ?? single ?? '').trim()
    const grammar = grammars.get(name)
    if (grammar?.test(value)) kept.push(` ${name}="${value}"`)
  }
  return kept.join('')
}
