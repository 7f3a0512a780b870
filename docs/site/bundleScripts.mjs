/** Bundles the scripts of the site: the search of every page, and what is alive on some of them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'

/**
 * @typedef {object} Live
 * @property {string} mark where a page wants it; readers of the repository see nothing of it
 * @property {string} html what stands there
 * @property {string} script which the page loads
 *
 * @typedef {{ lives: readonly Live[], search: string, files: { name: string, code: string }[] }} Scripts
 */

/** By the folder of each; the mark of a page is a comment with its name. */
const lives = { demo: '<!-- live-demo -->', policy: '<!-- policy-form -->' }

/** "use client" is for servers, and nothing of the demo asks for what was left out. */
const expected = new Set(['MODULE_LEVEL_DIRECTIVE', 'INEFFECTIVE_DYNAMIC_IMPORT'])

/**
 * @param {string} docs the folder of the documents
 * @returns {Promise<Scripts>}
 */
export async function bundleScripts(docs) {
  const names = ['search', ...Object.keys(lives)]
  const { output } = await build({
    cwd: docs,
    input: Object.fromEntries(names.map((name) => [name, `${name}/main.ts`])),
    platform: 'browser',
    write: false,
    transform: { target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' } },
    output: {
      format: 'esm',
      minify: true,
      entryFileNames: '[name]-[hash].js',
      chunkFileNames: 'part-[hash].js',
    },
    onLog(level, log, report) {
      if (!expected.has(log.code ?? '')) report(level, log)
    },
  })
  const chunks = output.flatMap((file) => (file.type === 'chunk' ? [file] : []))
  // Below `assets`, whose files carry a hash and may be kept for ever.
  const scriptOf = (/** @type {string} */ name) => {
    const entry = chunks.find((chunk) => chunk.isEntry && chunk.name === name)
    if (!entry) throw new Error(`There is no script ${name}`)
    return `assets/${entry.fileName}`
  }
  return {
    lives: Object.entries(lives).map(([name, mark]) => ({
      mark,
      html: readFileSync(join(docs, name, 'section.html'), 'utf8'),
      script: scriptOf(name),
    })),
    search: scriptOf('search'),
    files: chunks.map(({ fileName, code }) => ({ name: `assets/${fileName}`, code })),
  }
}
