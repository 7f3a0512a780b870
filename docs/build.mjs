/** Builds the documentation site: the Markdown of the repository and the reference into `docs/dist`. A dead link fails the build. */
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { bundleScripts } from './site/bundleScripts.mjs'
import { findPages } from './site/findPages.mjs'
import { layout } from './site/layout.mjs'
import { renderPages } from './site/renderPages.mjs'
import { searchIndex } from './site/searchIndex.mjs'

const docs = import.meta.dirname
const root = resolve(docs, '..')
const dist = join(docs, 'dist')

const { rendered, assets, problems } = renderPages(root, findPages(root))
if (problems.length > 0) {
  console.error(`Dead links:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  process.exit(1)
}
const scripts = await bundleScripts(docs)
const index = JSON.stringify(searchIndex(rendered))
const hash = createHash('sha256').update(index).digest('base64url').slice(0, 8)
const frame = { ...scripts, index: `assets/search-${hash}.json` }

rmSync(dist, { recursive: true, force: true })
/** @param {string} path @param {string} text */
const write = (path, text) => {
  const file = join(dist, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
for (const page of rendered) write(page.path, layout(page, rendered, frame))
for (const { name, code } of scripts.files) write(name, code)
write(frame.index, index)
for (const asset of assets) cpSync(join(root, asset), join(dist, asset))
for (const name of ['site.css', 'icon.svg']) cpSync(join(docs, 'site', name), join(dist, name))
console.log(`${rendered.length} pages, ${assets.length} pictures`)
