/** The hidden frame of the embedded wallet: made when it is first needed, believed only as far as source and origin are right. */
import {
  type FrameEntry,
  type FrameMethod,
  type FrameRequest,
  type FrameResult,
  frameChannelOffer,
  frameMessages,
  readFrameMessage,
} from '@latchkey/spec/frame'
import { LatchkeyError } from '@latchkey/spec/laterErrors'
import { limits } from '@latchkey/spec/limits'
import type { StateOf } from '@latchkey/spec/states'
import type { Clock } from '../clock.js'
import { unlessAborted } from '../unlessAborted.js'
import { within } from '../within.js'
import type { FrameElement, FrameEnvironment, HeardMessage } from './environment.js'
import { FrameError } from './frameError.js'
import { createLine, type FrameTold, type Line } from './line.js'

export type FrameStatus = StateOf<'frame'>

export interface FrameInput {
  readonly environment: FrameEnvironment
  readonly clock: Clock
  /** Read when the frame is made: where the page is then. */
  readonly url: () => string
  readonly title: string
  readonly onStatus: (status: FrameStatus) => void
  /** The frame answers from now on, also after it was loaded again. */
  readonly onReady: () => void
  readonly onTold: (event: FrameTold) => void
  /** S8-23, S8-24 */
  readonly onTimeout: (what: 'load' | 'request') => void
  /** The frame shows a page of somebody else. */
  readonly onForeign: (origin: string) => void
  /** The frame refused, for good. */
  readonly onError: (error: FrameError) => void
}

export interface AskOptions {
  /** Ends the wait; what was asked is not taken back by it. */
  readonly signal?: AbortSignal | undefined
}

export interface Frame {
  /**
   * Loads the frame where that has not happened, asks, and asks again while a person decides (D-12). Rejects with a
   * `FrameError` of the frame's own words, with `frame.load-failed`, `frame.request-timeout`, or the signal's reason.
   */
  ask<method extends FrameMethod>(
    method: method,
    request: FrameRequest<method>,
    options?: AskOptions,
  ): Promise<FrameResult<method>>
  /** Makes the frame before anybody asks it anything. */
  warm(): Promise<void>
  close(): void
}

const entries: Readonly<Record<FrameMethod, FrameEntry>> = frameMessages

export function createFrame(input: FrameInput): Frame {
  const { environment, clock } = input
  let page: Page | undefined
  /** The wait for the frame, shared by everybody who asks meanwhile. */
  let opening: Promise<Line> | undefined

  /** One frame in the page, from the making to the removal; several documents may follow each other in it. */
  interface Page {
    readonly origin: string
    readonly element: FrameElement
    readonly gone: AbortController
    line: Line | undefined
    /** Which document the line leads to, as it calls itself. */
    document: string | undefined
    /** Said by the document inside, which does not count as loaded yet. */
    isReadyTold: boolean
    /** The document inside counts as loaded, and has not said a word yet. */
    isSilent: boolean
    /** Whoever waits for a line gets this one. */
    settle(line: Line): void
    stopHearing(): void
  }

  function make(): Page {
    const url = input.url()
    const made: Page = {
      origin: new URL(url).origin,
      element: environment.createFrame({ url, title: input.title }),
      gone: new AbortController(),
      line: undefined,
      document: undefined,
      isReadyTold: false,
      isSilent: false,
      settle() {},
      stopHearing() {},
    }
    const stopLoads = made.element.onLoad(() => onLoad(made))
    const stopMessages = environment.listen((message) => hear(made, message))
    made.stopHearing = () => {
      stopLoads()
      stopMessages()
    }
    return made
  }

  function remove(reason: Error, status: FrameStatus): void {
    const left = page
    if (!left) return
    page = undefined
    left.stopHearing()
    left.element.remove()
    left.line?.end(reason)
    left.gone.abort(reason)
    input.onStatus(status)
  }

  function hear(of: Page, { source, origin, data }: HeardMessage): void {
    if (!source || source !== of.element.window) return
    if (origin !== of.origin) {
      input.onForeign(origin)
      return remove(new LatchkeyError('frame.load-failed'), 'absent')
    }
    const message = readFrameMessage(data)
    if (message?.kind === 'event' && message.event === 'READY') onReady(of, message.payload?.document)
  }

  /** S4-13. Said again by a frame that was loaded again: the line to the document before is dead. */
  function onReady(of: Page, document: string | undefined): void {
    // Said once more before our port was there; of the two words one was enough.
    if (document !== undefined && document === of.document) return
    of.document = document
    of.isReadyTold = !of.isSilent
    of.isSilent = false
    of.line?.end(new LatchkeyError('request.aborted'))
    const channel = environment.createChannel()
    const line = createLine(channel.port1, (event) => of.line === line && input.onTold(event))
    of.line = line
    of.element.post({ type: frameChannelOffer }, of.origin, channel.port2)
    if (!opening) reopen()
    clock.after(limits.frameSettle, () => of.line === line && of.settle(line))
  }

  /** A document may say that it is ready before or after it counts as loaded; the order is not promised. */
  function onLoad(of: Page): void {
    const isAnnounced = of.isReadyTold
    of.isReadyTold = false
    of.isSilent = !isAnnounced
    // The first document, which somebody waits for anyway.
    if (isAnnounced || opening) return
    // Another one, which has not said a word yet: what was asked of the one before has no answer any more.
    of.line?.end(new LatchkeyError('request.aborted'))
    of.line = undefined
    reopen()
  }

  const reopen = () => void open().catch(() => {})

  function open(): Promise<Line> {
    opening ??= whenReady().finally(() => {
      opening = undefined
    })
    return opening
  }

  async function whenReady(): Promise<Line> {
    page ??= make()
    const of = page
    input.onStatus('loading')
    const settled = new Promise<Line>((resolve) => {
      of.settle = resolve
    })
    const line = await within(settled, {
      clock,
      ms: limits.frameReady + limits.frameSettle,
      signal: of.gone.signal,
      timeout() {
        const error = new LatchkeyError('frame.load-failed')
        remove(error, 'failed')
        input.onTimeout('load')
        return error
      },
    })
    input.onStatus('ready')
    input.onReady()
    return line
  }

  async function ask<method extends FrameMethod>(
    method: method,
    request: FrameRequest<method>,
    { signal }: AskOptions = {},
  ): Promise<FrameResult<method>> {
    const { timeout, waits } = entries[method]
    const id = environment.createId()
    const endsAt = clock.now() + (waits?.attempt ?? 0)
    for (;;) {
      signal?.throwIfAborted()
      const line = (opening ? undefined : page?.line) ?? (await unlessAborted(open(), signal))
      try {
        const answer = await within(line.send(id, method, request), {
          clock,
          ms: timeout,
          signal,
          timeout() {
            input.onTimeout('request')
            return new LatchkeyError('frame.request-timeout')
          },
        })
        if (answer.kind === 'success') return answer.payload
        if (!answer.isPending) {
          const error = new FrameError(answer)
          input.onError(error)
          throw error
        }
        if (clock.now() >= endsAt) throw new LatchkeyError('frame.request-timeout')
      } finally {
        line.forget(id)
      }
    }
  }

  return {
    ask,
    async warm() {
      if (opening || !page?.line) await open()
    },
    close: () => remove(new LatchkeyError('request.aborted'), 'absent'),
  }
}
