/**
 * The frame's end of the boundary. It says by a window message that it is ready, to one window of one origin; takes one
 * port from that window, once; and from then on hears and speaks through the port alone (D-32).
 */
import {
  eventType,
  type FrameEventName,
  type FrameEventPayload,
  frameBounds,
  frameChannelOffer,
} from '@latchkey/spec/frame'
import { limits, seconds } from '@latchkey/spec/limits'
import { type Answer, answer, refuseBusy } from './answer.js'
import type { FrameContext } from './context.js'
import type { Embedder } from './findEmbedder.js'

/** What is read of a `MessageEvent` of the window. */
export interface Heard {
  readonly source: unknown
  readonly origin: string
  readonly data: unknown
  readonly ports: readonly Port[]
}

/** What is used of a `MessagePort`. */
export interface Port extends EventTarget {
  start(): void
  postMessage(message: unknown): void
}

export interface ChannelOptions {
  readonly embedder: Embedder
  readonly context: FrameContext
  readonly now: () => number
  /** Types and ids only: a payload may hold an email, a code or a transaction. */
  readonly log: (line: string) => void
}

export interface Channel {
  /**
   * Says that the frame is ready (S4-13) until a port is there. A browser may lose the word: Chromium does where the page
   * opens a window at that very moment, as it does for the person who presses a service at once.
   */
  greet(version: string): void
  /** A window message: the offer of a port, or nothing. */
  hear(event: Heard): void
  /** What came through the port; settles when its answer, if there is one, has been sent. */
  serve(data: unknown): Promise<void>
  /** Before there is a port only READY is told; the rest waits for no one and is dropped. */
  tell<event extends FrameEventName>(event: event, payload: FrameEventPayload<event>): void
}

/** Long after a page that hears well has offered its port. */
const greetEvery = seconds(1)

export function createChannel({ embedder, context, now, log }: ChannelOptions): Channel {
  const rate = createRate(now)
  let inFlight = 0
  let port: Port | undefined

  const send = (message: Answer) => {
    log(`sent ${message.type} ${message.id ?? ''}`)
    port?.postMessage(message)
  }

  async function serve(data: unknown): Promise<void> {
    if (inFlight >= frameBounds.inFlight || !rate.allows()) {
      const refusal = refuseBusy(data)
      if (refusal) send(refusal)
      return
    }
    inFlight += 1
    try {
      const message = await answer(data, context)
      if (message) send(message)
      else log('ignored what is no message of the table, or was heard before')
    } finally {
      inFlight -= 1
    }
  }

  const tell: Channel['tell'] = (event, payload) => {
    const message = { type: eventType(event), payload }
    if (event === 'READY') embedder.peer.postMessage(message, { targetOrigin: embedder.origin })
    else send(message)
  }

  return {
    serve,
    tell,
    greet(version) {
      const document = context.createId()
      const endsAt = now() + limits.frameReady
      const say = () => {
        if (port || now() >= endsAt) return
        tell('READY', { version, document })
        context.after(greetEvery, say)
      }
      say()
    },
    hear({ source, origin, data, ports }) {
      if (source !== embedder.peer || origin !== embedder.origin || !isOffer(data)) return
      const [offered] = ports
      // Taken at once, before anything waits: of two offers that race one is the channel, and the other nobody's.
      if (port || !offered || ports.length !== 1) {
        log('ignored another channel')
        return
      }
      port = offered
      port.addEventListener('message', (event) => void serve(event instanceof MessageEvent && event.data))
      port.start()
    },
  }
}

function isOffer(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === frameChannelOffer
}

/** At most `frameBounds.perSecond` in any second. */
function createRate(now: () => number) {
  let recent: number[] = []
  return {
    allows() {
      const oldest = now() - seconds(1)
      recent = recent.filter((time) => time > oldest)
      if (recent.length >= frameBounds.perSecond) return false
      recent.push(now())
      return true
    },
  }
}
