/** A relay in this process for tests: sockets that open, carry and break when the test says so. */
import type { Socket, SocketEvent } from './connection.js'
import { parseJson } from './parseJson.js'
import { isRecord } from './schemas.js'

type EventName = 'open' | 'message' | 'close' | 'error'

export interface TestSocket extends Socket {
  readonly url: string
  readonly frames: readonly { readonly id: string; readonly method: string; readonly params: Params }[]
  open(): void
  receive(frame: unknown): void
  break(code?: number, reason?: string): void
  readonly isClosed: boolean
}

export interface Params {
  readonly topic?: string
  readonly topics?: readonly string[]
  readonly message?: string
}

export interface TestRelay {
  readonly sockets: readonly TestSocket[]
  readonly openSocket: (url: string) => Socket
  /** Sockets that were opened and not closed. */
  readonly live: readonly TestSocket[]
  /** From now on sockets open at once and their calls are answered; `false`: nothing happens by itself. */
  isUp: boolean
  /** What was published, in order. */
  readonly published: readonly Required<Pick<Params, 'topic' | 'message'>>[]
  push(topic: string, message: string): void
  /** Has what the other was given, as after a reload of the page. */
  adopt(other: TestRelay): void
}

export function createTestRelay(): TestRelay {
  const sockets: TestSocket[] = []
  const published: Required<Pick<Params, 'topic' | 'message'>>[] = []
  const live = () => sockets.filter(({ isClosed }) => !isClosed)
  const relay: TestRelay = {
    sockets,
    published,
    isUp: true,
    get live() {
      return live()
    },
    openSocket(url) {
      const socket = createTestSocket(url, (frame) => answer(socket, frame))
      sockets.push(socket)
      queueMicrotask(() => (relay.isUp ? socket.open() : socket.break(1006)))
      return socket
    },
    adopt: (other) => void published.push(...other.published),
    push(topic, message) {
      for (const socket of live()) {
        socket.receive({ id: 1, method: 'irn_subscription', params: { data: { topic, message } } })
      }
    },
  }
  function answer(socket: TestSocket, { id, method, params }: TestSocket['frames'][number]) {
    if (!relay.isUp) return
    const { topic, message } = params
    if (method === 'irn_publish' && topic && message) published.push({ topic, message })
    queueMicrotask(() => socket.receive({ id, jsonrpc: '2.0', result: true }))
  }
  return relay
}

function createTestSocket(url: string, onFrame: (frame: TestSocket['frames'][number]) => void): TestSocket {
  const listeners: [EventName, (event: SocketEvent) => void][] = []
  const frames: TestSocket['frames'][number][] = []
  let isClosed = false
  const tell = (name: EventName, event: SocketEvent = {}) => {
    for (const [each, listener] of [...listeners]) if (each === name) listener(event)
  }
  return {
    url,
    frames,
    get isClosed() {
      return isClosed
    },
    addEventListener: (name, listener) => void listeners.push([name, listener]),
    send(text) {
      const frame = parseJson(text)
      // Acknowledgements have no method.
      if (!isRecord(frame) || typeof frame.method !== 'string') return
      const { id, method, params } = frame as never as TestSocket['frames'][number] // written by the code under test
      frames.push({ id, method, params })
      onFrame({ id, method, params })
    },
    close() {
      isClosed = true
    },
    open: () => isClosed || tell('open'),
    receive: (frame) => isClosed || tell('message', { data: JSON.stringify(frame) }),
    break(code = 1006, reason = '') {
      if (isClosed) return
      isClosed = true
      tell('close', { code, reason })
    },
  }
}
