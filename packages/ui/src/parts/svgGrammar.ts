/**
 * What may be drawn and how it may be said: a list of elements, and for every attribute a grammar of its values.
 * Presentation attributes are CSS, so a value that is merely free of `url(` can still load something; here a value
 * is kept because all of it is understood.
 */

const numberPattern = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?`
/** Larger coordinates are no picture, and some rasterisers stumble over them. */
const largestNumber = 1e6
const mostTransforms = 32

/** Whether all of a value is what the attribute allows. Values come trimmed. */
type Grammar = (value: string) => boolean

const words = (...allowed: string[]): Grammar => {
  const set = new Set(allowed)
  return (value) => set.has(value)
}

const isModest = (number: string) => Math.abs(Number.parseFloat(number)) <= largestNumber

/**
 * Reads a value token after token and never steps back, so that its length is all a value can cost.
 * `undefined` if some of it is no token.
 */
function tokens(value: string, token: RegExp): string[] | undefined {
  const found: string[] = []
  token.lastIndex = 0
  while (token.lastIndex < value.length) {
    const [, text] = token.exec(value) ?? []
    if (text === undefined) return undefined
    found.push(text)
  }
  return found
}

const numberToken = new RegExp(`[\\s,]*(${numberPattern})`, 'iy')
const pathToken = new RegExp(`[\\s,]*([mlhvcsqtaz]|${numberPattern})`, 'iy')
const transformToken = /[\s,]*(?:matrix|translate|scale|rotate|skewX|skewY)\s{0,8}\(([\d\s.,e+-]{1,200})\)/iy
const lengthPattern = new RegExp(`^${numberPattern}(?:px|pt|pc|mm|cm|in|em|ex|rem|%)?$`, 'i')
const sharePattern = new RegExp(`^${numberPattern}%?$`, 'i')
const colourParts = String.raw`(?:[\d\s.,%/+-]|e[+-]?\d|deg|turn|rad|none){1,80}`
const colourPattern = new RegExp(
  String.raw`^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z]{3,24}|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(${colourParts}\)|color\(\s?(?:srgb|srgb-linear|display-p3|rec2020)\s${colourParts}\))$`,
  'i',
)

const numbers: Grammar = (value) => tokens(value, numberToken)?.every(isModest) ?? false
const length: Grammar = (value) => lengthPattern.test(value) && isModest(value)
const share: Grammar = (value) => sharePattern.test(value) && isModest(value)
const colour: Grammar = (value) => colourPattern.test(value)
const pathData: Grammar = (value) =>
  tokens(value, pathToken)?.every((token) => /^[a-z]$/i.test(token) || isModest(token)) ?? false
const transforms: Grammar = (value) => {
  const found = tokens(value, transformToken)
  return found !== undefined && found.length <= mostTransforms && found.every((list) => numbers(list.trim()))
}
const viewBox: Grammar = (value) => {
  const sides = tokens(value, numberToken)
  return sides?.length === 4 && sides.every(isModest) && sides.slice(2).every((side) => Number(side) > 0)
}
const units = words('userSpaceOnUse', 'objectBoundingBox')
const fill = words('nonzero', 'evenodd')
const none = words('none')

const lengths = 'x y x1 y1 x2 y2 cx cy r rx ry fx fy fr width height'.split(' ')

/** Attributes in the narrow sense: no style sheet sets them. */
const geometry: ReadonlyMap<string, Grammar> = new Map<string, Grammar>([
  ...lengths.map((name) => [name, length] as const),
  ['d', pathData],
  ['points', numbers],
  ['viewBox', viewBox],
  [
    'preserveAspectRatio',
    (value) => /^(?:none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max)(?: (?:meet|slice))?)$/.test(value),
  ],
  ['transform', transforms],
  ['gradientTransform', transforms],
  ['offset', share],
  ['gradientUnits', units],
  ['clipPathUnits', units],
  ['maskUnits', units],
  ['maskContentUnits', units],
  ['spreadMethod', words('pad', 'reflect', 'repeat')],
])

/**
 * What may come from an attribute, a style sheet or a `style`. Dashes are not among them: a short pattern along a long
 * line is work without end.
 */
const painting: ReadonlyMap<string, Grammar> = new Map<string, Grammar>([
  ['fill', colour],
  ['fill-opacity', share],
  ['fill-rule', fill],
  ['stroke', colour],
  ['stroke-opacity', share],
  ['stroke-width', length],
  ['stroke-linecap', words('butt', 'round', 'square')],
  ['stroke-linejoin', words('miter', 'round', 'bevel')],
  ['stroke-miterlimit', share],
  ['opacity', share],
  ['color', colour],
  ['stop-color', colour],
  ['stop-opacity', share],
  ['clip-path', none],
  ['clip-rule', fill],
  ['mask', none],
  ['mask-type', words('luminance', 'alpha')],
  ['display', words('none', 'inline', 'block')],
  ['visibility', words('visible', 'hidden', 'collapse')],
])

export const geometryNames: readonly string[] = [...geometry.keys()]

/** A value that is kept: as it stands, or as the id of an element of the same picture. */
export type Value = { readonly text: string } | { readonly id: string }

export function geometryValue(name: string, source: string): Value | undefined {
  const text = source.trim()
  return text !== '' && geometry.get(name)?.(text) ? { text } : undefined
}

const isPointing = words('fill', 'stroke', 'clip-path', 'mask')

export function paintingValue(name: string, source: string): Value | undefined {
  const text = source.trim()
  const id = isPointing(name) ? /^url\(\s?(["']?)#([^\s"'()\\]{1,200})\1\s?\)$/.exec(text)?.[2] : undefined
  if (id) return { id }
  return text !== '' && painting.get(name)?.(text) ? { text } : undefined
}

const drawn = words('path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'use')
const grouping = words('svg', 'g', 'symbol')
const gradient = words('linearGradient', 'radialGradient')
const other = words('defs', 'stop', 'clipPath', 'mask')

export const isShape = drawn
export const isAllowed = (name: string) => drawn(name) || grouping(name) || gradient(name) || other(name)

/** Whether an element may have a `href`; gradients take their stops from one another. */
export const mayPoint = (name: string) => name === 'use' || gradient(name)

/** Whether a pointer of an element may lead to an element of that name. */
export function isTarget(attribute: string, from: string, to: string): boolean {
  if (attribute === 'clip-path') return to === 'clipPath'
  if (attribute === 'mask') return to === 'mask'
  if (attribute === 'href' && from === 'use') return drawn(to) || grouping(to)
  return gradient(to)
}
