/**
 * Compiles the text of an icon into shapes: drawing only, nothing that runs, loads, links or styles beyond itself.
 * Built from scratch out of what is allowed, rather than cleaned of what is not.
 */
import {
  geometryNames,
  geometryValue,
  isAllowed,
  isShape,
  isTarget,
  mayPoint,
  type Value,
} from './svgGrammar.js'
import { createMeter, type Meter, Refusal, readSource, type SourceElement } from './svgSource.js'
import { cascade, readSheet } from './svgStyles.js'

export interface Shape {
  readonly name: string
  readonly attributes: Map<string, string>
  /** Attributes that lead to another shape of the picture. */
  readonly pointers: Map<string, Shape>
  readonly children: readonly Shape[]
}

export const svgNamespace = 'http://www.w3.org/2000/svg'
const largestText = 128 * 1024
/** In characters read, rules applied and attributes looked at: some tens of milliseconds on a slow phone. */
export const mostWork = 2_000_000
/** In characters of path data put on the screen, counting each time that something is shown, masked or clipped. */
const mostInk = 200_000
/** One path is filled in one go, and its own crossings are what that costs. */
const longestPath = 32 * 1024
const inkOfAnElement = 32

/** `undefined` if it is not a picture that can be drawn within its share of the work. */
export function compileSvg(text: string, meter: Meter = createMeter(mostWork)): Shape | undefined {
  if (text.length > largestText) return undefined
  try {
    const source = readSource(text, meter)
    if (source.name !== 'svg' || source.attributes.get('xmlns') !== svgNamespace) return undefined
    const sheet = readSheet(source, meter)
    const drafts = new Map<string, Draft>()
    const root = compile(source, { drafts, meter, paint: (element) => cascade(element, sheet, meter) })
    if (!root || link(root, drafts) > mostInk || !hasInk(root)) return undefined
    frame(root)
    return root
  } catch (refusal) {
    if (refusal instanceof Refusal) return undefined
    throw refusal
  }
}

/** A shape whose pointers are still the ids that the source gave them. */
interface Draft extends Shape {
  readonly ids: ReadonlyMap<string, string>
  readonly children: Draft[]
}

interface Context {
  readonly drafts: Map<string, Draft>
  readonly meter: Meter
  paint(element: SourceElement): ReadonlyMap<string, Value>
}

function compile(from: SourceElement, context: Context): Draft | undefined {
  const { name, attributes: source } = from
  if (!isAllowed(name) || (source.get('xmlns') ?? svgNamespace) !== svgNamespace) return undefined
  const attributes = new Map<string, string>()
  const ids = new Map<string, string>()
  const keep = (attribute: string, value: Value | undefined) => {
    if (value && 'id' in value) ids.set(attribute, value.id)
    else if (value) attributes.set(attribute, value.text)
  }
  for (const attribute of geometryNames) {
    const value = source.get(attribute)
    context.meter.spend(1 + (value?.length ?? 0))
    if (value !== undefined) keep(attribute, geometryValue(attribute, value))
  }
  for (const [property, value] of context.paint(from)) keep(property, value)
  const href = source.get('href') ?? source.get('xlink:href')
  if (href?.startsWith('#') && mayPoint(name)) ids.set('href', href.slice(1))
  const draft: Draft = { name, attributes, pointers: new Map(), ids, children: [] }
  const id = source.get('id')
  if (id && !context.drafts.has(id)) context.drafts.set(id, draft)
  for (const child of from.children) {
    const compiled = compile(child, context)
    if (compiled) draft.children.push(compiled)
  }
  return draft
}

/**
 * Turns ids into pointers and returns how much ink the whole takes. Copies of copies of copies grow without end, and so
 * do masks in masks: every element weighs what it shows, and a way back to an element that is being weighed is cut.
 */
function link(root: Draft, drafts: ReadonlyMap<string, Draft>): number {
  const weights = new Map<Draft, number | 'open'>()
  const weigh = (draft: Draft): number => {
    const known = weights.get(draft)
    if (typeof known === 'number') return known
    weights.set(draft, 'open')
    const path = draft.attributes.get('d') ?? draft.attributes.get('points') ?? ''
    if (path.length > longestPath) throw new Refusal('a path too long')
    let ink = inkOfAnElement + path.length
    for (const [attribute, id] of draft.ids) {
      const target = drafts.get(id)
      if (target && isTarget(attribute, draft.name, target.name) && weights.get(target) !== 'open') {
        ink += weigh(target)
        draft.pointers.set(attribute, target)
      } else if (attribute === 'fill' || attribute === 'stroke') draft.attributes.set(attribute, 'none')
    }
    for (const child of draft.children) ink += weigh(child)
    draft.children.splice(0, Infinity, ...draft.children.filter(isComplete))
    weights.set(draft, ink)
    return ink
  }
  return weigh(root)
}

const isComplete = ({ name, pointers }: Shape) => name !== 'use' || pointers.has('href')

/** Without any, the letter of the wallet says more than the picture: so it is with bitmaps wrapped into patterns. */
function hasInk({ name, attributes, pointers, children }: Shape): boolean {
  const isPainted = ['fill', 'stroke'].some(
    (paint) => pointers.has(paint) || (attributes.get(paint) ?? (paint === 'fill' ? '' : 'none')) !== 'none',
  )
  return (isShape(name) && isPainted) || children.some(hasInk)
}

/** The picture fills the frame it is put in, and cannot move out of it. */
function frame({ attributes }: Shape): void {
  const side = (name: string) => Number.parseFloat(attributes.get(name) ?? '') || 100
  if (!attributes.has('viewBox')) attributes.set('viewBox', `0 0 ${side('width')} ${side('height')}`)
  for (const name of ['x', 'y', 'width', 'height', 'transform']) attributes.delete(name)
}
