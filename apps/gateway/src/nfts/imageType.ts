/** What a picture is by its own first bytes: what its sender says it is may be wrong, or a trick. */

/** Its content type; undefined for anything but the pictures that browsers show. */
export function imageType(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096)).toString(
    'latin1',
  )
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  if (/^RIFF[^]{4}WEBP/.test(text)) return 'image/webp'
  if (/^[^]{4}ftypavi[fs]/.test(text)) return 'image/avif'
  return isSvg(text) ? 'image/svg+xml' : undefined
}

/** A byte order mark, a declaration, comments and a document type may come before the root element. */
function isSvg(text: string): boolean {
  let rest = text.replace(/^\xef\xbb\xbf/, '').trimStart()
  for (;;) {
    const end = rest.startsWith('<!--') ? '-->' : /^<(?:\?xml|!doctype svg)/i.test(rest) ? '>' : undefined
    if (end === undefined) return /^<svg[\s>/]/i.test(rest)
    const at = rest.indexOf(end)
    if (at < 0) return false
    rest = rest.slice(at + end.length).trimStart()
  }
}
