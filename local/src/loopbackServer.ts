/** A server of the local world on loopback: who may ask, CORS, bodies that end, and failures that say so. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BodyTooLarge, createLimitedServer, type HttpLimits, sendJson } from './http.js'
import { isLoopbackHost, isTrustedOrigin } from './loopback.js'

const host = '127.0.0.1'

export type Serve = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<unknown>

export function createLoopbackServer(options: {
  limits?: Partial<HttpLimits> | undefined
  serve: Serve
  /** What is said of a body that is too large, and of a failure of ours. */
  bodyOf: (status: 413 | 500) => unknown
}): Server {
  const { limits, serve, bodyOf } = options

  async function guard(request: IncomingMessage, response: ServerResponse) {
    const { host, origin } = request.headers
    // Before anything is read: a page need not see an answer to have the chain do something.
    if (!isLoopbackHost(host)) return refuse(response, 421, 'this is not the chain of that host')
    response.setHeader('vary', 'origin')
    if (!isTrustedOrigin(origin)) return refuse(response, 403, 'only pages of this machine may ask')
    if (origin !== undefined) response.setHeader('access-control-allow-origin', origin)
    // Clients of some chains name themselves in headers of their own.
    response.setHeader(
      'access-control-allow-headers',
      request.headers['access-control-request-headers'] ?? 'content-type',
    )
    response.setHeader('access-control-allow-methods', 'GET, POST, OPTIONS')
    if (request.method === 'OPTIONS') return response.writeHead(204).end()
    // Not `new URL`, which throws for what a caller may well send: `//`.
    const [path = '/'] = (request.url ?? '/').split('?', 1)
    return serve(request, response, path)
  }

  return createLimitedServer(limits, (request, response) => {
    guard(request, response).catch((error: unknown) => {
      // Somebody who has hung up hears no answer.
      if (response.headersSent || request.errored) return response.destroy()
      const status = error instanceof BodyTooLarge ? 413 : 500
      if (status === 500) console.error(error)
      // The rest of a body nobody reads would block the connection, so it ends with this answer.
      response.setHeader('connection', 'close')
      return sendJson(response, status, bodyOf(status))
    })
  })
}

/** Resolves with the port when the server listens. */
export async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return (server.address() as AddressInfo).port // a TCP server that listens has an AddressInfo
}

export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise<void>((resolve) => server.close(() => resolve()))
}

/** The rest of a body that nobody reads ends with the connection. */
function refuse(response: ServerResponse, status: number, error: string) {
  return sendJson(response, status, { error }, { connection: 'close' })
}

export function refuseMethod(response: ServerResponse, allow: string) {
  return sendJson(response, 405, { error: 'method not allowed' }, { allow })
}
