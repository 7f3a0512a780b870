/** A connection to another relay as one of its clients; it comes back by itself. */
import { seconds } from '@latchkey/spec/limits'
import { closeAction, type RelayErrorTag, relayBounds, relayErrors, relayTimers } from '@latchkey/spec/relay'
import { WebSocket } from 'ws'
import { type Clock, within } from '../../ports/clock.js'
import type { Log } from '../../ports/log.js'
import { createIdentity } from './identity.js'

export interface UpstreamInput {
  readonly url: string
  readonly project: string | undefined
  readonly clock: Clock
  readonly log: Log
  readonly onOpen: () => void
  /** A push; its receipt goes out when the promise resolves with true. */
  readonly onPush: (data: unknown) => Promise<boolean>
}

export interface Upstream {
  isOpen(): boolean
  /** Rejects when it is refused, when no answer comes in time, and when the connection is lost. */
  ask(method: string, params: unknown): Promise<unknown>
  close(): void
}

/** The upstream's own no. */
export class UpstreamRefusal extends Error {
  /** Saying the same again would be refused again: it is at fault, or will not have it at all. */
  readonly isFinal: boolean

  constructor(method: string, { code, message, data }: RefusalBody) {
    super(`the upstream relay refuses ${method}: ${String(message)}`)
    this.isFinal = code === invalidPayload || finalTags.has(data)
  }
}

interface RefusalBody {
  readonly code?: unknown
  readonly message?: unknown
  readonly data?: unknown
}

/** What is at fault by itself; other errors are of the moment, or of a topic that is full. */
const invalidPayload = relayErrors.InvalidParams.code
const finalTags: ReadonlySet<unknown> = new Set<RelayErrorTag>(['TtlTooShort', 'TtlTooLong'])

interface Frame {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: { readonly data?: unknown }
  readonly result?: unknown
  readonly error?: RefusalBody
}

const firstPause = seconds(1)
const longestPause = seconds(30)
/** For an upstream that will not have us; somebody may put it right. */
const refusedPause = seconds(60)
/** Relays ping every 30 s; one that was silent for two rounds is gone. */
const silence = seconds(70)

export function connectUpstream({ url, project, clock, log, onOpen, onPush }: UpstreamInput): Upstream {
  const identity = createIdentity()
  const waiting = new Map<string, (frame: Frame) => void>()
  let socket: WebSocket | undefined
  let failures = 0
  let counter = 0
  let isClosed = false
  let cancelRetry = () => {}
  let cancelSilence = () => {}

  function listenAgain(to: WebSocket): void {
    cancelSilence()
    cancelSilence = clock.after(silence, () => to.terminate())
  }

  function connect(): void {
    const target = new URL(url)
    target.searchParams.set('auth', identity.token(url, clock.now()))
    if (project) target.searchParams.set('projectId', project)
    target.searchParams.set('ua', 'wc-2/latchkey-bridge')
    target.searchParams.set('useOnCloseEvent', 'true')
    const next = new WebSocket(target, {
      perMessageDeflate: false,
      handshakeTimeout: relayTimers.connectTry,
      maxPayload: 2 * relayBounds.payloadBytes,
    })
    socket = next
    next.on('open', () => {
      failures = 0
      log.info('the upstream relay is connected')
      listenAgain(next)
      onOpen()
    })
    next.on('ping', () => listenAgain(next))
    next.on('message', (data) => {
      listenAgain(next)
      hear(next, (data as Buffer).toString()) // one buffer per message
    })
    // The target holds a token, so what went wrong is told by the code only.
    next.on('error', (error) => log.debug({ code: Reflect.get(error, 'code') }, 'the upstream relay'))
    next.on('close', (code, reason) => retry(code, String(reason)))
  }

  function retry(code: number, reason: string): void {
    cancelSilence()
    failWaiting()
    if (isClosed) return
    const isRefused = closeAction(code) === 'stop'
    const wait = isRefused ? refusedPause : Math.min(firstPause * 2 ** failures, longestPause)
    failures++
    log.warn(
      { code, reason },
      isRefused ? 'the upstream relay refuses the gateway' : 'the upstream relay is away',
    )
    // Spread, because all gateways of an upstream lose it together.
    cancelRetry = clock.after(wait * (0.5 + Math.random() / 2), connect)
  }

  function failWaiting(): void {
    for (const fail of waiting.values()) fail({ error: { message: 'the connection was lost' } })
    waiting.clear()
  }

  function hear(from: WebSocket, text: string): void {
    const frame = parse(text)
    if (frame?.method === 'irn_subscription') return void hearPush(from, frame)
    const answer = waiting.get(String(frame?.id))
    if (frame) answer?.(frame)
  }

  async function hearPush(from: WebSocket, { id, params }: Frame): Promise<void> {
    const isKept = await onPush(params?.data).catch((err: unknown) => {
      log.warn({ err }, 'a message of the upstream relay could not be kept; it comes again')
      return false
    })
    if (isKept && from.readyState === from.OPEN)
      from.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
  }

  connect()
  return {
    isOpen: () => socket?.readyState === WebSocket.OPEN,
    async ask(method, params) {
      if (socket?.readyState !== WebSocket.OPEN) throw new Error('the upstream relay is away')
      const id = `${clock.now()}${String(counter++ % 1_000_000).padStart(6, '0')}`
      const answered = new Promise<Frame>((resolve) => waiting.set(id, resolve))
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
      try {
        const late = () => new Error(`the upstream relay does not answer ${method}`)
        const { error, result } = await within(clock, relayTimers.requestTry, answered, late)
        if (error) throw new UpstreamRefusal(method, error)
        return result
      } finally {
        waiting.delete(id)
      }
    },
    close() {
      isClosed = true
      cancelRetry()
      cancelSilence()
      socket?.close(1000)
      // Nobody is kept waiting until the other side has closed as well.
      failWaiting()
    },
  }
}

function parse(text: string): Frame | undefined {
  try {
    const frame: unknown = JSON.parse(text)
    return typeof frame === 'object' && frame !== null ? frame : undefined
  } catch {
    return undefined
  }
}
