/** Where a file uses a name: as a value, a type or an element, not as the key of something. */
import { type Program, Visitor } from 'oxc-parser'

export interface Use {
  readonly name: string
  readonly start: number
  readonly end: number
  /** `{ name }`: the key of an object as well. */
  readonly isShorthand: boolean
}

export function usesIn(program: Program): readonly Use[] {
  const uses: Use[] = []
  // Parents are visited before what they hold.
  const keys = new Set<unknown>()
  const shorthands = new Set<number>()
  const use = ({ name, start, end }: Omit<Use, 'isShorthand'>, node: unknown) => {
    if (!keys.has(node)) uses.push({ name, start, end, isShorthand: shorthands.has(start) })
  }
  new Visitor({
    MemberExpression: ({ computed, property }) => void (!computed && keys.add(property)),
    Property({ computed, shorthand, key }) {
      if (shorthand) shorthands.add(key.start)
      else if (!computed) keys.add(key)
    },
    JSXAttribute: ({ name }) => void keys.add(name),
    JSXMemberExpression: ({ property }) => void keys.add(property),
    Identifier: (node) => use(node, node),
    JSXIdentifier: (node) => use(node, node),
  }).visit(program)
  return uses
}

/** Where a module is named without being imported by a statement: passed on, fetched later, or required. */
export function mentionsIn(program: Program, packages: RegExp): readonly { readonly start: number }[] {
  const found: { readonly start: number }[] = []
  const look = (node: { readonly start: number }, from: unknown) => {
    const isNamed = from instanceof Object && 'value' in from && typeof from.value === 'string'
    if (isNamed && packages.test(String(from.value))) found.push(node)
  }
  new Visitor({
    ExportNamedDeclaration: (node) => look(node, node.source),
    ExportAllDeclaration: (node) => look(node, node.source),
    ImportExpression: (node) => look(node, node.source),
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'require') look(node, node.arguments[0])
    },
  }).visit(program)
  return found
}
