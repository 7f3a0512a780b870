/** What the metadata of a collectible says, as far as it is believed: everybody writes what they like. */
import { bounds } from '@latchkey/spec/endpoints'
import * as v from 'valibot'
import { cleanText } from '../chain/tokenText.js'
import { longestInline } from './source.js'

const longestName = 128

/** Fields of another type are as good as missing. */
const field = v.fallback(v.optional(v.string()), undefined)
const shape = v.looseObject({
  name: v.fallback(v.optional(v.union([v.string(), v.number()])), undefined),
  description: field,
  image: field,
  image_url: field,
  image_data: field,
})

export interface Metadata {
  readonly name: string | undefined
  readonly description: string | undefined
  /** Where its picture lies, in the collection's own words. */
  readonly image: string | undefined
}

/** Undefined where it is no metadata at all. */
export function readMetadata(text: string): Metadata | undefined {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return undefined
  }
  const read = v.safeParse(shape, json)
  if (!read.success) return undefined
  const { name, description, image, image_url, image_data } = read.output
  return {
    name: name === undefined ? undefined : cleanText(String(name), longestName),
    description: description === undefined ? undefined : cleanText(oneLine(description), bounds.description),
    image: image || image_url || drawn(image_data),
  }
}

/** Lines become words: what parts them is no letter. */
const oneLine = (text: string) => text.slice(0, 4 * bounds.description).replace(/[\r\n\t]+/g, ' ')

/** Some carry the drawing itself. */
function drawn(svg: string | undefined): string | undefined {
  if (!svg || svg.length > longestInline / 2) return undefined
  if (/^data:/i.test(svg)) return svg
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
