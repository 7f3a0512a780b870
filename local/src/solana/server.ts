/** HTTP and WebSocket in front of the chain, on loopback only: JSON-RPC, health, and the faucet. */
import type { IncomingMessage, Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Faucet } from '../faucet.js'
import { serveFaucet } from '../faucetPage.js'
import { type HttpLimits, readBody, sendJson } from '../http.js'
import { answer, failure, type Respond, type RpcOutcome, rpcError } from '../jsonRpc.js'
import { isLoopbackHost, isTrustedOrigin } from '../loopback.js'
import { closeServer, createLoopbackServer, listen, refuseMethod, type Serve } from '../loopbackServer.js'
import type { Method } from './methods.js'
import { readParams, subscriptionId } from './params.js'
import { RpcFailure } from './rpcFailure.js'
import { stringify } from './stringify.js'
import type { Subscriptions } from './subscriptions.js'

/** A hundred of the largest transactions, with room. */
export const bodyLimit = 512 * 1024
/** What a socket that does not read may owe; it is closed then. */
const mostUnread = 4 * 1024 * 1024

export interface SolanaServer {
  readonly port: number
  readonly socketPort: number
  close(): Promise<void>
}

export async function serveSolana(options: {
  methods: Readonly<Record<string, Method>>
  subscriptions: Subscriptions
  faucet: Faucet
  port: number
  /** Clients of the old kind look for the WebSocket one port above. */
  socketPort: number
  limits?: Partial<HttpLimits> | undefined
}): Promise<SolanaServer> {
  const { methods, subscriptions, faucet } = options

  const respond: Respond = ({ method, params }) =>
    outcomeOf(async () => {
      const found = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!found) throw new RpcFailure(-32601, 'Method not found')
      return found(params)
    })

  const serve: Serve = async (request, response, path) => {
    if (path === '/healthz' || path === '/health') {
      if (request.method !== 'GET') return refuseMethod(response, 'GET, OPTIONS')
      return sendJson(response, 200, 'ok')
    }
    if (path === '/faucet')
      return serveFaucet(request, response, { faucet, network: 'the local Solana chain' })
    if (path !== '/') return sendJson(response, 404, { error: 'not found' })
    if (request.method !== 'POST') return refuseMethod(response, 'POST, OPTIONS')
    const body = await readBody(request, bodyLimit)
    const told = await answer(respond, body)
    if (told === undefined) return response.writeHead(204).end()
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
    return response.writeHead(200, headers).end(stringify(told))
  }

  const overSocket =
    (socket: WebSocket, later: (job: () => void) => void): Respond =>
    (request) => {
      const [, kind, verb] =
        /^(signature|account|program|logs|slot|root)(Subscribe|Unsubscribe)$/.exec(request.method) ?? []
      if (kind === undefined) return respond(request)
      return outcomeOf(async () => {
        if (verb === 'Unsubscribe') {
          const [id] = readParams(request.params, [subscriptionId])
          return subscriptions.unsubscribe(id, socket)
        }
        const id = subscriptions.subscribe(kind, request.params, socket, (method, subscription, result) =>
          tell(socket, { jsonrpc: '2.0', method, params: { result, subscription } }),
        )
        // Not before the client has been told the id that it is to listen for.
        later(() => subscriptions.catchUp(id))
        return id
      })
    }

  const servers: { http: Server; sockets: WebSocketServer }[] = []
  async function open(port: number): Promise<number> {
    const http = createLoopbackServer({
      limits: options.limits,
      serve,
      bodyOf: (status) => failure(status === 413 ? rpcError.tooLarge : rpcError.internal),
    })
    const sockets = new WebSocketServer({
      server: http,
      maxPayload: bodyLimit,
      verifyClient: ({ origin, req }: { origin: string | undefined; req: IncomingMessage }) =>
        isLoopbackHost(req.headers.host) && isTrustedOrigin(origin),
    })
    sockets.on('connection', (socket) => {
      // ws hands over Buffers unless told otherwise.
      socket.on('message', (data: Buffer) => {
        const after: (() => void)[] = []
        answer(
          overSocket(socket, (job) => after.push(job)),
          data.toString(),
        ).then(
          (told) => {
            if (told !== undefined) tell(socket, told)
            for (const job of after) job()
          },
          () => socket.terminate(),
        )
      })
      // Without a listener an oversized frame would end the process; `close` follows and cleans up.
      socket.on('error', () => {})
      socket.on('close', () => subscriptions.forget(socket))
    })
    // `listen` reports a failed start; ws repeats it on itself.
    sockets.on('error', () => {})
    servers.push({ http, sockets })
    return listen(http, port)
  }

  async function close() {
    for (const { http, sockets } of servers) {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      await closeServer(http)
    }
  }

  try {
    const port = await open(options.port)
    const socketPort = await open(options.socketPort)
    return { port, socketPort, close }
  } catch (error) {
    await close()
    throw error
  }
}

function tell(socket: WebSocket, message: unknown): void {
  if (socket.bufferedAmount > mostUnread) return socket.terminate()
  socket.send(stringify(message))
}

async function outcomeOf(job: () => Promise<unknown>): Promise<RpcOutcome> {
  try {
    return { result: await job() }
  } catch (error) {
    if (!(error instanceof RpcFailure)) throw error
    const { code, message, data } = error
    return { error: data === undefined ? { code, message } : { code, message, data } }
  }
}
