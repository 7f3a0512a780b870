/**
 * Gate, beside the snippets: every link of the site leads somewhere, every page has its place, what a document tells to type
 * exists, what is shown of an example is in it, numbers of scenes are counted, no criterion of WCAG is forgotten, and all that
 * can be imported and called says what for.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { blockBreaches } from './check/blocks.mjs'
import { commandBreaches } from './check/commands.mjs'
import { countBreaches } from './check/counts.mjs'
import { criteriaBreaches } from './check/criteria.mjs'
import { exampleBreaches } from './check/examples.mjs'
import { readHouse } from './check/house.mjs'
import { referenceEntries, undescribed } from './reference/pages.mjs'
import { findPages, unplaced } from './site/findPages.mjs'
import { documents } from './site/menu.mjs'
import { renderPages } from './site/renderPages.mjs'

const root = resolve(import.meta.dirname, '..')
const missing = referenceEntries().find(({ file }) => !existsSync(file))
if (missing) {
  console.error(`✗ ${missing.entry} is not built; the reference is made from its declarations: npm run build`)
  process.exit(1)
}
const pages = findPages(root)
const { rendered, problems } = renderPages(root, pages)
const house = await readHouse(root)
const told = documents.flatMap((file) => {
  const markdown = readFileSync(join(root, file), 'utf8')
  const criteria = file.endsWith('/accessibility.md') ? criteriaBreaches(file, markdown) : []
  return [
    ...commandBreaches(file, markdown, house),
    ...blockBreaches(file, markdown),
    ...exampleBreaches(file, markdown, root),
    ...criteria,
  ]
})
const breaches = [...problems, ...unplaced(root, pages), ...told, ...countBreaches(root), ...undescribed()]
for (const breach of breaches) console.error(`✗ ${breach}`)
if (breaches.length === 0) console.log(`${rendered.length} pages, every link leads somewhere`)
process.exitCode = breaches.length > 0 ? 1 : 0
