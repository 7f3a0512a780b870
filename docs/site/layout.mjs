/** The frame around every page: navigation from the sections, text, nothing inline; a script only where the demo is. */
import { posix } from 'node:path'
import { demoMark } from './bundleDemo.mjs'
import { escape } from './renderPages.mjs'

/**
 * @typedef {import('./renderPages.mjs').Page} Page
 */

/**
 * @param {Page} page
 * @param {readonly Page[]} pages
 * @param {{ script: string, html: string }} demo
 */
export function layout(page, pages, demo) {
  const to = (/** @type {string} */ path) => posix.relative(posix.dirname(page.path), path)
  const sections = [...new Set(pages.map(({ section }) => section))]
  const navigation = sections.map((section) => {
    const links = pages
      .filter((one) => one.section === section)
      .map((one) => {
        const current = one === page ? ' aria-current="page"' : ''
        return `<li><a href="${escape(to(one.path))}"${current}>${escape(one.title)}</a></li>`
      })
    return `<h2>${escape(section)}</h2>\n<ul>\n${links.join('\n')}\n</ul>`
  })
  const hasDemo = page.html.includes(demoMark)
  const script = hasDemo ? `<script type="module" src="${to(demo.script)}"></script>\n` : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(page.title)} · Latchkey</title>
<link rel="icon" href="${to('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${to('site.css')}">
${script}</head>
<body>
<header><a class="brand" href="${to('index.html')}">Latchkey</a> <a class="to-menu" href="#menu">Menu</a></header>
<main>
${page.html.replace(demoMark, () => demo.html)}</main>
<nav id="menu" aria-label="Pages">
${navigation.join('\n')}
</nav>
</body>
</html>
`
}
