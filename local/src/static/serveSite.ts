/** Serves one built site on loopback: strict headers, compression, revalidation, and the gateway under its own path. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { createLimitedServer, type HttpLimits } from '../http.js'
import { isLoopbackHost } from '../loopback.js'
import { type Encoding, readSite, type SiteFile, siteFile } from './files.js'
import { createProxy, hasBody } from './proxy.js'

export interface SiteOptions {
  readonly folder: string
  readonly port: number
  /** The gateway's port; absent: the site talks to nobody. */
  readonly gatewayPort?: number
  /** The wallet's origin, the only one that this site may frame. */
  readonly walletOrigin?: string
  /** Answers made on every request, by path: `/local.json`. */
  readonly extra?: Readonly<Record<string, () => Buffer>>
  /** Paths that show another path's page: wallets are opened at `/wc`. */
  readonly aliases?: Readonly<Record<string, string>>
  readonly limits?: Partial<HttpLimits>
}

export interface SiteServer {
  readonly port: number
  close(): Promise<void>
}

const gatewayPrefix = '/gateway'
const host = '127.0.0.1'
const year = 365 * 24 * 60 * 60

export async function serveSite(options: SiteOptions): Promise<SiteServer> {
  const site = readSite(options.folder)
  const security = securityHeaders(options.walletOrigin)
  const proxy =
    options.gatewayPort === undefined
      ? undefined
      : createProxy({ prefix: gatewayPrefix, port: options.gatewayPort })
  const open = new Set<{ destroy(): void }>()

  function find(path: string): SiteFile | undefined {
    const extra = options.extra && Object.hasOwn(options.extra, path) ? options.extra[path] : undefined
    const alias = options.aliases && Object.hasOwn(options.aliases, path) ? options.aliases[path] : undefined
    return extra ? siteFile(extra(), path) : site.get(alias ?? path)
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '/'
    // Under a stranger's name that leads here, his page would be of one origin with ours.
    if (!isLoopbackHost(request.headers.host))
      return text(request, response, 421, 'This is not the site of that host', { connection: 'close' })
    const proxied = proxy?.match(url)
    if (proxy && proxied !== undefined) return proxy.http(request, response, proxied)
    for (const [name, value] of Object.entries(security)) response.setHeader(name, value)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return text(request, response, 405, 'Method not allowed', { allow: 'GET, HEAD' })
    const path = readPath(url)
    if (path === undefined) return text(request, response, 400, 'Bad request')
    const file = find(path)
    if (file) return send(request, response, file)
    // A folder's page has links relative to the folder, so the address must end with a slash.
    if (find(`${path}/`)) return text(request, response, 308, 'Moved', { location: `${encodeURI(path)}/` })
    return text(request, response, 404, 'Not found')
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refuse = (status: string) =>
      socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
    if (request.method !== 'GET' || hasBody(request.headers)) return void refuse('400 Bad Request')
    if (!isLoopbackHost(request.headers.host)) return void refuse('421 Misdirected Request')
    const path = proxy?.match(request.url ?? '/')
    if (proxy && path !== undefined) return proxy.upgrade(request, socket, head, path)
    return void refuse('404 Not Found')
  }

  const server = createLimitedServer(options.limits, (request, response) => {
    serve(request, response).catch((error: unknown) => {
      console.error(error)
      if (response.headersSent) response.destroy()
      else text(request, response, 500, 'Something went wrong')
    })
  })
  server.on('upgrade', (request, socket, head) => {
    // First of all: Node has taken its own listener off this socket, and a reset nobody hears ends the process.
    socket.on('error', () => socket.destroy())
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    try {
      upgrade(request, socket, head)
    } catch (error) {
      console.error(error)
      socket.destroy()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port, // a TCP server that listens has an AddressInfo
    async close() {
      for (const socket of open) socket.destroy()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** The path without the query, decoded; undefined when it is no path. Dots need no care: the table has none. */
function readPath(url: string): string | undefined {
  try {
    const path = decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '/')
    // A second slash would make the redirect below lead to another host.
    return path.startsWith('/') && !path.startsWith('//') && !/[\\\p{Cc}]/u.test(path) ? path : undefined
  } catch {
    return undefined
  }
}

async function send(request: IncomingMessage, response: ServerResponse, file: SiteFile): Promise<void> {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const compressed = encoding && (await file.compressed(encoding))
  const headers = {
    'content-type': file.type,
    'cache-control': file.isImmutable ? `public, max-age=${year}, immutable` : 'no-cache',
    // The same file in another encoding is another body, so each has a tag of its own.
    etag: compressed ? file.etag.replace(/"$/, `-${encoding}"`) : file.etag,
    vary: 'accept-encoding',
  }
  if (request.headers['if-none-match'] === headers.etag) return void response.writeHead(304, headers).end()
  const body = compressed ?? file.body
  response.writeHead(200, {
    ...headers,
    'content-length': body.length,
    ...(compressed ? { 'content-encoding': encoding } : {}),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

function chooseEncoding(accepted: string | string[] | undefined): Encoding | undefined {
  const wanted = String(accepted ?? '')
    .split(',')
    .map((item) => item.trim())
    // `br;q=0` is a refusal.
    .filter((item) => !/;\s*q=0(\.0*)?$/.test(item))
    .map((item) => item.split(';')[0])
  return (['br', 'gzip'] as const).find((encoding) => wanted.includes(encoding))
}

function text(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  words: string,
  headers: Record<string, string> = {},
): void {
  const body = `${words}\n`
  response.writeHead(status, {
    ...headers,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(body),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** Everything from the site itself (D-22). The one opening is the wallet's frame, where a site has one (S2-01). */
function securityHeaders(walletOrigin: string | undefined): Record<string, string> {
  const policy = [
    "default-src 'self'",
    walletOrigin ? `frame-src ${walletOrigin}` : "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Popups of the wallet origin must be able to answer the page that opened them.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
}
