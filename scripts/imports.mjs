/** Reads what a file imports, with a real parser: static, re-exported, dynamic and type imports alike. */
import { parseSync, Visitor } from 'oxc-parser'

/**
 * @typedef {{ specifier: string | undefined, line: number }} Import `undefined`: not a literal
 */

/**
 * @param {string} file decides the language by its extension
 * @param {string} text
 * @returns {Import[]}
 */
export function importsOf(file, text) {
  const { program, module, errors } = parseSync(file, text)
  const [error] = errors
  if (error) throw new Error(`${file} cannot be parsed: ${error.message}`)
  /** @param {number} offset */
  const lineAt = (offset) => text.slice(0, offset).split('\n').length
  /** @type {Import[]} */
  const found = []
  for (const { moduleRequest, start } of module.staticImports) {
    found.push({ specifier: moduleRequest.value, line: lineAt(start) })
  }
  for (const { entries, start } of module.staticExports) {
    const specifiers = new Set(entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []))
    for (const specifier of specifiers) found.push({ specifier, line: lineAt(start) })
  }
  new Visitor({
    ImportExpression({ source, start }) {
      const specifier =
        source.type === 'Literal' && typeof source.value === 'string' ? source.value : undefined
      found.push({ specifier, line: lineAt(start) })
    },
    TSImportType({ source, start }) {
      found.push({ specifier: source.value, line: lineAt(start) })
    },
  }).visit(program)
  return found.sort((a, b) => a.line - b.line)
}
