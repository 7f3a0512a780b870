/** The pages of the site and their order: the documents at the root, the guides, the reference, the decisions. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { referenceIndex, referencePages } from '../reference/pages.mjs'

/**
 * @typedef {object} Source
 * @property {string} section heading under which the navigation lists it
 * @property {string} file path in the repository
 * @property {string} path path on the site
 * @property {string} title
 * @property {string} markdown
 */

const rootDocuments = [
  { file: 'README.md', path: 'index.html', title: 'Overview' },
  { file: 'CONTRIBUTING.md', path: 'contributing.html', title: 'Contributing' },
  { file: 'STYLE.md', path: 'style.html', title: 'Style' },
  { file: 'SECURITY.md', path: 'security.html', title: 'Security' },
  { file: 'docs/reliability.md', path: 'reliability.html', title: 'Reliability' },
  { file: 'SPEC.md', path: 'spec.html', title: 'Specification' },
  { file: 'CHANGELOG.md', path: 'changelog.html', title: 'Changes' },
]

const folders = [
  { folder: 'docs/guide', section: 'Guide' },
  { folder: 'docs/api', section: 'Reference' },
  { folder: 'docs/adr', section: 'Decisions' },
]

/** Introduces the pages that are made from types. */
const referenceFile = 'docs/api/README.md'

/** @param {string} markdown */
const firstHeading = (markdown) => /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '')

/**
 * @param {string} root
 * @returns {Source[]}
 */
export function findPages(root) {
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8')
  const atRoot = rootDocuments
    .filter(({ file }) => existsSync(join(root, file)))
    .map((page) => ({ ...page, section: 'Project', markdown: read(page.file) }))
  const reference = referencePages()
  const below = folders.flatMap(({ folder, section }) =>
    markdownFiles(join(root, folder)).map((name) => {
      const file = `${folder}/${name}`
      const markdown = file === referenceFile ? referenceIndex(read(file), reference) : read(file)
      return { section, file, path: sitePath(file), title: firstHeading(markdown) ?? name, markdown }
    }),
  )
  // The menu has its sections in the order in which they are met first.
  return [...atRoot, ...below, ...reference]
}

/** @param {string} folder */
function markdownFiles(folder) {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'))
  // A folder's README introduces the others.
  return names.sort((a, b) => Number(b === 'README.md') - Number(a === 'README.md') || a.localeCompare(b))
}

/** @param {string} file */
function sitePath(file) {
  return file
    .replace(/^docs\//, '')
    .replace(/README\.md$/, 'index.html')
    .replace(/\.md$/, '.html')
}
