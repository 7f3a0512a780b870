/** The reference of what can be imported: one page for each entry point that has something of its own, from its declarations. */
import { posix } from 'node:path'
import { slug, unique } from '../site/headings.mjs'
import { createReader, entriesOf } from './declarations.mjs'
import { describe, kindOf, namesIn, withoutRules } from './describe.mjs'
import { errorsPage } from './errors.mjs'
import { wordsPage } from './words.mjs'

/**
 * @typedef {import('../site/findPages.mjs').Source} Source
 * @typedef {import('./declarations.mjs').Declaration} Declaration
 * @typedef {import('./declarations.mjs').Reader} Reader
 * @typedef {{ name: string, declaration: Declaration }} Entry
 * @typedef {{ file: string, anchor: string, name: string }} Home where a declaration is described
 * @typedef {{ entry: string, file: string, about: string, groups: { title: string, entries: Entry[] }[],
 *   shared: Entry[] }} Chapter `shared` is what an earlier entry point has too
 */

/** Packages of which an app that draws for itself, or the author of an adapter, imports; `latchkey` has the most of them. */
const packages = ['latchkey', '@latchkey/core', '@latchkey/adapters', '@latchkey/verify', '@latchkey/ui']

/** Every entry point with a place in the reference, by package; the front door first. */
const published = () => packages.map((name) => entriesOf(name))

export const referenceEntries = () => published().flat()

const kinds = ['Functions', 'Hooks', 'Components', 'Classes', 'Values', 'Types']
const unnamed = 'Named by these'
const unnamedNote =
  'What stands above speaks of these; they have no export of their own. A type that you need can be taken from the one that holds it: `Kit["options"]`.'
/** Whole catalogues of texts and states are named by some types; a page of them helps nobody. */
const longest = 1500

/** @param {Declaration} declaration */
const keyOf = ({ file, name }) => `${file}#${name}`

/** @param {Declaration} declaration */
const sizeOf = ({ parts }) =>
  parts.every(({ node }) => node.type === 'VariableDeclaration')
    ? parts.reduce((size, { node }) => size + node.end - node.start, 0)
    : 0

/** What people look for first; the site checks that it is still there. */
const signposts = `## Where to begin

| to find | look at |
|---|---|
| the options of a kit | [\`CreateLatchkeyOptions\`](latchkey.md#createlatchkeyoptions), [\`LatchkeyOptions\`](latchkey.md#latchkeyoptions), [\`Features\`](latchkey.md#features) |
| what a kit can do | [\`KitMethods\`](latchkey.md#kitmethods) |
| its state, and its events | [\`KitState\`](latchkey.md#kitstate), [\`KitEvents\`](latchkey.md#kitevents) |
| a kit without our interface, and a modal of your own | [\`@latchkey/core\`](latchkey-core.md), [\`@latchkey/core/screen\`](latchkey-core-screen.md) |
| hooks and components | [\`latchkey/react\`](latchkey-react.md) |
| every error code, with its text | [error codes](errors.md) |
| every text that \`words\` can replace | [words](words.md) |
| calls of the gateway | \`/reference\` of a running gateway |`

/**
 * The page that introduces the others.
 *
 * @param {string} introduction
 * @param {readonly (Source & { about: string })[]} pages
 */
export function referenceIndex(introduction, pages) {
  const list = pages.map(({ file, title, about }) => `- [${title}](${posix.basename(file)}): ${about}`)
  const same = readChapters(createReader()).filter(({ groups }) => groups.length === 0)
  const others = same.map(({ entry, about }) => `- \`${entry}\`: ${about}`)
  return [
    introduction.trimEnd(),
    signposts,
    '## Every page',
    list.join('\n'),
    '## Parts of it in smaller packages',
    'These have nothing that is not on a page above.',
    others.join('\n'),
  ].join('\n\n')
}

/** @returns {(Source & { about: string })[]} in the order of the entry points */
export function referencePages(entries = published()) {
  const reader = createReader()
  const all = readChapters(reader, entries)
  const chapters = all.filter(({ groups }) => groups.length > 0)
  const homes = findHomes(chapters)
  const pages = chapters.map(({ entry, file, about, groups, shared }) => {
    const parts = groups.flatMap(({ title, entries }) => [
      `## ${title}`,
      ...(title === unnamed ? [unnamedNote] : []),
      ...entries.map((one) => writeEntry(one, file, homes, reader)),
    ])
    const markdown = [`# \`${entry}\``, about, ...parts, ...writeShared(shared, file, homes)].join('\n\n')
    return {
      section: 'Reference',
      file,
      path: sitePath(file),
      title: entry,
      about,
      markdown: `${markdown}\n`,
    }
  })
  return [...pages, errorsPage(), wordsPage()]
}

/** @param {string} file */
const sitePath = (file) => file.replace(/^docs\//, '').replace(/\.md$/, '.html')

/** What can be imported and called, and no word says what for. */
export function undescribed() {
  const chapters = readChapters(createReader())
  return chapters.flatMap(({ entry, groups }) =>
    groups
      .filter(({ title }) => title !== 'Types' && title !== unnamed)
      .flatMap(({ entries }) => entries.filter(({ declaration }) => declaration.about === ''))
      .map(({ name }) => `${name} of ${entry} has no comment that says what it is for`),
  )
}

/**
 * @param {Reader} reader
 * @param {readonly (readonly { entry: string, file: string }[])[]} [ofPackages]
 * @returns {Chapter[]}
 */
function readChapters(reader, ofPackages = published()) {
  /** @type {Set<string>} exported by an entry point before */
  const before = new Set()
  /** @type {Set<string>} described somewhere */
  const known = new Set()
  return ofPackages.flatMap((list) => {
    const entries = list.map(({ entry, file }) => ({
      entry,
      types: file,
      exported: exportedBy(file, reader),
    }))
    // What a package exports is described there, also where another of its pages speaks of it first.
    for (const { exported } of entries) for (const { declaration } of exported) known.add(keyOf(declaration))
    return entries.map(({ entry, types, exported }) => {
      const own = exported.filter(({ declaration }) => !before.has(keyOf(declaration)))
      const shared = exported.filter(({ declaration }) => before.has(keyOf(declaration)))
      for (const { declaration } of exported) before.add(keyOf(declaration))
      const named = namedBy(own, known, reader)
      const byKind = kinds.map((title) => ({
        title,
        entries: own.filter(({ declaration }) => kindOf(declaration) === title),
      }))
      const groups = [...byKind, { title: unnamed, entries: named }].filter(
        (group) => group.entries.length > 0,
      )
      const file = `docs/api/${entry.replace('@', '').replaceAll('/', '-')}.md`
      return { entry, file, about: withoutRules(reader.commentOf(types)), groups, shared }
    })
  })
}

/** @param {string} file @param {Reader} reader @returns {Entry[]} */
const exportedBy = (file, reader) =>
  reader
    .exportsOf(file)
    .sort((a, b) => (a < b ? -1 : 1))
    .flatMap((name) => {
      const declaration = reader.exportOf(file, name)
      return declaration ? [{ name, declaration }] : []
    })

/**
 * What an earlier entry point has too is described there.
 *
 * @param {readonly Entry[]} shared
 * @param {string} file of the page
 * @param {ReadonlyMap<string, Home>} homes
 */
function writeShared(shared, file, homes) {
  const links = shared.flatMap(({ declaration }) => {
    const home = homes.get(keyOf(declaration))
    return home ? [linkTo(home, file)] : []
  })
  return links.length === 0 ? [] : ['## Described elsewhere', `Exported from here too: ${links.join(', ')}.`]
}

/**
 * What the declarations speak of, and what that speaks of, as far as it is ours and nobody described it yet.
 *
 * @param {readonly Entry[]} exported
 * @param {Set<string>} known grows
 * @param {Reader} reader
 */
function namedBy(exported, known, reader) {
  /** @type {Entry[]} */
  const found = []
  const waiting = exported.map(({ declaration }) => declaration)
  for (const declaration of waiting) {
    for (const name of namesIn(declaration)) {
      const next = reader.lookUp(declaration.file, name)
      if (!next || known.has(keyOf(next)) || sizeOf(next) > longest) continue
      known.add(keyOf(next))
      found.push({ name: next.name, declaration: next })
      waiting.push(next)
    }
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** @param {readonly Chapter[]} chapters @returns {Map<string, Home>} */
function findHomes(chapters) {
  const homes = new Map()
  for (const { entry, file, groups } of chapters) {
    /** @type {Set<string>} */
    const taken = new Set()
    unique(slug(entry), taken)
    for (const { title, entries } of groups) {
      unique(slug(title), taken)
      for (const { name, declaration } of entries) {
        const home = { file, anchor: unique(slug(name), taken), name }
        // The first entry point that has it: the front door before the side doors.
        if (!homes.has(keyOf(declaration))) homes.set(keyOf(declaration), home)
      }
    }
  }
  return homes
}

/**
 * @param {Entry} entry
 * @param {string} file of the page
 * @param {ReadonlyMap<string, Home>} homes
 * @param {Reader} reader
 */
function writeEntry({ name, declaration }, file, homes, reader) {
  const named = namesIn(declaration).flatMap((one) => {
    const target = reader.lookUp(declaration.file, one)
    const home = target && homes.get(keyOf(target))
    return home && keyOf(target) !== keyOf(declaration) ? [linkTo(home, file)] : []
  })
  const links = [...new Set(named)].sort()
  return [
    `### ${name}`,
    withoutRules(declaration.about),
    describe(declaration),
    links.length > 0 ? `Names ${links.join(', ')}.` : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** @param {Home} home @param {string} file */
const linkTo = ({ file: target, anchor, name }, file) =>
  `[\`${name}\`](${target === file ? '' : posix.relative(posix.dirname(file), target)}#${anchor})`
