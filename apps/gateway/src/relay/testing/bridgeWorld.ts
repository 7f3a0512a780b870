/** Gateways that bridge, the relays that they bridge to, and clients of both. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { SettingName } from '../../config/settings.js'
import type { Clock } from '../../ports/clock.js'
import type { Log } from '../../ports/log.js'
import { createRecordedLog } from '../../testing/log.js'
import { startTestGateway, type TestGateway } from '../../testing/startTestGateway.js'
import { connectClient, type RelayClient } from './relayClient.js'

type Environment = Partial<Record<SettingName, string>>

/** What an upstream is asked, or told. */
export interface Asked {
  readonly id: unknown
  readonly method?: string
  readonly params: {
    readonly topics: readonly string[]
    readonly subscriptions?: readonly { readonly topic: string }[]
    readonly topic?: string
    readonly message?: string
  }
}

/** An upstream as relays are: it sends who subscribes all that has no receipt, in order, and to subscribe twice does nothing. */
export interface RelayLike {
  readonly port: number
  /** Methods in the order in which they came. */
  readonly asked: readonly string[]
  readonly joined: ReadonlySet<string>
  /** Messages, each with a text of its own, in the order of their receipts. */
  readonly received: readonly string[]
  publish(topic: string, message: string): void
  /** The next so many of these are refused. */
  refuse(method: string, times: number): void
  /** These are carried out and have no answer until the returned function is called. */
  hold(method: string): () => void
  /** Resolves when the bridge has heard everything that was sent, and what it said to that is here. */
  settled(): Promise<void>
}

export interface BridgeWorld {
  start(environment?: Environment, ports?: { log?: Log; clock?: Clock }): Promise<TestGateway>
  stop(gateway: TestGateway): Promise<void>
  /** A second relay of ours in the upstream’s part, which wants to know who comes. */
  startUpstream(port?: number): Promise<TestGateway>
  /** An upstream that answers as it is told; resolves with its port. */
  fakeUpstream(hear: (asked: Asked, socket: WebSocket) => void): Promise<number>
  relayLike(): Promise<RelayLike>
  connect(gateway: TestGateway): Promise<RelayClient>
  close(): Promise<void>
}

export function createBridgeWorld(): BridgeWorld {
  const gateways: TestGateway[] = []
  const clients: RelayClient[] = []
  const fakes: WebSocketServer[] = []

  const start: BridgeWorld['start'] = async (
    environment = {},
    { log = createRecordedLog().log, ...ports } = {},
  ) => {
    const gateway = await startTestGateway(environment, { log, ...ports })
    gateways.push(gateway)
    return gateway
  }

  const fakeUpstream: BridgeWorld['fakeUpstream'] = async (hear) => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    fakes.push(server)
    server.on('connection', (socket) => {
      socket.on('message', (data) => hear(JSON.parse(String(data)), socket))
    })
    await once(server, 'listening')
    return (server.address() as AddressInfo).port // it listens on TCP
  }

  return {
    start,
    fakeUpstream,
    relayLike: () => createRelayLike(fakeUpstream),
    async stop(gateway) {
      gateways.splice(gateways.indexOf(gateway), 1)
      await gateway.stop()
    },
    startUpstream(port = 0) {
      const projects = [
        { id: 'gateway', name: 'A gateway' },
        { id: 'wallet', name: 'A wallet' },
      ]
      return start({
        LATCHKEY_GATEWAY_PORT: String(port),
        LATCHKEY_LOCAL: '0',
        LATCHKEY_PROJECTS: JSON.stringify(projects),
      })
    },
    async connect(gateway) {
      const client = await connectClient({ port: gateway.apiPort, query: { projectId: 'wallet' } })
      clients.push(client)
      return client
    },
    async close() {
      for (const { socket } of clients.splice(0)) socket.terminate()
      await Promise.all(gateways.splice(0).map((gateway) => gateway.stop()))
      for (const server of fakes.splice(0)) server.close()
    },
  }
}

async function createRelayLike(fakeUpstream: BridgeWorld['fakeUpstream']): Promise<RelayLike> {
  const asked: string[] = []
  const kept: { topic: string; message: string }[] = []
  const joined = new Set<string>()
  const received: string[] = []
  const refusals = new Map<string, number>()
  /** Answers that wait, by their method. */
  const held = new Map<string, (() => void)[]>()
  let wire: WebSocket | undefined

  const push = ({ topic, message }: { topic: string; message: string }) => {
    const params = { data: { topic, message, tag: 1108 } }
    wire?.send(JSON.stringify({ id: message, jsonrpc: '2.0', method: 'irn_subscription', params }))
  }

  function join(topics: readonly string[]): void {
    const fresh = new Set(topics.filter((topic) => !joined.has(topic)))
    for (const topic of fresh) joined.add(topic)
    for (const each of kept) if (fresh.has(each.topic) && !received.includes(each.message)) push(each)
  }

  const port = await fakeUpstream(({ id, method, params }, socket) => {
    if (wire !== socket) joined.clear()
    wire = socket
    if (!method) return void received.push(String(id))
    asked.push(method)
    const answer = (body: object) => socket.send(JSON.stringify({ id, jsonrpc: '2.0', ...body }))
    const left = refusals.get(method) ?? 0
    refusals.set(method, left - 1)
    if (left > 0) return answer({ error: { code: -32000, message: 'not now' } })
    const waiting = held.get(method)
    if (waiting) waiting.push(() => answer({ result: true }))
    else answer({ result: true })
    if (method === 'irn_batchSubscribe') join(params.topics)
    for (const { topic } of params.subscriptions ?? []) joined.delete(topic)
  })

  return {
    port,
    asked,
    joined,
    received,
    publish(topic, message) {
      kept.push({ topic, message })
      if (joined.has(topic)) push({ topic, message })
    },
    refuse: (method, times) => void refusals.set(method, times),
    hold(method) {
      const waiting: (() => void)[] = []
      held.set(method, waiting)
      return () => {
        held.delete(method)
        for (const answer of waiting) answer()
      }
    },
    async settled() {
      // An answer may bring a request, and that a push; each is behind the ping that went before it.
      for (let round = 0; round < 4; round++)
        await new Promise<void>((resolve) => {
          if (wire) wire.once('pong', () => resolve()).ping()
          else resolve()
        })
    },
  }
}

/** What a gateway needs to know to bridge to the relay at this port. */
export const bridged = (port: number, more: Environment = {}): Environment => ({
  LATCHKEY_RELAY_UPSTREAM: `ws://127.0.0.1:${port}/relay`,
  LATCHKEY_RELAY_UPSTREAM_PROJECT: 'gateway',
  ...more,
})

export async function isConnected(gateway: TestGateway): Promise<boolean> {
  return (await (await gateway.ask('/metrics')).text()).includes('relay_bridge_connected 1')
}

export const texts = ({ pushes }: RelayClient) => pushes.map(({ data }) => data.message)
