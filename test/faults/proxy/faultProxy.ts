/** Stands in front of one dependency and passes everything on, until it is told to break it in one of the ways of `faults.ts`. */
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import type { Fault } from './faults.js'
import { passRequest, passUpgrade } from './passHttp.js'
import { passStream } from './passStream.js'

export interface FaultProxy {
  readonly port: number
  /** From now on, and for what is open already; undefined mends it. */
  set(fault: Fault | undefined): void
  /** What the newest fault has met: requests, connections and messages. None: whatever went well owes nothing to it. */
  met(): number
  close(): Promise<void>
}

export interface FaultProxyInput {
  /** 0, the default, for any that is free. */
  readonly port?: number
  /** Where the dependency really is, on this machine. */
  readonly target: number
  /** `http` reads requests and sockets of the Web, and can tell one answer from the next; `stream` is any other protocol. */
  readonly speaks: 'http' | 'stream'
  /** Which requests the fault is for; others pass. Absent: all. */
  readonly isMeant?: (path: string) => boolean
  /** Whom a request comes from: told to the dependency, which must believe this proxy. Absent: from here. */
  readonly addressOf?: (headers: IncomingHttpHeaders) => string | undefined
  /** How late an answer is. */
  readonly delay?: number
}

/** What the two ways of passing share. */
export interface Weather {
  readonly target: number
  readonly delay: number
  fault(): Fault | undefined
  isMeant(path: string): boolean
  addressOf(headers: IncomingHttpHeaders): string | undefined
  /** Something was asked for that the fault broke, or made late. */
  count(): void
  /** Everything that would have to be closed. */
  readonly open: Set<Socket>
  /** What an open stream does when the weather changes; answers with how to stop listening. */
  onChange(listener: (fault: Fault | undefined) => void): () => void
}

const usualDelay = 1500

export async function startFaultProxy(input: FaultProxyInput): Promise<FaultProxy> {
  const open = new Set<Socket>()
  const listeners = new Set<(fault: Fault | undefined) => void>()
  let current: Fault | undefined
  let met = 0
  const weather: Weather = {
    target: input.target,
    delay: input.delay ?? usualDelay,
    fault: () => current,
    isMeant: input.isMeant ?? (() => true),
    addressOf: input.addressOf ?? (() => undefined),
    count() {
      met += 1
    },
    open,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const server =
    input.speaks === 'http' ? httpServer(weather) : createTcpServer((near) => passStream(near, weather))
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => open.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(input.port ?? 0, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port, // it listens on TCP
    set(fault) {
      if (fault === current) return
      current = fault
      // Kept when it is mended, to be read then.
      if (fault) met = 0
      for (const listener of [...listeners]) listener(fault)
    },
    met: () => met,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}

function httpServer(weather: Weather): Server {
  const server = createHttpServer((request, response) => passRequest(request, response, weather))
  server.on('upgrade', (request, near: Socket, head) => passUpgrade(request, near, head, weather))
  // Silence is meant to last; who asks has a deadline or has not.
  server.requestTimeout = 0
  return server
}
