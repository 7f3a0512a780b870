/** Finds files that import each other: which of them runs first then depends on who imported which. */
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const staticImport = /^(?:import\s*|(?:import|export)\b[^'"`;()]*?from\s*)['"](\.[^'"]+)['"]/gm

/**
 * @param {string} folder
 * @param {readonly string[]} files below it, built JavaScript
 * @returns {string[][]} for each circle that was found, its files in order, the first one again at the end
 */
export function importCycles(folder, files) {
  const known = new Set(files.map((file) => normalize(file)))
  const imports = new Map(
    [...known].map((file) => {
      const found = readFileSync(join(folder, file), 'utf8').matchAll(staticImport)
      const targets = [...found].map(([, target = '']) => normalize(join(dirname(file), target)))
      return [file, targets.filter((target) => known.has(target))]
    }),
  )
  /** @type {string[][]} */
  const cycles = []
  /** @type {Set<string>} */
  const done = new Set()
  /** @param {string} file @param {readonly string[]} way */
  const walk = (file, way) => {
    if (way.includes(file)) return void cycles.push([...way.slice(way.indexOf(file)), file])
    if (done.has(file)) return
    for (const target of imports.get(file) ?? []) walk(target, [...way, file])
    done.add(file)
  }
  for (const file of known) walk(file, [])
  return cycles
}
