/** Two ends of a WebSocket in one process; nothing arrives before the test says so. */

/** The part of a WebSocket that clients use. */
export interface FakeSocket {
  readonly readyState: number
  send(data: string): void
  close(code?: number, reason?: string): void
  addEventListener(type: SocketEventType, listener: (event: Event) => void): void
  removeEventListener(type: SocketEventType, listener: (event: Event) => void): void
}

export type SocketEventType = 'open' | 'message' | 'close' | 'error'

export interface FakeSocketPair {
  readonly client: FakeSocket
  readonly server: FakeSocket
  /** Delivers what was sent, in order; with a number, only that many messages. Returns how many were delivered. */
  flush(count?: number): number
  /** The line breaks: both ends close, what was under way is lost. */
  cut(): void
  /** Listeners on the client's end: 0 after it was closed down. */
  readonly listeners: number
  readonly isOpen: boolean
}

const states = { connecting: 0, open: 1, closing: 2, closed: 3 } as const
type Delivery = () => void

export function createFakeSocketPair(): FakeSocketPair {
  let queue: Delivery[] = []
  const client = createEnd(
    () => server,
    (run) => queue.push(run),
  )
  const server = createEnd(
    () => client,
    (run) => queue.push(run),
  )
  queue.push(() => {
    client.become('open')
    server.become('open')
  })
  return {
    client: client.socket,
    server: server.socket,
    flush(count = Number.POSITIVE_INFINITY) {
      let delivered = 0
      for (; delivered < count; delivered += 1) {
        const run = queue.shift()
        if (!run) break
        run()
      }
      return delivered
    },
    cut() {
      queue = []
      for (const end of [client, server]) end.become('closed', { code: 1006, reason: '' })
    },
    get listeners() {
      return client.listeners()
    },
    get isOpen() {
      return client.socket.readyState === states.open
    },
  }
}

interface End {
  readonly socket: FakeSocket
  become(state: 'open' | 'closed', detail?: { code: number; reason: string }): void
  receive(data: string): void
  listeners(): number
}

function createEnd(other: () => End, later: (run: Delivery) => void): End {
  let state: number = states.connecting
  const listeners = new Map<SocketEventType, Set<(event: Event) => void>>()
  const tell = (type: SocketEventType, detail: object) => {
    const event = Object.assign(new Event(type), detail)
    for (const listener of [...(listeners.get(type) ?? [])]) listener(event)
  }
  const end: End = {
    listeners: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
    become(next, detail = { code: 1005, reason: '' }) {
      if (state === states.closed || (next === 'open' && state !== states.connecting)) return
      state = states[next]
      tell(next === 'open' ? 'open' : 'close', next === 'open' ? {} : detail)
    },
    receive(data) {
      if (state === states.open) tell('message', { data })
    },
    socket: {
      get readyState() {
        return state
      },
      send(data) {
        if (state !== states.open) throw new DOMException('The socket is not open', 'InvalidStateError')
        later(() => other().receive(data))
      },
      close(code = 1005, reason = '') {
        if (state >= states.closing) return
        state = states.closing
        later(() => {
          other().become('closed', { code, reason })
          end.become('closed', { code, reason })
        })
      },
      addEventListener(type, listener) {
        const set = listeners.get(type) ?? new Set()
        listeners.set(type, set.add(listener))
      },
      removeEventListener: (type, listener) => void listeners.get(type)?.delete(listener),
    },
  }
  return end
}
