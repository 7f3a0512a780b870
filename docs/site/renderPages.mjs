/** Markdown to HTML, with links between documents turned into links between pages, each of them checked. */
import { existsSync, statSync } from 'node:fs'
import { dirname, extname, join, posix } from 'node:path'
import { Marked } from 'marked'
import { slug, unique } from './headings.mjs'

/**
 * @typedef {import('./findPages.mjs').Source} Source
 * @typedef {Source & { html: string }} Page
 * @typedef {{ page: Source, target: string, anchor: string, written: string }} Reference
 */

const pictures = new Set(['.png', '.jpg', '.svg', '.gif', '.webp'])

/**
 * @param {string} root
 * @param {Source[]} sources
 * @returns {{ rendered: Page[], assets: string[], problems: string[] }}
 */
export function renderPages(root, sources) {
  const byFile = new Map(sources.map((source) => [source.file, source]))
  /** @type {Map<string, Set<string>>} */
  const anchors = new Map()
  /** @type {Set<string>} */
  const assets = new Set()
  /** @type {Reference[]} */
  const references = []
  /** @type {string[]} */
  const problems = []

  const rendered = sources.map((page) => {
    /** @type {Set<string>} */
    const ids = new Set()
    anchors.set(page.file, ids)
    const marked = new Marked({ gfm: true })
    marked.use({
      renderer: {
        heading({ tokens, depth, text }) {
          const id = unique(slug(text), ids)
          return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
        },
        link({ href, tokens }) {
          const inner = this.parser.parseInline(tokens)
          return `<a href="${escape(resolveLink(page, href) ?? href)}">${inner}</a>`
        },
        image({ href, text }) {
          return `<img src="${escape(resolveLink(page, href) ?? href)}" alt="${escape(text)}">`
        },
      },
    })
    return { ...page, html: withKeyboard(marked.parse(page.markdown, { async: false })) }
  })

  for (const { page, target, anchor, written } of references) {
    if (anchor && !anchors.get(target)?.has(anchor))
      problems.push(`${page.file}: ${written} has no such heading`)
  }
  return { rendered, assets: [...assets], problems }

  /**
   * The address on the site. A file of the repository that the site does not show is a problem: a reader would find the
   * words of the link, and nothing behind them.
   *
   * @param {Source} page
   * @param {string} href
   */
  function resolveLink(page, href) {
    if (/^[a-z]+:/i.test(href)) return href
    const [path = '', anchor = ''] = href.split('#')
    const target = path === '' ? page.file : posix.join(posix.dirname(page.file), path)
    const known = byFile.get(target) ?? byFile.get(posix.join(target, 'README.md'))
    if (known) {
      references.push({ page, target: known.file, anchor, written: href })
      const link = posix.relative(posix.dirname(page.path), known.path) || posix.basename(known.path)
      return anchor ? `${link}#${anchor}` : link
    }
    if (!existsSync(join(root, target))) {
      problems.push(`${page.file}: ${href} does not exist`)
      return undefined
    }
    if (!pictures.has(extname(target)) || !statSync(join(root, target)).isFile()) {
      problems.push(
        `${page.file}: ${href} is not on the site; give it a place in docs/site/menu.mjs, or no link`,
      )
      return undefined
    }
    assets.add(target)
    return posix.relative(dirname(page.path), target)
  }
}

/**
 * Tables and code may be wider than a phone. They scroll by themselves, and by keyboard too; a table is called after the
 * heading above it.
 *
 * @param {string} html
 */
function withKeyboard(html) {
  /** @type {Set<string>} */
  const taken = new Set()
  let heading = ''
  return html
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('</table>', '</table></div>')
    .replaceAll(/<h\d[^>]*>(.*?)<\/h\d>|<table>/gs, (found, title) => {
      if (title !== undefined) {
        heading = title.replaceAll(/<[^>]*>/g, '')
        return found
      }
      const label = unique(`Table: ${heading}`, taken).replaceAll('"', '&quot;')
      return `<div class="table" role="region" aria-label="${label}" tabindex="0"><table>`
    })
}

/** @param {string} text */
export function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
