/** Builds every installed app with the same bundler and settings, and keeps each file also compressed, as a server sends it. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { workshop } from './apps.mjs'

/** @typedef {{ gzip: number, brotli: number }} Size of one file, in bytes */

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Compared</title>
  </head>
  <body>
    <main>
      <h1>Compared</h1>
      <div id="root"></div>
    </main>
    <script type="module" src="/main.jsx"></script>
  </body>
</html>
`

const compressible = new Set(['.js', '.css', '.html', '.svg', '.json'])

/** @param {string} name */
export const builtFolder = (name) => join(workshop, 'built', name)

/**
 * @param {readonly import('./apps.mjs').App[]} apps
 * @returns {Promise<Map<string, Map<string, Size>>>} app → path below its origin → size
 */
export async function buildApps(apps) {
  /** @type {Map<string, Map<string, Size>>} */
  const sizes = new Map()
  for (const { name } of apps) {
    await buildApp(name)
    sizes.set(name, compressFiles(builtFolder(name)))
  }
  return sizes
}

/** @param {string} name */
async function buildApp(name) {
  const root = join(workshop, 'apps', name)
  writeFileSync(join(root, 'index.html'), page)
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: builtFolder(name),
      emptyOutDir: true,
      target: 'es2022',
      minify: true,
      reportCompressedSize: false,
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      // What a rival's build complains about is not ours to read.
      rolldownOptions: { onLog() {} },
    },
  })
}

/** @param {string} folder @returns {Map<string, Size>} */
function compressFiles(folder) {
  /** @type {Map<string, Size>} */
  const sizes = new Map()
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, entry)
    if (!statSync(path).isFile()) continue
    const bytes = readFileSync(path)
    if (!compressible.has(extname(path))) {
      sizes.set(relative(folder, path), { gzip: bytes.byteLength, brotli: bytes.byteLength })
      continue
    }
    const brotli = brotliCompressSync(bytes)
    writeFileSync(`${path}.br`, brotli)
    sizes.set(relative(folder, path), {
      gzip: gzipSync(bytes, { level: 9 }).byteLength,
      brotli: brotli.byteLength,
    })
  }
  return sizes
}
