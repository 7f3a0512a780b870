/** Cuts JSON text into the texts of its parts, so that a part can be passed on without a number in it losing digits (D-14). */
import { endOfString } from '../http/body.js'

const codes = { quote: 34, comma: 44, colon: 58, openList: 91, closeList: 93, open: 123, close: 125 }

/** The texts of a list's items. The text must be a valid JSON list. */
export function itemTexts(list: string): string[] {
  const { items } = cut(list)
  return items.length === 1 && items[0] === '' ? [] : items
}

/** The texts of an object's values by key; the last of equal keys counts, as in `JSON.parse`. The text must be a valid JSON object. */
export function memberTexts(object: string): ReadonlyMap<string, string> {
  const { items, keys } = cut(object)
  const members = new Map<string, string>()
  for (const [index, item] of items.entries()) {
    const key = keys[index]
    if (key !== undefined) members.set(keyOf(key), item)
  }
  return members
}

/** Hardly any key has an escape. */
const keyOf = (text: string): string =>
  text.includes('\\') ? (JSON.parse(text) as string) : text.slice(1, -1) // keys of JSON are strings

/** One pass over the outermost brackets: what lies between their commas and, in an object, before their colons. */
function cut(text: string): { items: string[]; keys: (string | undefined)[] } {
  const items: string[] = []
  const keys: (string | undefined)[] = []
  let depth = 0
  let start = 0
  let key: string | undefined
  const finish = (end: number) => {
    items.push(text.slice(start, end).trim())
    keys.push(key)
    key = undefined
  }
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === codes.quote) index = endOfString(text, index)
    else if (code === codes.open || code === codes.openList) {
      if (depth++ === 0) start = index + 1
    } else if (code === codes.close || code === codes.closeList) {
      if (--depth === 0) finish(index)
    } else if (depth === 1 && code === codes.colon) {
      key = text.slice(start, index).trim()
      start = index + 1
    } else if (depth === 1 && code === codes.comma) {
      finish(index)
      start = index + 1
    }
  }
  return { items, keys }
}
