/**
 * Gate, beside the snippets: every link of the site leads somewhere, every page has its place, and all that can be imported
 * and called says what for.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { entriesOf } from './reference/declarations.mjs'
import { undescribed } from './reference/pages.mjs'
import { findPages, unplaced } from './site/findPages.mjs'
import { renderPages } from './site/renderPages.mjs'

const root = resolve(import.meta.dirname, '..')
const missing = entriesOf('latchkey').find(({ file }) => !existsSync(file))
if (missing) {
  console.error(`✗ ${missing.entry} is not built; the reference is made from its declarations: npm run build`)
  process.exit(1)
}
const pages = findPages(root)
const { rendered, problems } = renderPages(root, pages)
const breaches = [...problems, ...unplaced(root, pages), ...undescribed()]
for (const breach of breaches) console.error(`✗ ${breach}`)
if (breaches.length === 0) console.log(`${rendered.length} pages, every link leads somewhere`)
process.exitCode = breaches.length > 0 ? 1 : 0
