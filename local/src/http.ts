/** The few HTTP manners that the chain and the static server share. */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http'

/** How long a caller may take, in milliseconds, and how many there may be: slow ones must not keep the others out. */
const httpLimits = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
  maxConnections: 2_000,
}
export type HttpLimits = typeof httpLimits

/** A server that keeps to the limits. */
export function createLimitedServer(
  limits: Partial<HttpLimits> | undefined,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const { maxConnections, ...times } = { ...httpLimits, ...limits }
  const server = createServer(times, answer)
  server.maxConnections = maxConnections
  return server
}

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/** Reads a body as text; stops counting, and reading, at `limit` bytes. */
export async function readBody(request: IncomingMessage, limit: number): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new BodyTooLarge()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    // Not `for await`: leaving such a loop destroys the connection, and with it the answer that says why.
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) return void chunks.push(chunk)
      request.off('data', take).pause()
      reject(new BodyTooLarge())
    }
    request.on('data', take)
    request.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    request.once('error', reject)
  })
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: OutgoingHttpHeaders = {},
): ServerResponse {
  return response
    .writeHead(status, { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}
