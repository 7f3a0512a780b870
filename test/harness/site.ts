/** Serves a folder on an origin of its own under a strict policy, to play somebody's app (or an attacker's). */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** What a careful app sends (D-22): nothing inline, nothing from anywhere else, and no text that becomes code. */
export const strictPolicy =
  "default-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

export interface Site {
  readonly origin: string
  close(): Promise<void>
}

export interface SiteOptions {
  /** 0 for any that is free. */
  port: number
  folder: string
  policy?: string
  /** Pages of other origins may load its files, as from a CDN. */
  isShared?: boolean
}

export async function serve({
  port,
  folder,
  policy = strictPolicy,
  isShared = false,
}: SiteOptions): Promise<Site> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    // `normalize` of a rooted path cannot climb above the root.
    const path = normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname)
    // Browsers ask for it whether or not a page names an icon.
    if (path === '/favicon.ico') return void response.writeHead(204).end()
    try {
      const body = await readFile(join(folder, path))
      const type = types[extname(path)] ?? 'application/octet-stream'
      const shared = isShared ? { 'access-control-allow-origin': '*' } : {}
      response
        .writeHead(200, { 'content-type': type, 'content-security-policy': policy, ...shared })
        .end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const close = () =>
    new Promise<void>((resolve, reject) => {
      server.closeAllConnections()
      server.close((error) => (error ? reject(error) : resolve()))
    })
  // A server that listens on a port has an address of this kind.
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, close }
}
