/** What the files for a CDN weigh: what a page loads at first, what it fetches when idle, and the heaviest other part. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * @typedef {object} CdnBudget in bytes, compressed
 * @property {string} folder
 * @property {number} first the entry, and what it imports
 * @property {number} ahead what is fetched for the first opening, on top of that
 * @property {number} part the most that any other file may weigh
 *
 * @typedef {{ name: string, bytes: number, most: number }} CdnWeight
 */

const entry = 'latchkey.js'

/**
 * @param {CdnBudget} budget
 * @param {string} root
 * @returns {CdnWeight[]}
 */
export function weighCdn({ folder, first, ahead, part }, root) {
  const place = join(root, folder)
  const files = readdirSync(place).filter((name) => name.endsWith('.js'))
  const texts = new Map(files.map((name) => [name, readFileSync(join(place, name))]))
  const opening = files.find((name) => name.startsWith('part-opening-'))
  if (!opening || !texts.has(entry)) throw new Error(`${folder} has no ${entry} or no part for the opening`)
  const begin = importedBy([entry], texts)
  const opened = [...importedBy([opening], texts)].filter((name) => !begin.has(name))
  const others = files.filter((name) => !begin.has(name) && !opened.includes(name))
  /** @param {Iterable<string>} names */
  const weigh = (names) =>
    [...names].reduce((sum, name) => sum + gzipSync(texts.get(name) ?? '', { level: 9 }).length, 0)
  const heaviest = others.map((name) => ({ name, bytes: weigh([name]) })).sort((a, b) => b.bytes - a.bytes)[0]
  return [
    { name: 'a page of the CDN, at first', bytes: weigh(begin), most: first },
    { name: 'a page of the CDN, when idle', bytes: weigh(opened), most: ahead },
    {
      name: `the heaviest of ${others.length} other parts (${heaviest?.name ?? 'none'})`,
      bytes: heaviest?.bytes ?? 0,
      most: part,
    },
  ]
}

/**
 * @param {readonly string[]} begin
 * @param {ReadonlyMap<string, Buffer>} texts
 * @returns {Set<string>} these files, and what they import by a statement
 */
function importedBy(begin, texts) {
  const found = new Set(begin)
  for (const name of found) {
    const text = texts.get(name)?.toString() ?? ''
    for (const [, file = ''] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) found.add(file)
  }
  return found
}
