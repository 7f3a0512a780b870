/** What pages of ours weigh when they are opened: their HTML, what it names, and files that come by themselves. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * @typedef {{ folder: string, page?: string, file?: string, first: number }} PageBudget `page` with all that it loads at
 *   once, or one `file` whose name has a hash in the place of `*`; `first` is in bytes, compressed
 */

/** @param {string} path */
const weightOf = (path) => gzipSync(readFileSync(path), { level: 9 }).length

/**
 * @param {PageBudget} budget
 * @param {string} root
 * @returns {number}
 */
export function weighPage({ folder, page, file }, root) {
  const place = join(root, folder)
  if (page !== undefined) {
    const html = readFileSync(join(place, page), 'utf8')
    const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, name = '']) => name)
    return [page, ...new Set(named)].reduce((sum, name) => sum + weightOf(join(place, name)), 0)
  }
  const [start = '', end = ''] = (file ?? '').split('*')
  const inside = join(place, 'assets')
  const found = readdirSync(inside).filter((name) => name.startsWith(start) && name.endsWith(end))
  const [only] = found
  if (only === undefined || found.length > 1) throw new Error(`${folder} has ${found.length} files ${file}`)
  return weightOf(join(inside, only))
}
