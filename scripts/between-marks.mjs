/** Puts what a command printed into a page, between two marks that keep their places. */
import { readFileSync, writeFileSync } from 'node:fs'

/**
 * @param {string} page
 * @param {string} name
 * @param {string} text
 */
export function betweenMarks(page, name, text) {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`The page has no marks ${begin} and ${end}`)
  return `${page.slice(0, from + begin.length)}\n\n${text.trim()}\n\n${page.slice(to)}`
}

/**
 * @param {string} file
 * @param {string} name
 * @param {string} text
 */
export function writeBetweenMarks(file, name, text) {
  writeFileSync(file, betweenMarks(readFileSync(file, 'utf8'), name, text))
}
