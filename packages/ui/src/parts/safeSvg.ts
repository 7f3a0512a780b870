/**
 * Turns a stranger's SVG into elements that can be put into our own tree: drawing only, nothing that runs, loads,
 * links or styles beyond itself. Built from scratch out of what is allowed, rather than cleaned of what is not.
 */

const svgNamespace = 'http://www.w3.org/2000/svg'
const elements = new Set(
  'svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop clipPath mask use symbol'.split(
    ' ',
  ),
)
const geometry =
  'id d x y x1 y1 x2 y2 cx cy r rx ry fx fy width height points viewBox preserveAspectRatio transform offset gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits'.split(
    ' ',
  )
const painting =
  'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color stop-color stop-opacity clip-path clip-rule mask mask-type display visibility'.split(
    ' ',
  )
const mostElements = 3000
const sourceNamespace = 'latchkey:svg'

/** `prefix` keeps the ids of two icons in one tree apart. `undefined` if it is not an SVG that can be drawn. */
export function safeSvg(text: string, prefix: string): SVGSVGElement | undefined {
  // In a namespace of nobody's the source is plain XML: its styles are never applied, and so no policy is violated.
  const xml = text.replaceAll(svgNamespace, sourceNamespace)
  const source = new DOMParser().parseFromString(xml, 'application/xml').documentElement
  if (source.localName !== 'svg' || source.querySelector('parsererror')) return undefined
  if (source.getElementsByTagName('*').length > mostElements) return undefined
  const rules = styleRules(source)
  const copy = copyElement(source, { prefix, rules })
  if (!(copy instanceof SVGSVGElement)) return undefined
  if (!copy.hasAttribute('viewBox'))
    copy.setAttribute('viewBox', `0 0 ${pixels(copy, 'width')} ${pixels(copy, 'height')}`)
  copy.removeAttribute('width')
  copy.removeAttribute('height')
  copy.setAttribute('aria-hidden', 'true')
  return copy
}

interface Context {
  readonly prefix: string
  readonly rules: readonly CSSStyleRule[]
}

function copyElement(from: Element, context: Context): SVGElement | undefined {
  if (!elements.has(from.localName) || from.namespaceURI !== sourceNamespace || isUnsafeUse(from))
    return undefined
  const to = document.createElementNS(svgNamespace, from.localName)
  for (const name of geometry) set(to, name, from.getAttribute(name), context)
  for (const name of painting) set(to, name, paintOf(from, name, context), context)
  if (from.localName === 'use')
    set(to, 'href', from.getAttribute('href') ?? from.getAttribute('xlink:href'), context)
  for (const child of from.children) {
    const copied = copyElement(child, context)
    if (copied) to.append(copied)
  }
  return to
}

function set(element: Element, name: string, value: string | null, { prefix }: Context): void {
  if (value === null || value === '') return
  if (name === 'id') element.setAttribute(name, prefix + value)
  else if (name === 'href') {
    if (value.startsWith('#')) element.setAttribute(name, `#${prefix}${value.slice(1)}`)
  } else if (!/url\s*\(/i.test(value)) element.setAttribute(name, value)
  else {
    // A reference is kept only if it is nothing but a reference into the same picture.
    const inside = /^\s*url\(\s*["']?#([^"')\s]+)["']?\s*\)\s*$/i.exec(value)?.[1]
    if (inside) element.setAttribute(name, `url(#${prefix}${inside})`)
  }
}

/** Copies of copies of copies grow without end; a copy may only show things that hold no copies. */
function isUnsafeUse(element: Element): boolean {
  if (element.localName !== 'use') return false
  const reference = element.getAttribute('href') ?? element.getAttribute('xlink:href') ?? ''
  const target = reference.startsWith('#') && element.ownerDocument.getElementById(reference.slice(1))
  return !target || target.localName === 'use' || target.querySelector('use') !== null
}

/** `style` attribute over style sheet over attribute, as the cascade has it. */
function paintOf(element: Element, name: string, { rules }: Context): string | null {
  const inline = declarations(`x{${element.getAttribute('style') ?? ''}}`)[0]?.style.getPropertyValue(name)
  if (inline) return inline
  const ruled = rules.filter((rule) => matches(element, rule.selectorText)).at(-1)
  return ruled?.style.getPropertyValue(name) || element.getAttribute(name)
}

function styleRules(source: Element): CSSStyleRule[] {
  return [...source.getElementsByTagName('style')].flatMap((style) => declarations(style.textContent ?? ''))
}

/** Parsed by a sheet that no tree ever adopts, so nothing in it is loaded or applied. */
function declarations(text: string): CSSStyleRule[] {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return [...sheet.cssRules].filter((rule) => rule instanceof CSSStyleRule)
}

function matches(element: Element, selector: string): boolean {
  try {
    return element.matches(selector)
  } catch {
    return false
  }
}

function pixels(element: Element, name: string): number {
  return Number.parseFloat(element.getAttribute(name) ?? '') || 100
}
