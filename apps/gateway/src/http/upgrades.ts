/**
 * WebSockets of the API's server, by path. A room hands in what it does with an upgrade; whoever asks for another path is
 * refused in the one shape, and every socket is ended when the gateway stops.
 *
 * ```ts
 * upgrades.serve('/relay', ({ request, socket, head, ip, url, requestId }) => sockets.handleUpgrade(…), { goodbye })
 * ```
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../ports/log.js'
import { Refusal, refuse } from './refusal.js'

export interface Upgrade {
  readonly request: IncomingMessage
  readonly socket: Duplex
  /** What came with the request already. */
  readonly head: Buffer
  /** The target with its query; host and scheme mean nothing. */
  readonly url: URL
  /** Of the caller, believed from trusted proxies only. */
  readonly ip: string
  readonly requestId: string
}

/** Takes the socket over, or throws a `Refusal` before anything was written to it. */
export type UpgradeHandler = (upgrade: Upgrade) => void | Promise<void>

export interface Upgrades {
  /** `goodbye` is called when the gateway stops; once it is over, the sockets that are left are cut. */
  serve(path: `/${string}`, handler: UpgradeHandler, options?: { goodbye?: () => void | Promise<void> }): void
  close(): Promise<void>
}

export function createUpgrades(
  app: FastifyInstance,
  { log, trustedProxies }: { log: Log; trustedProxies: readonly string[] },
): Upgrades {
  const handlers = new Map<string, UpgradeHandler>()
  const goodbyes: (() => void | Promise<void>)[] = []
  const open = new Set<Duplex>()
  const isTrusted = proxyAddress.compile([...trustedProxies])

  async function take(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const requestId = randomUUID()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    // Without a listener a connection that breaks would end the process.
    socket.on('error', () => socket.destroy())
    try {
      if (!URL.canParse(request.url ?? '', 'http://gateway'))
        throw refuse('parameter', 'The path is not readable')
      const url = new URL(request.url ?? '', 'http://gateway')
      const handler = handlers.get(url.pathname)
      if (!handler) throw refuse('notFound', 'There is nothing here')
      await handler({ request, socket, head, url, ip: proxyAddress(request, isTrusted), requestId })
    } catch (cause) {
      if (!(cause instanceof Refusal)) log.error({ err: cause, requestId }, 'a socket could not be opened')
      answerRefusal(socket, cause instanceof Refusal ? cause : refuse('internal'), requestId)
    }
  }

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    void take(request, socket, head)
  })

  return {
    serve(path, handler, { goodbye } = {}) {
      handlers.set(path, handler)
      if (goodbye) goodbyes.push(goodbye)
    },
    async close() {
      await Promise.all(goodbyes.map(async (goodbye) => goodbye()))
      for (const socket of open) socket.end(() => socket.destroy())
    },
  }
}

const statusTexts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  410: 'Gone',
  426: 'Upgrade Required',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** An upgrade that is refused is answered like any request; the server has let go of the socket, so by hand. */
function answerRefusal(socket: Duplex, { status, body, headers }: Refusal, requestId: string): void {
  if (!socket.writable) return void socket.destroy()
  const text = JSON.stringify(body)
  const said = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    'x-request-id': requestId,
    'access-control-allow-origin': '*',
    connection: 'close',
    ...headers,
  }
  const lines = Object.entries(said).map(([name, value]) => `${name}: ${value}`)
  const first = `HTTP/1.1 ${status} ${statusTexts[status] ?? 'Error'}`
  // Whoever does not hang up would keep half a connection for ever.
  socket.once('finish', () => socket.destroy())
  socket.end(`${first}\r\n${lines.join('\r\n')}\r\n\r\n${text}`)
}
