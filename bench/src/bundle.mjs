/** Bundles one entry point as an app would, and tells what its first load and each lazy part weigh, compressed. */
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'rolldown'
import { loadedChunks } from '../../scripts/loaded-chunks.mjs'

/**
 * @typedef {{ name: string, bytes: number, modules: string[] }} Part
 * @typedef {{ first: number, lazy: Part[], opening: (patterns: readonly string[]) => number }} Bundle
 * `opening` tells what loads on top of the first load when the modules that match are imported
 */

const entryId = 'virtual:weighed'

/** @param {string} code */
const compressed = (code) => gzipSync(code, { level: 9 }).byteLength

/** @param {readonly string[]} names packages that the app brings itself, with all their entry points */
const matchExternal = (names) => (/** @type {string} */ id) =>
  names.some((name) => id === name || id.startsWith(`${name}/`))

/**
 * @typedef {object} Weighed
 * @property {string} specifier
 * @property {string} folder from where it resolves
 * @property {readonly string[]} external
 * @property {readonly string[]} [names] what the app imports; absent: everything
 * @property {Pick<Weighed, 'specifier' | 'names'>} [beside] what an app that uses it loads too
 */

/** @param {Pick<Weighed, 'specifier' | 'names'>} input */
function importOf({ specifier, names }) {
  const quoted = JSON.stringify(specifier)
  if (names) return `export { ${names.join(', ')} } from ${quoted}`
  return `export * from ${quoted}\nimport ${quoted}`
}

/**
 * @param {Weighed} input
 * @param {import('rolldown').OutputOptions['codeSplitting']} [codeSplitting]
 */
async function bundleChunks({ folder, external, beside, ...own }, codeSplitting = true) {
  const entryFile = join(folder, 'weighed.js')
  const entry = [...(beside ? [beside] : []), own].map(importOf).join('\n')
  const { output } = await build({
    input: entryId,
    cwd: folder,
    platform: 'browser',
    external: matchExternal(external),
    write: false,
    transform: { target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' } },
    output: { format: 'esm', minify: true, codeSplitting },
    plugins: [
      {
        name: 'weighed-entry',
        resolveId: (id) => (id === entryId ? entryFile : undefined),
        load: (id) => (id === entryFile ? entry : undefined),
      },
    ],
    onLog(_level, log) {
      // A bundler makes an external module of what it cannot find; here that would weigh nothing.
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message)
    },
  })
  return output.flatMap((file) => (file.type === 'chunk' ? [file] : []))
}

/**
 * @param {Weighed} input
 * @returns {Promise<Bundle>}
 */
export async function bundle(input) {
  const chunks = await bundleChunks(input)
  const weights = new Map(chunks.map((chunk) => [chunk, compressed(chunk.code)]))

  const first = loadedChunks(
    chunks,
    chunks.filter((chunk) => chunk.isEntry),
  )
  /** @param {Iterable<typeof chunks[number]>} loaded */
  const weigh = (loaded) => [...loaded].reduce((sum, chunk) => sum + (weights.get(chunk) ?? 0), 0)
  const lazy = chunks.filter((chunk) => !first.has(chunk))

  return {
    first: weigh(first),
    lazy: lazy
      .map((chunk) => ({ name: chunk.name, bytes: weights.get(chunk) ?? 0, modules: chunk.moduleIds }))
      .sort((a, b) => b.bytes - a.bytes),
    opening(patterns) {
      const roots = patterns.map((pattern) => {
        const found = chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(pattern)))
        if (!found) throw new Error(`${input.specifier} loads no module that ends with ${pattern}`)
        return found
      })
      return weigh([...loadedChunks(chunks, roots)].filter((chunk) => !first.has(chunk)))
    },
  }
}

/**
 * What of the packages that an app brings itself an entry point uses, first and later: told, never counted.
 *
 * @param {Omit<Weighed, 'external'> & { brought: Record<string, readonly string[]>, external: readonly string[] }} input
 *   name of a group of packages → the packages; what is `external` and in no group stays out
 * @returns {Promise<{ name: string, bytes: number }[]>}
 */
export async function weighBrought({ brought, external, ...input }) {
  const packages = Object.values(brought).flat()
  const groups = Object.entries(brought).map(([name, members]) => ({
    name,
    test: new RegExp(`[\\\\/]node_modules[\\\\/](?:${members.join('|')})[\\\\/]`),
  }))
  const left = external.filter((name) => !packages.includes(name))
  const chunks = await bundleChunks({ ...input, external: left }, { groups })
  return groups.map(({ name }) => ({
    name,
    bytes: chunks
      .filter((chunk) => chunk.name === name)
      .reduce((sum, chunk) => sum + compressed(chunk.code), 0),
  }))
}
