/** Lists as PostgreSQL reads them, written by hand because every message, receipt and topic passes here. */

/**
 * As a text: of what has no sign that means something there, as numbers, topics and digests in hex and clients named in
 * base58 have none.
 */
export const plainList = (items: readonly (number | string)[]): string => `{${items.join(',')}}`

/** The type of its items, as every database numbers it. */
const textType = 25
const headBytes = 20
const nothing = -1

/**
 * Of any texts, in the form that the database keeps in memory: nothing to quote here, and nothing to look for there.
 *
 * @param sizes of each text in bytes, where they are known
 */
export function textList(items: readonly (string | undefined)[], sizes?: readonly number[]): Buffer {
  const lengths = sizes ?? items.map((item) => (item === undefined ? nothing : Buffer.byteLength(item)))
  const content = lengths.reduce((sum, length) => sum + Math.max(length, 0), 0)
  const list = Buffer.allocUnsafe(headBytes + items.length * 4 + content)
  // Dimensions, whether some are absent, the type; how many there are, and how the first is counted.
  let at = 0
  for (const number of [1, 1, textType, items.length, 1]) at = list.writeInt32BE(number, at)
  for (let n = 0; n < items.length; n++) {
    const item = items[n]
    const length = lengths[n] ?? nothing
    at = list.writeInt32BE(length, at)
    if (item === undefined || length === 0) continue
    // As many bytes as characters: ASCII.
    at += list.write(item, at, length === item.length ? 'latin1' : 'utf8')
  }
  return list
}
