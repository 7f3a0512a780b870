/** What the search looks through: each part of a page that has a heading, without marks. */

/**
 * @typedef {import('./renderPages.mjs').Page} Page
 * @typedef {import('../search/find.js').SearchIndex} SearchIndex
 */

const heading = /<h[123] id="([^"]*)">(.*?)<\/h[123]>/gs

/** Of these the headings and the first words say enough; their whole text would be most of the index. */
const isBrief = (/** @type {Page} */ { section, isBeside }) =>
  section === 'Reference' || section === 'The project' || isBeside === true

/**
 * @param {readonly Page[]} pages
 * @returns {SearchIndex}
 */
export function searchIndex(pages) {
  return {
    pages: pages.map(({ path, title, section }) => [path, title, section]),
    parts: pages.flatMap((page, number) =>
      partsOf(page).map(
        ([anchor, title, text], place) =>
          // The heading of a page is its title, which needs no anchor.
          /** @type {const} */ ([number, place === 0 ? '' : anchor, place === 0 ? '' : title, text]),
      ),
    ),
  }
}

/** @param {Page} page @returns {[anchor: string, heading: string, text: string][]} */
function partsOf(page) {
  const marks = [...page.html.matchAll(heading)]
  return marks.map((mark, place) => {
    const [whole, anchor = '', title = ''] = mark
    const body = page.html.slice(mark.index + whole.length, marks[place + 1]?.index)
    const wanted = isBrief(page) ? (/<p>.*?<\/p>/s.exec(body)?.[0] ?? '') : body
    return [anchor, plain(title), plain(wanted)]
  })
}

/** @type {Readonly<Record<string, string>>} */
const signs = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** @param {string} html */
const plain = (html) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name) => signs[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
