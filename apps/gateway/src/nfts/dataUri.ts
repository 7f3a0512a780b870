/** `data:` addresses as collections write them: often not quite as the standard says. */

export interface Inline {
  /** Without parameters, in lower case. */
  readonly type: string
  readonly bytes: Buffer
}

/** Undefined where it is none. */
export function readDataUri(uri: string): Inline | undefined {
  const comma = uri.indexOf(',')
  const head = /^data:([^,]*)$/i.exec(uri.slice(0, Math.max(comma, 0)))?.[1]
  if (head === undefined) return undefined
  const [type = '', ...parameters] = head.split(';').map((part) => part.trim().toLowerCase())
  const rest = uri.slice(comma + 1)
  const bytes = parameters.includes('base64') ? Buffer.from(rest, 'base64') : Buffer.from(unescaped(rest))
  return { type, bytes }
}

/** Collections forget to escape, and a lone `%` is then a per cent sign. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
