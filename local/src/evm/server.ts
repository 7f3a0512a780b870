/** HTTP and WebSocket in front of the chain, on loopback only: JSON-RPC, health, and the faucet. */
import type { IncomingMessage } from 'node:http'
import type { Hex } from 'viem'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Faucet } from '../faucet.js'
import { serveFaucet } from '../faucetPage.js'
import { type HttpLimits, readBody, sendJson } from '../http.js'
import { answer, failure, type Respond, rpcError } from '../jsonRpc.js'
import { isLoopbackHost, isTrustedOrigin } from '../loopback.js'
import { closeServer, createLoopbackServer, listen, refuseMethod, type Serve } from '../loopbackServer.js'
import type { Chain } from './chain.js'
import { likeANode } from './rpc.js'

/** Large enough for the biggest contract in a batch, small enough that nobody fills the memory. */
export const bodyLimit = 4 * 1024 * 1024
/** One page that forgets to unsubscribe must not slow down the others. */
export const subscriptionLimit = 100

export interface EvmServer {
  readonly port: number
  /** Hands an event of the chain to the socket that asked for it. */
  publish(event: { id: Hex; result: unknown }): void
  close(): Promise<void>
}

export async function serveChain(options: {
  chain: Chain
  faucet: Faucet
  port: number
  limits?: Partial<HttpLimits>
}): Promise<EvmServer> {
  const { chain, faucet } = options
  /** Which socket owns which subscription. */
  const owners = new Map<Hex, WebSocket>()
  const closed = new WeakSet<WebSocket>()

  const overHttp: Respond = async ({ method, params }) => {
    if (method === 'eth_subscribe' || method === 'eth_unsubscribe')
      return { error: { code: -32601, message: `${method} needs a WebSocket` } }
    return chain.handle(method, params)
  }

  const overSocket =
    (socket: WebSocket): Respond =>
    async ({ method, params }) => {
      if (method === 'eth_unsubscribe') {
        const id = Array.isArray(params) ? params[0] : undefined
        if (owners.get(id) !== socket) return { result: false }
        owners.delete(id)
        return chain.handle(method, params)
      }
      if (method !== 'eth_subscribe') return chain.handle(method, params)
      const held = [...owners.values()].filter((owner) => owner === socket).length
      if (held >= subscriptionLimit)
        return {
          error: { code: -32005, message: `more than ${subscriptionLimit} subscriptions on one socket` },
        }
      const outcome = await chain.handle(method, params)
      if ('result' in outcome && isId(outcome.result)) {
        // The socket may have gone while the chain was answering; its clean-up has already run then.
        if (closed.has(socket)) await chain.handle('eth_unsubscribe', [outcome.result])
        else owners.set(outcome.result, socket)
      }
      return outcome
    }

  const serve: Serve = async (request, response, path) => {
    if (path === '/healthz') {
      if (request.method !== 'GET') return refuseMethod(response, 'GET, OPTIONS')
      const outcome = await chain.handle('eth_blockNumber', [])
      return sendJson(response, 'result' in outcome ? 200 : 503, outcome)
    }
    if (path === '/faucet')
      return serveFaucet(request, response, { faucet, network: 'the local Ethereum chain' })
    if (path !== '/') return sendJson(response, 404, { error: 'not found' })
    if (request.method !== 'POST') return refuseMethod(response, 'POST, OPTIONS')
    const body = await readBody(request, bodyLimit)
    const told = await answer(likeANode(overHttp), body)
    return told === undefined ? response.writeHead(204).end() : sendJson(response, 200, told)
  }

  const server = createLoopbackServer({
    limits: options.limits,
    serve,
    bodyOf: (status) => failure(status === 413 ? rpcError.tooLarge : rpcError.internal),
  })

  const sockets = new WebSocketServer({
    server,
    maxPayload: bodyLimit,
    verifyClient: ({ origin, req }: { origin: string | undefined; req: IncomingMessage }) =>
      isLoopbackHost(req.headers.host) && isTrustedOrigin(origin),
  })
  sockets.on('connection', (socket) => {
    const respond = likeANode(overSocket(socket))
    // ws hands over Buffers unless told otherwise.
    socket.on('message', (data: Buffer) => {
      answer(respond, data.toString()).then(
        (told) => told !== undefined && socket.send(JSON.stringify(told)),
        () => socket.terminate(),
      )
    })
    // Without a listener an oversized frame would end the process; `close` follows and cleans up.
    socket.on('error', () => {})
    socket.on('close', () => {
      closed.add(socket)
      for (const [id, owner] of owners) {
        if (owner !== socket) continue
        owners.delete(id)
        void chain.handle('eth_unsubscribe', [id])
      }
    })
  })
  // The server's own `error` listener below reports a failed start; ws repeats it on itself.
  sockets.on('error', () => {})

  const port = await listen(server, options.port)

  return {
    port,
    publish({ id, result }) {
      const message = { jsonrpc: '2.0', method: 'eth_subscription', params: { subscription: id, result } }
      owners.get(id)?.send(JSON.stringify(message))
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      await closeServer(server)
    },
  }
}

const isId = (value: unknown): value is Hex => typeof value === 'string' && value.startsWith('0x')
