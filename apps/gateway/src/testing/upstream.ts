/** A JSON-RPC server that behaves as a test tells it to. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Behaviour = (
  call: { method: string; params: unknown; id: unknown },
  response: ServerResponse,
) => void

export interface TestUpstream {
  readonly url: string
  readonly calls: { method: string; params: unknown; text: string }[]
  behave(next: Behaviour): void
  close(): Promise<void>
}

/** Answers like a node of chain 31337 that knows one block. */
export const healthy: Behaviour = ({ method, params, id }, response) => {
  const results: Record<string, unknown> = { eth_chainId: '0x7a69', eth_blockNumber: '0x1' }
  const body = method in results ? { result: results[method] } : { result: params }
  response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
}

export const refusing =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (_, response) =>
    void response.writeHead(status, headers).end('{"error":"no"}')

/** Takes the request and never answers. */
export const hanging: Behaviour = () => {}

export const saying =
  (text: string): Behaviour =>
  (_, response) =>
    void response.end(text)

export async function startUpstream(first: Behaviour = healthy): Promise<TestUpstream> {
  let behaviour = first
  const calls: TestUpstream['calls'] = []
  const server = createServer(async (request, response) => {
    const text = await readAll(request)
    const call = JSON.parse(text)
    // So that each call is counted and answered by itself.
    if (Array.isArray(call)) {
      response.end('{"id":null,"error":{"code":-32600,"message":"no batches"}}')
      return
    }
    calls.push({ method: call.method, params: call.params, text })
    behaviour(call, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    // The path stands for the key that providers put there.
    url: `http://127.0.0.1:${port}/v3/secret-key-of-the-operator`,
    calls,
    behave: (next) => {
      behaviour = next
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // no encoding is set, so chunks are buffers
  return Buffer.concat(chunks).toString()
}
