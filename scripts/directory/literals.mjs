/** Reads constants out of somebody's source without running it. */
import { parseSync } from 'oxc-parser'

/** Stands for whatever is not a plain constant. */
const unknown = undefined

/** @typedef {{ type: string, [field: string]: any }} Node */

/** @param {string} source @param {string} [name] decides the language by its ending */
export function parse(source, name = 'source.ts') {
  const { program, errors } = parseSync(name, source)
  if (errors.length > 0) throw new Error(`${name} cannot be read: ${errors[0]?.message}`)
  return /** @type {Node} */ (/** @type {unknown} */ (program))
}

/**
 * The value of a constant expression; what is not constant reads as undefined.
 * @param {Node | null | undefined} node
 * @param {(node: Node) => unknown} [resolve] asked about what is not constant
 * @returns {any}
 */
export function valueOf(node, resolve = () => unknown) {
  switch (node?.type) {
    case 'Literal':
      return node.value
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? node.quasis[0].value.cooked : resolve(node)
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return valueOf(node.expression, resolve)
    case 'UnaryExpression':
      return node.operator === '-' ? -valueOf(node.argument, resolve) : resolve(node)
    case 'ArrayExpression':
      return node.elements.map((/** @type {Node} */ item) => valueOf(item, resolve))
    case 'ObjectExpression':
      return Object.fromEntries(
        node.properties
          .filter((/** @type {Node} */ property) => property.type === 'Property')
          .map((/** @type {Node} */ { key, value, computed }) => [
            computed ? valueOf(key, resolve) : (key.name ?? String(key.value)),
            valueOf(value, resolve),
          ]),
      )
    default:
      return node ? resolve(node) : unknown
  }
}

/** Every node below, in the order of the text. @param {Node} node @returns {Generator<Node>} */
export function* walk(node) {
  yield node
  for (const child of Object.values(node)) {
    for (const item of Array.isArray(child) ? child : [child]) {
      if (item !== null && typeof item === 'object' && typeof item.type === 'string') yield* walk(item)
    }
  }
}

/** The constants that a module declares, by name. @param {string} source @param {string} [name] */
export function constantsOf(source, name) {
  /** @type {Record<string, any>} */
  const constants = {}
  for (const node of walk(parse(source, name))) {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') {
      constants[node.id.name] = valueOf(node.init)
    }
  }
  return constants
}
