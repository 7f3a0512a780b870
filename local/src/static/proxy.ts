/** Passes requests and WebSockets on to the gateway under the page's own origin, so that a strict CSP needs no exception. */
import {
  request as ask,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { sendJson } from '../http.js'

/** Headers that speak of one connection only (RFC 9110, 7.6.1). */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
/** What `Connection` may not call its own: without these a message loses its end or its addressee. */
const endToEnd = new Set(['content-length', 'host'])
/** Node sends the body of these without saying where it ends, so that the rest would be read as a request. */
const bodiless = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'])

export interface Proxy {
  /** The path at the target; undefined when this proxy is not meant. */
  match(url: string): string | undefined
  http(request: IncomingMessage, response: ServerResponse, path: string): void
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, path: string): void
}

export function createProxy({ prefix, port }: { prefix: string; port: number }): Proxy {
  const target = (request: IncomingMessage, path: string, headers: IncomingHttpHeaders) => ({
    host: '127.0.0.1',
    port,
    path,
    method: request.method,
    // A connection for each request: whatever one caller sends, the next reads only its own answer.
    agent: false as const,
    headers: {
      ...headers,
      host: `127.0.0.1:${port}`,
      // Not there: the caller of a socket that is already gone, the host of a caller that names none.
      ...given('x-forwarded-for', request.socket.remoteAddress),
      ...given('x-forwarded-host', request.headers.host),
      'x-forwarded-proto': 'http',
    },
  })

  return {
    match(url) {
      if (url === prefix) return '/'
      if (!url.startsWith(`${prefix}/`) && !url.startsWith(`${prefix}?`)) return undefined
      const path = url.slice(prefix.length)
      return path.startsWith('/') ? path : `/${path}`
    },

    http(request, response, path) {
      if (isForOperators(path)) return void sendJson(response, 404, refusal('There is no such path'))
      if (bodiless.has(request.method ?? '') && hasBody(request.headers))
        return void sendJson(response, 400, refusal(`${request.method} takes no body`), {
          connection: 'close',
        })
      const upstream = ask(target(request, path, withoutHops(request.headers)), (answer) => {
        response.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers))
        answer.pipe(response)
        // The gateway went away in the middle: the page must not take half an answer for a whole one.
        answer.once('error', () => response.destroy())
      })
      upstream.once('error', () => {
        if (response.headersSent) return response.destroy()
        return sendJson(response, 502, refusal('The gateway does not answer'))
      })
      response.once('close', () => upstream.destroy())
      request.pipe(upstream)
    },

    upgrade(request, socket, head, path) {
      const headers = {
        ...withoutHops(request.headers),
        connection: 'Upgrade',
        ...given('upgrade', request.headers.upgrade),
      }
      const upstream = ask(target(request, path, headers))
      const refuse = () =>
        socket.end('HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
      upstream.once('error', refuse)
      socket.once('error', () => upstream.destroy())
      socket.once('close', () => upstream.destroy())
      upstream.once('response', (answer) => {
        // No upgrade: the refusal is passed on as it is.
        socket.write(headOf(answer))
        answer.pipe(socket)
      })
      upstream.once('upgrade', (answer, far, farHead) => {
        upstream.off('error', refuse)
        socket.write(headOf(answer))
        if (farHead.length > 0) socket.write(farHead)
        if (head.length > 0) far.write(head)
        far.pipe(socket)
        socket.pipe(far)
        far.once('error', () => socket.destroy())
        socket.once('error', () => far.destroy())
        far.once('close', () => socket.destroy())
        socket.once('close', () => far.destroy())
      })
      upstream.end()
    },
  }
}

/** What the gateway tells those who run it; they ask it directly. */
const operatorPaths = new Set(['metrics', 'readyz', 'healthz'])

/** Looks at the path as the gateway will: without dots, with escapes read. What cannot be read is let nowhere. */
function isForOperators(path: string): boolean {
  try {
    const { pathname } = new URL(`http://gateway${path}`)
    const [first = ''] = decodeURIComponent(pathname)
      .split(/[/\\]+/)
      .filter(Boolean)
    return operatorPaths.has(first.toLowerCase())
  } catch {
    return true
  }
}

/** Node refuses a header without a value by throwing. */
const given = (name: string, value: string | undefined) => (value === undefined ? {} : { [name]: value })

/** A refusal in the gateway's own manner. */
const refusal = (description: string) => ({ status: 'FAILED', reasons: [{ field: 'gateway', description }] })

export const hasBody = (headers: IncomingHttpHeaders) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0

function withoutHops(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = (headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => !endToEnd.has(name))
  const dropped = new Set([...hopByHop, ...named])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)))
}

/** Status line and headers as they came; the raw list keeps repeated headers apart. */
function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`]
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}
