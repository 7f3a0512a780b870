/**
 * Reads a stranger's XML into plain data. By hand, because a browser's parser expands entities, applies styles and
 * reports to the page's policy; what is misread here is only drawn wrongly, since no text of the source is ever
 * written out again without passing a grammar.
 */

export interface SourceElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: SourceElement[]
  /** Kept for style sheets only. */
  text: string
}

/** Counts the work of one icon, so that no icon can ask for more than its share. */
export interface Meter {
  readonly spent: number
  spend(units: number): void
}

/** Thrown inside these files only: the icon is not drawn. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

export function createMeter(most: number): Meter {
  let spent = 0
  return {
    get spent() {
      return spent
    },
    spend(units) {
      spent += units
      if (spent > most) throw new Refusal('more work than an icon is worth')
    },
  }
}

const mostElements = 500
const deepest = 32

const doctype = /<!DOCTYPE[^[<>]*>/y
const closing = /<\/([^\s<>]+)\s*>/y
const opening = /<([A-Za-z_][\w:.-]*)/y
const attribute = /\s+([^\s=<>"'/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const openingEnd = /\s*(\/?)>/y

/** The root of the document. Whatever is not plain XML without declarations of its own is refused. */
export function readSource(text: string, meter: Meter): SourceElement {
  const top = elementOf('', new Map())
  const open = [top]
  let elements = 0
  let at = 0
  /** Takes what the pattern finds right here; nothing is ever looked at twice. */
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }
  const takeUntil = (end: string, skipped: number): string => {
    const from = at + skipped
    const to = text.indexOf(end, from)
    if (to === -1) throw new Refusal(`no ${end}`)
    at = to + end.length
    return text.slice(from, to)
  }
  const takeElement = (name: string): void => {
    const attributes = new Map<string, string>()
    for (let found = take(attribute); found; found = take(attribute))
      attributes.set(found[1] ?? '', decoded(found[2] ?? found[3] ?? ''))
    const end = take(openingEnd)
    elements++
    if (!end || elements > mostElements || open.length > deepest) throw new Refusal(`<${name}>`)
    const element = elementOf(name, attributes)
    open.at(-1)?.children.push(element)
    if (!end[1]) open.push(element)
  }

  while (at < text.length) {
    const start = at
    const parent = open.at(-1) ?? top
    if (text[at] !== '<') {
      const next = text.indexOf('<', at)
      at = next === -1 ? text.length : next
      if (parent.name === 'style') parent.text += decoded(text.slice(start, at))
    } else if (text.startsWith('<!--', at)) takeUntil('-->', 4)
    else if (text.startsWith('<?', at)) takeUntil('?>', 2)
    else if (text.startsWith('<![CDATA[', at)) {
      const content = takeUntil(']]>', 9)
      if (parent.name === 'style') parent.text += content
    } else if (text.startsWith('<!', at)) {
      // The old public declaration is harmless; one that declares anything is not.
      if (!take(doctype)) throw new Refusal('a declaration')
    } else if (text.startsWith('</', at)) {
      if (take(closing)?.[1] !== parent.name) throw new Refusal(`<${parent.name}> is not closed`)
      open.pop()
    } else takeElement(take(opening)?.[1] ?? '')
    meter.spend(at - start)
    if (at === start) throw new Refusal('not XML')
  }
  const [root] = top.children
  if (!root || top.children.length > 1 || open.length > 1) throw new Refusal('not one element')
  return root
}

const elementOf = (name: string, attributes: ReadonlyMap<string, string>): SourceElement => ({
  name,
  attributes,
  children: [],
  text: '',
})

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** One pass: what an entity stands for is never read as an entity again. */
function decoded(text: string): string {
  const entity = /&(?:#(\d{1,7});|#x([\da-f]{1,6});|(lt|gt|amp|quot|apos);)?/gi
  return text.replace(entity, (_, decimal?: string, hex?: string, name?: string) => {
    const character = name && entities[name]
    if (character) return character
    const code = Number.parseInt(decimal ?? hex ?? '', decimal ? 10 : 16)
    if (Number.isNaN(code) || code > 0x10ffff) throw new Refusal('an entity')
    return String.fromCodePoint(code)
  })
}
