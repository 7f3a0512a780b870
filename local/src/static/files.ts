/** A built site, read once into memory. A path is looked up in a table, so nothing outside of the folder can be asked for. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}
const isText = (type: string) => /^text\/|json|svg|wasm/.test(type)
/** Below this a compressed body saves nothing: it fits in one packet anyway. */
const compressFrom = 1024

export type Encoding = 'br' | 'gzip'

export interface SiteFile {
  readonly body: Buffer
  readonly type: string
  readonly etag: string
  /** Its name holds a hash of its content, so that it may be kept for ever. */
  readonly isImmutable: boolean
  /** Compressed when first asked for, then kept; undefined where it is not worth it. */
  compressed(encoding: Encoding): Promise<Buffer> | undefined
}

export type Site = ReadonlyMap<string, SiteFile>

/** Files by URL path. A page is found with and without its ending: `/guide` is `guide.html` or `guide/index.html`. */
export function readSite(folder: string): Site {
  const site = new Map<string, SiteFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const url = `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`
    // Links could lead anywhere, and hidden files are nobody's business.
    if (!entry.isFile() || url.includes('/.')) continue
    const file = siteFile(readFileSync(join(entry.parentPath, entry.name)), url)
    for (const name of namesOf(url)) site.set(name, file)
  }
  return site
}

export function siteFile(body: Buffer, url: string): SiteFile {
  const type = types[extname(url)] ?? 'application/octet-stream'
  const kept = new Map<Encoding, Promise<Buffer>>()
  return {
    body,
    type,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
    // Bounded, so that a name of nothing but dashes is read in one go; hashes have eight characters.
    isImmutable: /^\/assets\/.*-[\w-]{8,32}\.\w+$/.test(url),
    compressed(encoding) {
      if (!isText(type) || body.length < compressFrom) return undefined
      let made = kept.get(encoding)
      if (!made) kept.set(encoding, (made = compress[encoding](body)))
      return made
    },
  }
}

const compress: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  // The best quality takes seconds on a large bundle; this one takes milliseconds and is within a tenth of it.
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify(gzip),
}

function namesOf(url: string): string[] {
  if (!url.endsWith('.html')) return [url]
  const bare = url.slice(0, -'.html'.length)
  if (!bare.endsWith('/index')) return [url, bare]
  const folder = bare.slice(0, -'index'.length)
  return [url, folder]
}
