/** Builds the documentation site: the Markdown of the repository into `docs/dist`. A dead link fails the build. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { findPages } from './site/findPages.mjs'
import { layout } from './site/layout.mjs'
import { renderPages } from './site/renderPages.mjs'

const docs = import.meta.dirname
const root = resolve(docs, '..')
const dist = join(docs, 'dist')

const { rendered, assets, problems } = renderPages(root, findPages(root))
if (problems.length > 0) {
  console.error(`Dead links:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  process.exit(1)
}

rmSync(dist, { recursive: true, force: true })
for (const page of rendered) {
  const file = join(dist, page.path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, layout(page, rendered))
}
for (const asset of assets) cpSync(join(root, asset), join(dist, asset))
for (const name of ['site.css', 'icon.svg']) cpSync(join(docs, 'site', name), join(dist, name))
console.log(`${rendered.length} pages, ${assets.length} pictures`)
