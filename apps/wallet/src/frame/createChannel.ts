/** The frame's end of the window boundary: believes one window of one origin, answers it, and never another. */
import { eventType, type FrameEventName, type FrameEventPayload, frameBounds } from '@latchkey/spec/frame'
import { seconds } from '@latchkey/spec/limits'
import { type Answer, answer, refuseBusy } from './answer.js'
import type { FrameContext } from './context.js'
import type { Embedder } from './findEmbedder.js'

/** What is read of a `MessageEvent`. */
export interface Heard {
  readonly source: unknown
  readonly origin: string
  readonly data: unknown
}

export interface ChannelOptions {
  readonly embedder: Embedder
  readonly context: FrameContext
  readonly now: () => number
  /** Types and ids only: a payload may hold an email, a code or a transaction. */
  readonly log: (line: string) => void
}

export interface Channel {
  /** Settles when the answer, if there is one, has been sent. */
  hear(event: Heard): Promise<void>
  tell<event extends FrameEventName>(event: event, payload: FrameEventPayload<event>): void
}

export function createChannel({ embedder, context, now, log }: ChannelOptions): Channel {
  const rate = createRate(now)
  let inFlight = 0

  const send = (message: Answer) => {
    log(`sent ${message.type} ${message.id ?? ''}`)
    embedder.peer.postMessage(message, { targetOrigin: embedder.origin })
  }

  return {
    async hear({ source, origin, data }) {
      if (source !== embedder.peer || origin !== embedder.origin) return
      if (inFlight >= frameBounds.inFlight || !rate.allows()) {
        const refusal = refuseBusy(data)
        if (refusal) send(refusal)
        return
      }
      inFlight += 1
      try {
        const message = await answer(data, context)
        if (message) send(message)
        else log('ignored what is no message of the table')
      } finally {
        inFlight -= 1
      }
    },
    tell: (event, payload) => send({ type: eventType(event), payload }),
  }
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
