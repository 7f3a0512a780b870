/** A browser with a scripted wallet in its frame, at the edge where messages pass: for tests. */
import {
  errorType,
  eventType,
  type FrameErrorPayload,
  type FrameEventName,
  type FrameEventPayload,
  type FrameMethod,
  type FrameRequest,
  type FrameResult,
  frameChannelOffer,
  pendingMessage,
  readAppMessage,
  successType,
} from '@latchkey/spec/frame'
import type { FrameElement, FrameEnvironment, HeardMessage, OpenedWindow } from './environment.js'

export const walletOrigin = 'https://wallet.example'
export const pageAddress = 'https://shop.example/cart?item=7'

/** What the scripted frame answers; a rejection with a `Refusal` is told as it is. */
export type Script = {
  [method in FrameMethod]?: (
    request: FrameRequest<method>,
  ) => FrameResult<method> | Promise<FrameResult<method>>
}

export class Refusal extends Error {
  readonly payload: FrameErrorPayload
  constructor(payload: FrameErrorPayload) {
    super(payload.message)
    this.payload = payload
  }
}

/** The word for "not yet" of a method. */
export const pending = (method: FrameMethod) => new Refusal({ message: pendingMessage(method) ?? '' })

export interface Asked {
  readonly method: FrameMethod
  readonly id: string | undefined
  readonly payload: unknown
}

export interface TestFrame {
  readonly environment: FrameEnvironment
  /** Everything that the host asked, in order. */
  readonly asked: readonly Asked[]
  /** Addresses of the frames that were made. */
  readonly made: readonly string[]
  /** Frames that are in the page. */
  readonly inPage: number
  /** Ports that were handed over. */
  readonly ports: number
  /** Windows that were opened, with where they went. */
  readonly windows: readonly { url: string; isClosed: boolean }[]
  readonly left: readonly string[]
  readonly address: string
  script: Script
  /** Frames say that they are ready as soon as they are made. */
  isUp: boolean
  /** The browser lets windows open. */
  allowsWindows: boolean
  /** Asked for this method; the count. */
  count(method: FrameMethod): number
  ready(): void
  /** Another document has loaded in the frame. */
  load(): void
  tell<event extends FrameEventName>(event: event, payload: FrameEventPayload<event>): void
  /** Anything at all, over the port. */
  post(message: unknown): void
  /** A window message, as any window could post it; without a source, from the frame's own. */
  hear(message: Partial<HeardMessage>): void
}

interface Port {
  deliver: (data: unknown) => void
}

/** Two ends that deliver in the next microtask: real ports deliver in tasks, which a test clock cannot see. */
function createPair(): { channel: MessageChannel; page: Port; frame: Port } {
  const listeners = new Set<(event: { data: unknown }) => void>()
  const page: Port = { deliver: (data) => void listeners.forEach((hear) => hear({ data })) }
  const frame: Port = { deliver: () => {} }
  const port1 = {
    postMessage: (data: unknown) => {
      const copy: unknown = structuredClone(data)
      queueMicrotask(() => frame.deliver(copy))
    },
    addEventListener: (_: string, hear: (event: { data: unknown }) => void) => listeners.add(hear),
    removeEventListener: (_: string, hear: (event: { data: unknown }) => void) => listeners.delete(hear),
    start() {},
    close() {
      listeners.clear()
      frame.deliver = () => {}
    },
  }
  // Only these methods of a port are used.
  return { channel: { port1, port2: frame } as unknown as MessageChannel, page, frame }
}

export function createTestFrame(script: Script = {}): TestFrame {
  const asked: Asked[] = []
  const made: string[] = []
  const windows: { url: string; isClosed: boolean }[] = []
  const left: string[] = []
  const listeners = new Set<(message: HeardMessage) => void>()
  const loads = new Set<() => void>()
  let current: { readonly window: object } | undefined
  let pairs: ReturnType<typeof createPair>[] = []
  let line: Port | undefined
  let address = pageAddress
  let ids = 0
  let ports = 0

  const post = (data: unknown) => {
    const copy: unknown = structuredClone(data)
    queueMicrotask(() => line?.deliver(copy))
  }

  async function serve(data: unknown): Promise<void> {
    const message = readAppMessage(data)
    if (!message) throw new Error(`The host said what is no message: ${JSON.stringify(data)}`)
    const { method, id, payload } = message
    asked.push({ method, id, payload })
    // The payload was read with the schema of this method.
    const handler = test.script[method] as ((request: unknown) => unknown) | undefined
    const mine = line
    const answer = (type: string, body: unknown) => {
      if (mine !== line) return
      post({ type, ...(id === undefined ? {} : { id }), ...(body === undefined ? {} : { payload: body }) })
    }
    try {
      if (!handler) return
      answer(successType(method), await handler(payload))
    } catch (cause) {
      answer(errorType(method), cause instanceof Refusal ? cause.payload : { message: String(cause) })
    }
  }

  function createFrame({ url }: { url: string }): FrameElement {
    made.push(url)
    const window = {}
    const mine = { window }
    current = mine
    if (test.isUp) queueMicrotask(() => current === mine && test.ready())
    return {
      window,
      post(message, targetOrigin, port) {
        if (targetOrigin !== walletOrigin) throw new Error(`A port went to ${targetOrigin}`)
        if ((message as { type?: unknown }).type !== frameChannelOffer)
          throw new Error('A port without a word')
        ports += 1
        const pair = pairs.find(({ channel }) => channel.port2 === port)
        if (!pair) throw new Error('A port of another channel')
        line = pair.page
        pair.frame.deliver = (data) => void serve(data)
      },
      onLoad(listener) {
        loads.add(listener)
        return () => loads.delete(listener)
      },
      remove() {
        if (current === mine) current = undefined
        line = undefined
      },
    }
  }

  const test: TestFrame = {
    script,
    isUp: true,
    allowsWindows: true,
    asked,
    made,
    windows,
    left,
    get inPage() {
      return current ? 1 : 0
    },
    get ports() {
      return ports
    },
    get address() {
      return address
    },
    count: (method) => asked.filter((each) => each.method === method).length,
    ready: () => test.hear({ data: { type: eventType('READY'), payload: { version: '4' } } }),
    load: () => loads.forEach((listener) => listener()),
    tell: (event, payload) => post({ type: eventType(event), payload }),
    post,
    hear(message) {
      const heard = { source: current?.window, origin: walletOrigin, data: undefined, ...message }
      for (const listener of [...listeners]) listener(heard)
    },
    environment: {
      origin: new URL(pageAddress).origin,
      address: () => address,
      replaceAddress(url) {
        address = url
      },
      leaveFor: (url) => left.push(url),
      createFrame,
      createChannel() {
        const pair = createPair()
        pairs = [...pairs, pair]
        return pair.channel
      },
      createId: () => `id-${++ids}`,
      listen(hear) {
        listeners.add(hear)
        return () => listeners.delete(hear)
      },
      openWindow(url): OpenedWindow | undefined {
        if (!test.allowsWindows) return undefined
        const opened = { url, isClosed: false }
        windows.push(opened)
        return {
          goTo(next) {
            opened.url = next
          },
          close() {
            opened.isClosed = true
          },
        }
      },
    },
  }
  return test
}
