/** The site: every page is found, every link leads somewhere, and the search finds words. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { find } from '../search/find.ts'
import { layout } from './layout.mjs'
import { groups } from './menu.mjs'
import { renderPages } from './renderPages.mjs'
import { searchIndex } from './searchIndex.mjs'

/**
 * @param {string} path without its ending
 * @param {string} markdown
 * @param {Partial<import('./findPages.mjs').Source>} [more]
 */
const source = (path, markdown, more = {}) => ({
  section: 'Start',
  file: `${path}.md`,
  path: `${path}.html`,
  title: path,
  markdown,
  ...more,
})

/** @param {import('./findPages.mjs').Source[]} sources @param {readonly string[]} [files] beside them */
function render(sources, files = []) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-site-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of [...files, ...sources.map(({ file }) => file)]) writeFileSync(join(folder, name), '')
  return renderPages(folder, sources)
}

/** @param {import('./renderPages.mjs').Page} page @param {readonly import('./renderPages.mjs').Page[]} pages */
const framed = (page, pages) =>
  layout(page, pages, { lives: [], search: 'assets/search.js', index: 'assets/search.json' })

test('the menu begins with the first five minutes and names every page once', () => {
  const files = groups.flatMap((group) => group.files.map((one) => (typeof one === 'string' ? one : one[0])))
  expect(files[0]).toBe('docs/guide/start.md')
  expect(new Set(files).size).toBe(files.length)
})

test('a link to what the site does not show is told, as is one to a page or a heading that is not there', () => {
  const { problems } = render(
    [
      source('a', '# A\n\n[1](b.md#b) [2](script.mjs) [3](c.md) [4](b.md#gone) [5](https://x.example)'),
      source('b', '# B'),
    ],
    ['script.mjs'],
  )
  expect(problems).toEqual([
    expect.stringContaining('a.md: script.mjs is not on the site'),
    'a.md: c.md does not exist',
    'a.md: b.md#gone has no such heading',
  ])
})

test('a page that only an index lists marks the index in the menu and leads to no page of the menu', () => {
  const { rendered } = render([
    source('first', '# First'),
    source('second', '# Second', { path: 'all/index.html' }),
    source('one', '# One', { path: 'all/one.html', section: 'Decisions', isBeside: true }),
    source('two', '# Two', { path: 'all/two.html', section: 'Decisions', isBeside: true }),
  ])
  const [first, index, one] = rendered
  if (!first || !index || !one) throw new Error('Pages were lost')
  expect(framed(first, rendered)).toContain('<a rel="next" href="all/index.html">')
  expect(framed(index, rendered)).not.toContain('rel="next"')
  const html = framed(one, rendered)
  expect(html).toContain('<a href="index.html" aria-current="true">second</a>')
  expect(html).toContain('<a rel="next" href="two.html">')
  expect(html).not.toContain('rel="prev"')
})

test('the search wants every word, and puts headings before text', () => {
  const { rendered } = render([
    source('relay', '# Relay\n\nSockets and `tokens`.\n\n## Limits\n\nOne frame of 64 kB & more.'),
    source('tokens', '# Tokens\n\nWhat the relay has not.'),
  ])
  const index = searchIndex(rendered)
  expect(find(index, 'tokens').map(({ path }) => path)).toEqual(['tokens.html', 'relay.html'])
  expect(find(index, 'limit frame')).toEqual([
    {
      path: 'relay.html#limits',
      title: 'relay',
      heading: 'Limits',
      section: 'Start',
      excerpt: 'One frame of 64 kB & more.',
    },
  ])
  expect(find(index, 'relay nothing')).toEqual([])
  expect(find(index, ' ')).toEqual([])
})
