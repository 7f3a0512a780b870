/** Turns a stranger's SVG into elements that can be put into our own tree (see `svgShapes.ts` for what is left of it). */
import { compileSvg, type Shape, svgNamespace } from './svgShapes.js'

/** `prefix` keeps the ids of two icons in one tree apart. `undefined` if it is not an SVG that can be drawn. */
export function safeSvg(text: string, prefix: string): SVGElement | undefined {
  const picture = compileSvg(text)
  if (!picture) return undefined
  const element = draw(picture, idsFor(picture, prefix))
  element.setAttribute('aria-hidden', 'true')
  return element
}

/** Only what is pointed at has an id, and none is the source's. */
function idsFor(picture: Shape, prefix: string): ReadonlyMap<Shape, string> {
  const ids = new Map<Shape, string>()
  const visit = ({ pointers, children }: Shape) => {
    for (const target of pointers.values()) if (!ids.has(target)) ids.set(target, `${prefix}${ids.size}`)
    children.forEach(visit)
  }
  visit(picture)
  return ids
}

function draw(shape: Shape, ids: ReadonlyMap<Shape, string>): SVGElement {
  const element = document.createElementNS(svgNamespace, shape.name)
  const id = ids.get(shape)
  if (id) element.setAttribute('id', id)
  for (const [name, value] of shape.attributes) element.setAttribute(name, value)
  for (const [name, target] of shape.pointers) {
    const address = `#${ids.get(target)}`
    element.setAttribute(name, name === 'href' ? address : `url(${address})`)
  }
  element.append(...shape.children.map((child) => draw(child, ids)))
  return element
}
