/** Bundles the live demo, and says which script a page with it loads. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'

/** Where a page wants the demo; readers of the repository see nothing of it. */
export const demoMark = '<!-- live-demo -->'

/** "use client" is for servers, and nothing of the demo asks for what was left out. */
const expected = new Set(['MODULE_LEVEL_DIRECTIVE', 'INEFFECTIVE_DYNAMIC_IMPORT'])

/**
 * @param {string} docs the folder of the documents
 * @returns {Promise<{ script: string, html: string, files: { name: string, code: string }[] }>}
 */
export async function bundleDemo(docs) {
  const { output } = await build({
    cwd: docs,
    input: { demo: 'demo/main.ts' },
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
  const entry = chunks.find(({ isEntry }) => isEntry)
  if (!entry) throw new Error('The demo has no entry')
  return {
    // Below `assets`, whose files carry a hash and may be kept for ever.
    script: `assets/${entry.fileName}`,
    html: readFileSync(join(docs, 'demo/section.html'), 'utf8'),
    files: chunks.map(({ fileName, code }) => ({ name: `assets/${fileName}`, code })),
  }
}
