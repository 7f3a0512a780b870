/** The little of CSS that drawing programs write into icons: rules for a tag, a class or an id, and `style`. */
import { paintingValue, type Value } from './svgGrammar.js'
import { type Meter, Refusal, type SourceElement } from './svgSource.js'

type Declarations = ReadonlyMap<string, Value>

interface Rule {
  readonly order: number
  readonly declarations: Declarations
}

/** By selector: `path`, `.cls-1`, `#logo`. */
type Sheet = ReadonlyMap<string, readonly Rule[]>

const mostRules = 200
/** To match and apply one takes about as long as reading so many characters. */
const costOfARule = 6

/** The rules of all style sheets in the picture, parsed once. */
export function readSheet(root: SourceElement, meter: Meter): Sheet {
  const sheet = new Map<string, Rule[]>()
  let order = 0
  for (const [selectors, body] of blocks(styleText(root))) {
    order++
    if (order > mostRules) throw new Refusal('too many rules')
    const rule = { order, declarations: readDeclarations(body, meter) }
    meter.spend(selectors.length)
    for (const selector of new Set(selectors.split(',').map((each) => each.trim()))) {
      // Others are not worth their price here: what they would paint keeps its attributes.
      if (!/^[.#]?[\w-]+$/.test(selector)) continue
      const rules = sheet.get(selector)
      if (rules) rules.push(rule)
      else sheet.set(selector, [rule])
    }
  }
  return sheet
}

/** How an element is painted: attribute, then tag, class and id in the order of the sheet, then `style`. */
export function cascade(element: SourceElement, sheet: Sheet, meter: Meter): ReadonlyMap<string, Value> {
  const { name, attributes } = element
  const painted = new Map<string, Value>()
  for (const [attribute, source] of attributes) {
    meter.spend(source.length)
    const value = paintingValue(attribute, source)
    if (value) painted.set(attribute, value)
  }
  const apply = (declarations: Declarations) => {
    meter.spend(costOfARule * (1 + declarations.size))
    for (const [property, value] of declarations) painted.set(property, value)
  }
  const classes = new Set((attributes.get('class') ?? '').split(/\s+/))
  const byClass = [...classes].flatMap((each) => sheet.get(`.${each}`) ?? [])
  meter.spend(classes.size + costOfARule * byClass.length)
  for (const { declarations } of sheet.get(name) ?? []) apply(declarations)
  for (const { declarations } of byClass.sort((a, b) => a.order - b.order)) apply(declarations)
  for (const { declarations } of sheet.get(`#${attributes.get('id') ?? ''}`) ?? []) apply(declarations)
  apply(readDeclarations(attributes.get('style') ?? '', meter))
  return painted
}

/** A declaration outside the grammar leaves the one before it in force, as in any sheet. */
function readDeclarations(text: string, meter: Meter): Declarations {
  const declarations = new Map<string, Value>()
  meter.spend(text.length)
  for (const declaration of withoutComments(text).split(';')) {
    const colon = declaration.indexOf(':')
    const property = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    const value = paintingValue(property, withoutImportance(declaration.slice(colon + 1)))
    if (value) declarations.set(property, value)
  }
  return declarations
}

function withoutImportance(value: string): string {
  const mark = value.lastIndexOf('!')
  return mark !== -1 && value.slice(mark + 1).trim() === 'important' ? value.slice(0, mark) : value
}

function styleText(element: SourceElement): string {
  const own = element.name === 'style' ? element.text : ''
  return own + element.children.map(styleText).join('\n')
}

/** Selectors and body of each plain rule; what starts with `@` is passed over with all that it holds. */
function* blocks(source: string): Generator<readonly [selectors: string, body: string]> {
  const text = withoutComments(source)
  let at = 0
  for (let open = text.indexOf('{'); open !== -1; open = text.indexOf('{', at)) {
    const before = text.slice(at, open)
    // `@import …;` has no block, and stands before the next selector.
    const selectors = before.slice(before.lastIndexOf(';') + 1)
    const end = selectors.includes('@') ? endOfBlock(text, open) : text.indexOf('}', open)
    if (end === -1) return
    if (!selectors.includes('@')) yield [selectors, text.slice(open + 1, end)]
    at = end + 1
  }
}

function endOfBlock(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++
    if (text[at] === '}' && --depth === 0) return at
  }
  return -1
}

/** By search instead of by pattern: a pattern would start again at every comment that never ends. */
function withoutComments(text: string): string {
  const kept: string[] = []
  let at = 0
  for (let open = text.indexOf('/*'); open !== -1; open = text.indexOf('/*', at)) {
    kept.push(text.slice(at, open))
    const end = text.indexOf('*/', open + 2)
    if (end === -1) return kept.join(' ')
    at = end + 2
  }
  return kept.join(' ') + text.slice(at)
}
