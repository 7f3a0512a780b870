/** The pages of the site, in the order of its menu: the documents of the rooms, the guides, the reference, the decisions. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { referenceIndex, referencePages } from '../reference/pages.mjs'
import { besides, decisions, groups, home, reference } from './menu.mjs'

/**
 * @typedef {object} Source
 * @property {string} section heading under which the menu lists it; of a page that is not in the menu, the one it belongs to
 * @property {string} file path in the repository
 * @property {string} path path on the site
 * @property {string} title
 * @property {string} markdown
 * @property {boolean} [isBeside] the site has it, its menu does not
 */

/** Folders of which the site has every page. */
const whole = ['docs', 'docs/guide', 'docs/api', 'docs/adr']

/** @param {string} markdown */
const firstHeading = (markdown) => /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '')

/**
 * @param {string} root
 * @returns {Source[]}
 */
export function findPages(root) {
  const made = referencePages()
  /** @param {string} file @param {string} section @param {string} [title] @returns {Source} */
  const read = (file, section, title) => {
    const text = readFileSync(join(root, file), 'utf8')
    const markdown = file === reference ? referenceIndex(text, made) : asMarkdown(file, text)
    return { section, file, path: sitePath(file), title: title ?? firstHeading(markdown) ?? file, markdown }
  }
  const inMenu = groups.flatMap(({ title: section, files }) =>
    files.flatMap((one) => {
      const [file, title] = typeof one === 'string' ? [one] : one
      return file === reference ? [read(file, section), ...made] : [read(file, section, title)]
    }),
  )
  const notInMenu = [...besides.map((file) => read(file, 'The project')), ...allDecisions(root, read)]
  return [
    { ...read(home, ''), isBeside: true },
    ...inMenu,
    ...notInMenu.map((page) => ({ ...page, isBeside: true })),
  ]
}

/** @param {string} root @param {(file: string, section: string) => Source} read */
const allDecisions = (root, read) =>
  documentsIn(root, 'docs/adr').flatMap((file) => (file === decisions ? [] : [read(file, 'Decisions')]))

/**
 * Pages that nobody would find: of a folder that the site shows whole, without a place in the menu or the index.
 *
 * @param {string} root
 * @param {readonly Source[]} pages
 */
export function unplaced(root, pages) {
  const placed = new Set(pages.map(({ file }) => file))
  const index = readFileSync(join(root, decisions), 'utf8')
  return [
    ...whole
      .flatMap((folder) => documentsIn(root, folder))
      .filter((file) => !placed.has(file))
      .map((file) => `${file} has no place in docs/site/menu.mjs`),
    ...documentsIn(root, 'docs/adr')
      .filter((file) => file !== decisions && !index.includes(`(${file.replace(/^.*\//, '')})`))
      .map((file) => `${file} is not in ${decisions}`),
  ]
}

/** @param {string} root @param {string} folder */
function documentsIn(root, folder) {
  if (!existsSync(join(root, folder))) return []
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'))
  return names.sort().map((name) => `${folder}/${name}`)
}

/** A licence is plain text, whose first line is its name. @param {string} file @param {string} text */
const asMarkdown = (file, text) => (file.endsWith('.md') ? text : `# ${text}`)

/** @param {string} file */
function sitePath(file) {
  // The site has a first page of its own.
  if (file === 'README.md') return 'overview.html'
  if (file.endsWith('README.md')) return file.replace(/^docs\//, '').replace(/README\.md$/, 'index.html')
  const path = file.replace(/^docs\//, '').replace(/\.md$/, '')
  return `${file.includes('/') ? path : path.toLowerCase()}.html`
}
