/** One connection to the relay, for as long as somebody needs it: opened late, kept over breaks, closed when idle. */
import { LatchkeyError } from '@latchkey/spec/errors'
import { closeAction, relayBounds, relayTimers } from '@latchkey/spec/relay'
import type { Clock } from '../clock.js'
import { sdkType, sdkVersion } from '../version.js'
import { type Call, createCalls } from './calls.js'
import { readFrame } from './frames.js'
import type { Identity } from './identity.js'
import { type RelayStatus, type RelayTransport, statusError, type TransportListener } from './transport.js'

/** The part of a WebSocket that is used here. */
export interface Socket {
  send(data: string): void
  close(code?: number): void
  addEventListener(type: 'open' | 'message' | 'close' | 'error', listener: (event: SocketEvent) => void): void
}

/** The fields of a message and of a close, where it is one. */
export interface SocketEvent {
  readonly data?: unknown
  readonly code?: number
  readonly reason?: string
}

export interface ConnectionInput extends TransportListener {
  readonly url: string
  readonly projectId: string | undefined
  readonly identity: Identity
  readonly clock: Clock
  readonly openSocket: (url: string) => Socket
  /** Calls back when the machine may have been asleep or offline. */
  readonly onWake: (listener: () => void) => () => void
  readonly random?: () => number
}

interface Closed {
  readonly code: number
  readonly reason: string
}

const tooManyRequests = 3001

export function createConnection(input: ConnectionInput): RelayTransport {
  const { clock, random = Math.random } = input
  const topics = new Set<string>()
  const calls = createCalls(clock)
  let socket: Socket | undefined
  let isOpen = false
  let isClosed = false
  /** Connections in a row that never opened or broke. */
  let failures = 0
  let isWaiting = false
  let cancelTimer = () => {}
  let status: RelayStatus = { status: 'idle' }
  const stopWaking = input.onWake(wake)

  function setStatus(next: RelayStatus) {
    status = next
    input.onStatus(next)
  }

  function connect() {
    if (socket || isClosed) return
    cancelTimer()
    isWaiting = false
    // A second failure is worth telling; the first is often a server that restarts.
    setStatus({ status: failures < 2 ? 'connecting' : 'lost' })
    const opened = openSafely()
    if (!opened) return lose({ code: 1006, reason: '' })
    socket = opened
    cancelTimer = clock.after(relayTimers.connectTry, () => drop(opened))
    opened.addEventListener('open', () => {
      if (opened === socket) onOpen()
    })
    opened.addEventListener('message', ({ data }) => hear(opened, data))
    // A close follows, and it has the reason; on a server an error without a listener would end the process.
    opened.addEventListener('error', () => {})
    opened.addEventListener('close', ({ code = 1006, reason = '' }) => {
      if (opened === socket) lose({ code, reason })
    })
  }

  function onOpen() {
    cancelTimer()
    isOpen = true
    setStatus({ status: 'connected' })
    for (const call of calls.pending.values()) send(call)
    resubscribe()
  }

  /** A page may forbid connections outright. */
  function openSafely(): Socket | undefined {
    try {
      return input.openSocket(address(input))
    } catch {
      return undefined
    }
  }

  /** Gives a connection up without waiting for its farewell. */
  function drop(dead: Socket) {
    if (dead !== socket) return
    lose({ code: 1006, reason: '' })
    end(dead)
  }

  function lose({ code, reason }: Closed) {
    socket = undefined
    isOpen = false
    cancelTimer()
    for (const call of calls.pending.values()) call.cancelTry()
    if (isClosed) return
    const action = closeAction(code)
    if (action === 'stop') {
      setStatus({ status: 'refused', reason })
      return calls.rejectAll(() => new LatchkeyError('relay.refused', { reason }))
    }
    if (!isNeeded()) return setStatus({ status: 'idle' })
    failures += 1
    const delay = reconnectDelay(failures, action === 'back-off', random())
    if (failures > 1) setStatus({ status: 'lost', retryAt: clock.now() + delay })
    isWaiting = true
    cancelTimer = clock.after(delay, () => {
      isWaiting = false
      if (isNeeded()) connect()
      else setStatus({ status: 'idle' })
    })
  }

  const isNeeded = () => topics.size > 0 || calls.pending.size > 0

  function send(call: Call) {
    if (!isOpen || !socket) return
    const current = socket
    call.cancelTry()
    call.cancelTry = clock.after(call.tryFor, () => drop(current))
    current.send(call.text)
  }

  function hear(from: Socket, data: unknown) {
    const frame = readFrame(data)
    if (!frame || from !== socket) return
    if ('push' in frame) {
      try {
        input.onPush(frame.push)
      } finally {
        // The wallet's next message must not wait for our mistakes.
        from.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }))
      }
      return
    }
    const call = calls.pending.get(frame.id)
    if (!call) return
    // It works. A server that opens and closes at once would otherwise be asked without a pause.
    failures = 0
    if (!('error' in frame)) call.end({ result: frame.result })
    else if (frame.error.code === tooManyRequests) {
      call.cancelTry()
      call.cancelTry = clock.after(relayTimers.backOffDelay, () => send(call))
    } else call.end({ error: new Error(frame.error.message) })
    closeIfIdle()
  }

  function ask(method: string, params: unknown, tryFor?: number): Promise<unknown> {
    if (isClosed) return Promise.reject(new LatchkeyError('relay.not-initialized'))
    const refusal = status.status === 'refused' ? statusError(status) : undefined
    if (refusal) return Promise.reject(refusal)
    const onTooLate = () => statusError(status) ?? new LatchkeyError('relay.unreachable')
    const answer = calls.add({ method, params, onTooLate, ...(tryFor ? { tryFor } : {}) }, (call) => {
      if (isOpen) send(call)
      else if (!isWaiting) connect()
    })
    return answer.finally(closeIfIdle)
  }

  /** Everything that was subscribed before, in as few frames as the relay takes. */
  function resubscribe(tryFor?: number) {
    const asked = [...calls.pending.values()].filter(({ method }) => method === 'irn_subscribe')
    const known = [...topics].filter((each) => !asked.some(({ text }) => text.includes(each)))
    for (let at = 0; at < known.length; at += relayBounds.batch) {
      const batch = known.slice(at, at + relayBounds.batch)
      // What fails is asked again on the next connection.
      ask('irn_batchSubscribe', { topics: batch }, tryFor).catch(() => {})
    }
  }

  function closeIfIdle() {
    if (isNeeded() || !socket) return
    const idle = socket
    socket = undefined
    isOpen = false
    cancelTimer()
    end(idle)
    setStatus({ status: 'idle' })
  }

  /** A connection that slept may be dead without anybody having said so. */
  function wake() {
    if (isOpen) resubscribe(relayTimers.aliveCheck)
    else if (!socket && status.status !== 'refused' && isNeeded()) connect()
  }

  return {
    async subscribe(topic) {
      topics.add(topic)
      await ask('irn_subscribe', { topic })
    },
    unsubscribe(topic) {
      if (!topics.delete(topic)) return
      if (isOpen) ask('irn_unsubscribe', { topic }).catch(() => {})
      else closeIfIdle()
    },
    async publish(publication) {
      await ask('irn_publish', publication)
    },
    retry() {
      failures = 0
      if (status.status === 'refused') setStatus({ status: 'idle' })
      if (isNeeded()) connect()
    },
    close() {
      if (isClosed) return
      isClosed = true
      stopWaking()
      cancelTimer()
      const last = socket
      socket = undefined
      isOpen = false
      if (last) end(last)
      calls.rejectAll(() => new LatchkeyError('relay.not-initialized'))
    },
  }
}

function end(socket: Socket): void {
  try {
    socket.close(1000)
  } catch {
    // Some implementations refuse to close what never opened.
  }
}

/** A random part of a window that doubles: many clients that lose one server do not come back as one. */
function reconnectDelay(failures: number, isBusy: boolean, random: number): number {
  const { reconnectDelay, backOffDelay, reconnectDelayMax } = relayTimers
  const base = isBusy ? backOffDelay : reconnectDelay
  const window = Math.min(reconnectDelayMax, base * 2 ** Math.min(failures, 16))
  return Math.ceil(isBusy ? window / 2 + (random * window) / 2 : random * window)
}

function address({ url, projectId, identity, clock }: ConnectionInput): string {
  const full = new URL(url)
  const { searchParams } = full
  searchParams.set('auth', identity.token({ audience: url, now: clock.now() }))
  if (projectId) searchParams.set('projectId', projectId)
  searchParams.set('ua', `wc-2/${sdkType}-${sdkVersion}`)
  // Otherwise a browser cannot see why it was refused.
  searchParams.set('useOnCloseEvent', 'true')
  return full.href
}
