/** The few HTTP manners that the chain and the static server share. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/** Reads a body as text; stops counting, and reading, at `limit` bytes. */
export async function readBody(request: IncomingMessage, limit: number): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new BodyTooLarge()
  const chunks: Buffer[] = []
  let size = 0
  // A request without setEncoding yields Buffers.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw new BodyTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
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
