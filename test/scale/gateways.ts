/** Several gateway processes side by side, as an operator would run them behind a load balancer. */
import { mkdirSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { houseFolder } from '../harness/paths.js'
import { type Running, run, signalGroup } from '../harness/run.js'
import { until } from '../harness/until.js'
import { temporaryFolder } from './folder.js'

export const gatewayProgram = resolve(houseFolder, 'apps/gateway/dist/main.js')

export interface Gateway {
  readonly origin: string
  readonly running: Running
}

export interface Gateways {
  readonly all: readonly Gateway[]
  stop(): Promise<void>
}

export interface GatewaysInput {
  count: number
  /** The port of the first; each takes two. */
  firstPort: number
  env: Record<string, string>
}

/** Starts them all at the same moment and waits until each is ready. */
export async function startGateways({ count, firstPort, env }: GatewaysInput): Promise<Gateways> {
  const folder = temporaryFolder()
  const all = Array.from({ length: count }, (_, index) =>
    startGateway(join(folder, String(index)), firstPort + 2 * index, env),
  )
  const stop = async () => {
    for (const { running } of all) signalGroup(running, 'SIGTERM')
    await Promise.all(all.map(({ running }) => running.exited))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await Promise.all(all.map(becomesReady))
  } catch (error) {
    await stop()
    throw error
  }
  return { all, stop }
}

export function startGateway(data: string, port: number, env: Record<string, string>): Gateway {
  mkdirSync(data, { recursive: true })
  const own = {
    LATCHKEY_DATA: data,
    LATCHKEY_GATEWAY_PORT: String(port),
    LATCHKEY_WALLET_PORT: String(port + 1),
    LATCHKEY_LOG_LEVEL: 'debug',
  }
  const running = run(process.execPath, [gatewayProgram], { cwd: data, env: { ...own, ...env } })
  return { origin: `http://127.0.0.1:${port}`, running }
}

export async function becomesReady(gateway: Gateway): Promise<void> {
  const { origin, running } = gateway
  const answer = async () => {
    if (running.hasExited()) return 'ended'
    const { ok } = await fetch(`${origin}/readyz`)
    return ok && 'ready'
  }
  const seen = await until(answer, { what: `${origin} is ready`, within: 60_000 }).catch((cause: unknown) => {
    throw new Error(`${origin} did not become ready:\n${running.output()}`, { cause })
  })
  if (seen === 'ended') throw new Error(`${origin} ended:\n${running.output()}`)
}

export interface Upstream {
  readonly url: string
  /** From now on block numbers are answered only when `release` is called. */
  hold(): void
  waiting(): number
  release(): void
  close(): void
}

/** A node of chain 31337 that knows one block, and can be slow about it. */
export async function startUpstream(): Promise<Upstream> {
  let isHolding = false
  const held: (() => void)[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString())
    const answer = () => answerCall(response, id, method)
    if (isHolding && method === 'eth_blockNumber') held.push(answer)
    else answer()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    hold: () => {
      isHolding = true
    },
    waiting: () => held.length,
    release() {
      isHolding = false
      for (const answer of held.splice(0)) answer()
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function answerCall(response: ServerResponse, id: unknown, method: string): void {
  const result = method === 'eth_chainId' ? '0x7a69' : '0x1'
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, result }))
}
