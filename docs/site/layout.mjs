/** The frame around every page: menu, search, text, and the way to the pages beside it. Nothing inline. */
import { posix } from 'node:path'
import { home } from './menu.mjs'
import { escape } from './renderPages.mjs'

/**
 * @typedef {import('./renderPages.mjs').Page} Page
 * @typedef {import('./bundleScripts.mjs').Scripts} Scripts
 */

/** A long list that few people read as one; open where one of its pages is. */
const folded = 'Reference'

/**
 * @param {Page} page
 * @param {readonly Page[]} pages
 * @param {Pick<Scripts, 'lives' | 'search'> & { index: string }} scripts
 */
export function layout(page, pages, { lives, search, index }) {
  const to = (/** @type {string} */ path) => posix.relative(posix.dirname(page.path), path)
  const alive = lives.filter(({ mark }) => page.html.includes(mark))
  const scripts = [search, ...alive.map(({ script }) => script)].map(
    (path) => `<script type="module" src="${to(path)}"></script>`,
  )
  const text = alive.reduce((html, one) => html.replace(one.mark, () => one.html), page.html)
  const isHome = page.file === home
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${isHome ? 'Latchkey' : `${escape(page.title)} · Latchkey`}</title>
<link rel="icon" href="${to('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${to('site.css')}">
${scripts.join('\n')}
</head>
<body>
<header>
<a class="brand" href="${to('index.html')}" aria-label="Latchkey"><img src="${to('icon.svg')}" alt="" width="24" height="24"><span>Latchkey</span></a>
<form class="search" role="search" data-index="${to(index)}" data-root="${to('index.html').replace(/index\.html$/, '')}" hidden>
<input type="search" aria-label="Search the documentation" placeholder="Search" autocomplete="off" spellcheck="false">
<div class="found" hidden><p role="status"></p><ul></ul></div>
</form>
<a class="to-menu" href="#menu">Menu</a>
</header>
<main${isHome ? ' class="home"' : ''}>
${text}${turns(page, pages, to)}</main>
<nav id="menu" aria-label="Pages">
${menu(page, pages, to)}
</nav>
</body>
</html>
`
}

/** @param {Page} page @param {readonly Page[]} pages @param {(path: string) => string} to */
function menu(page, pages, to) {
  const listed = pages.filter(({ isBeside }) => !isBeside)
  const sections = [...new Set(listed.map(({ section }) => section))]
  const groups = sections.map((section) => {
    const ofSection = listed.filter((one) => one.section === section)
    const links = ofSection.map(
      (one) => `<li><a href="${escape(to(one.path))}"${currentOf(one, page)}>${escape(one.title)}</a></li>`,
    )
    const isOpen = section !== folded || ofSection.some((one) => currentOf(one, page) !== '')
    const list = links.join('\n')
    return `<details${isOpen ? ' open' : ''}>\n<summary>${escape(section)}</summary>\n<ul>\n${list}\n</ul>\n</details>`
  })
  return groups.join('\n')
}

/** An index in the menu is the place of the pages that only it lists. @param {Page} one @param {Page} page */
function currentOf(one, page) {
  if (one === page) return ' aria-current="page"'
  const folder = one.path.endsWith('/index.html') ? posix.dirname(one.path) : undefined
  return page.isBeside && folder && page.path.startsWith(`${folder}/`) ? ' aria-current="true"' : ''
}

/**
 * The pages before and after it, in the order of the menu; decisions have their own.
 *
 * @param {Page} page
 * @param {readonly Page[]} pages
 * @param {(path: string) => string} to
 */
function turns(page, pages, to) {
  const isDecision = page.section === 'Decisions'
  const row = pages.filter((one) =>
    isDecision ? one.section === 'Decisions' : !one.isBeside && one.section !== 'Decisions',
  )
  const place = row.indexOf(page)
  if (place === -1) return ''
  const links = [
    { one: row[place - 1], word: 'Previous', rel: 'prev' },
    { one: row[place + 1], word: 'Next', rel: 'next' },
  ].flatMap(({ one, word, rel }) =>
    one
      ? [`<a rel="${rel}" href="${escape(to(one.path))}"><span>${word}</span> ${escape(one.title)}</a>`]
      : [],
  )
  return `<nav class="turns" aria-label="Previous and next">\n${links.join('\n')}\n</nav>\n`
}
