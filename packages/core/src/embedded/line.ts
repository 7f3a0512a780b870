/** One channel to one document in the frame: questions go out with an id, and only their answers come in. */
import {
  appType,
  type FrameMessage,
  type FrameMethod,
  type FrameRequest,
  readFrameMessage,
} from '@latchkey/spec/frame'

export type FrameAnswer = Extract<FrameMessage, { kind: 'success' | 'error' }>
export type FrameTold = Extract<FrameMessage, { kind: 'event' }>

export interface Line {
  /** Settles with the answer to `id`; rejects with what the line was ended with. */
  send<method extends FrameMethod>(
    id: string,
    method: method,
    payload: FrameRequest<method>,
  ): Promise<FrameAnswer>
  /** Nobody waits for `id` any more: a late answer is dropped. */
  forget(id: string): void
  end(reason: Error): void
}

interface Waiting {
  readonly method: FrameMethod
  resolve(answer: FrameAnswer): void
  reject(reason: Error): void
}

export function createLine(port: MessagePort, onTold: (event: FrameTold) => void): Line {
  const waiting = new Map<string, Waiting>()

  function hear({ data }: MessageEvent<unknown>) {
    const message = readFrameMessage(data)
    if (!message) return
    if (message.kind === 'event') return onTold(message)
    // An id that nobody waits for was guessed, replayed or is late; one of another method was not asked like this.
    const asked = message.id === undefined ? undefined : waiting.get(message.id)
    if (!asked || message.id === undefined || asked.method !== message.method) return
    waiting.delete(message.id)
    asked.resolve(message)
  }
  port.addEventListener('message', hear)
  port.start()

  return {
    send(id, method, payload) {
      return new Promise((resolve, reject) => {
        waiting.set(id, { method, resolve, reject })
        port.postMessage({ type: appType(method), id, ...(payload === undefined ? {} : { payload }) })
      })
    },
    forget: (id) => waiting.delete(id),
    end(reason) {
      port.removeEventListener('message', hear)
      port.close()
      for (const { reject } of waiting.values()) reject(reason)
      waiting.clear()
    },
  }
}
