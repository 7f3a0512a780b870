/** The built wallet, read once into memory. A path is looked up in a table, so nothing outside of the folder can be asked for. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

export interface WalletFile {
  readonly body: Buffer
  readonly type: string
  readonly etag: string
  readonly isPage: boolean
  readonly isScript: boolean
  /** Its name holds a hash of its content, so that it may be kept for ever. */
  readonly isImmutable: boolean
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}

/** Files by URL path. A page is found with and without its ending: `/sdk` is `sdk.html` or `sdk/index.html`. */
export function readWalletFiles(folder: string): ReadonlyMap<string, WalletFile> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`LATCHKEY_WALLET_DIR ${folder} is not a folder. Build the wallet first.`)
  }
  const files = new Map<string, WalletFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    // Links are left out: they could lead anywhere.
    const type = types[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const path = join(entry.parentPath, entry.name)
    const url = `/${relative(folder, path).split(sep).join('/')}`
    const file = readWalletFile(path, url, type)
    for (const name of namesOf(url)) files.set(name, file)
  }
  if (files.size === 0)
    throw new Error(`LATCHKEY_WALLET_DIR ${folder} holds no files. Build the wallet first.`)
  return files
}

function readWalletFile(path: string, url: string, type: string): WalletFile {
  const body = readFileSync(path)
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  return {
    body,
    type,
    etag,
    isPage: type.startsWith('text/html'),
    isScript: type.startsWith('text/javascript'),
    // Only the end is looked at: a long name costs no more than a short one.
    isImmutable: url.startsWith('/assets/') && /[-.][\w-]{8,}\.\w+$/.test(url.slice(-80)),
  }
}

function namesOf(url: string): string[] {
  if (!url.endsWith('.html')) return [url]
  const bare = url.slice(0, -'.html'.length)
  if (!bare.endsWith('/index')) return [url, bare]
  const folder = bare.slice(0, -'index'.length)
  return folder === '/' ? [url, '/'] : [url, folder, folder.slice(0, -1)]
}
