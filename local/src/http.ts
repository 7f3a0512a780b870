/** The few HTTP manners that the chain and the static server share. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'

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
