/** Reads `data:` images without the network: a page whose policy is `default-src 'self'` may not even fetch them. */
import { bitmapSize } from './bitmapSize.js'

export type DataImage =
  | { readonly kind: 'svg'; readonly text: string }
  | { readonly kind: 'bitmap'; readonly blob: Blob }

/** Wallets announce icons of a few kilobytes; whatever is larger than this is not an icon. */
export const largestIcon = 512 * 1024
/** A few kilobytes of zeros decode to gigabytes of pixels; an icon has no more of them than this on an edge. */
const longestEdge = 1024
const bitmapTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** `undefined` for anything that is not an image in a `data:` address. */
export function parseDataImage(address: string): DataImage | undefined {
  if (address.length > largestIcon) return undefined
  const found = /^data:(image\/[\w.+-]+)((?:;[\w=.+-]+)*?)(;base64)?,(.*)$/is.exec(address.trim())
  if (!found) return undefined
  const [, type = '', , isBase64, payload = ''] = found
  const bytes = isBase64 ? fromBase64(payload) : fromPercent(payload)
  if (!bytes) return undefined
  if (type.toLowerCase() === 'image/svg+xml') return { kind: 'svg', text: new TextDecoder().decode(bytes) }
  if (!bitmapTypes.includes(type.toLowerCase()) || !isIconSized(bytes)) return undefined
  return { kind: 'bitmap', blob: new Blob([bytes], { type }) }
}

function isIconSized(bytes: Uint8Array): boolean {
  const size = bitmapSize(bytes)
  if (!size) return false
  return Math.min(size.width, size.height) > 0 && Math.max(size.width, size.height) <= longestEdge
}

function fromBase64(payload: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    // Some wallets percent-encode the `=` and `+` of base64, some break it into lines.
    const binary = atob(decodeURIComponent(payload).replace(/\s/g, ''))
    return Uint8Array.from(binary, (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}

function fromPercent(payload: string): Uint8Array<ArrayBuffer> {
  let text = payload
  try {
    text = decodeURIComponent(payload)
  } catch {
    // A lone `%` (as in `width="100%"`) is not an escape; browsers take such a payload as it stands.
  }
  return new TextEncoder().encode(text)
}
