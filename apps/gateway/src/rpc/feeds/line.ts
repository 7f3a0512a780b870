/** One WebSocket to an upstream: requests by id, notices of what is followed, and word when it is lost. */
import { bounds } from '@latchkey/spec/endpoints'
import { limits, seconds } from '@latchkey/spec/limits'
import { WebSocket } from 'ws'
import { type Clock, within } from '../../ports/clock.js'
import { requestText } from '../call.js'
import { RpcError } from '../errors.js'
import { hideAddress } from '../hideAddress.js'
import { readAnswer } from '../readAnswer.js'
import { memberTexts } from '../slices.js'

export interface Line {
  /** The text of the result; throws `RpcError` with what the node said. */
  request(method: string, params: string): Promise<string>
  close(): void
}

export interface LineInput {
  readonly url: string
  readonly clock: Clock
  /** The id that the upstream gave, and the text of what it tells. */
  readonly onNotice: (subscription: string, result: string) => void
  /** Once, when an open line has ended without `close`. */
  readonly onLost: () => void
}

const openDeadline = seconds(5)
/** A line that says nothing for two of these is dead, whatever its socket believes. */
const pulse = seconds(15)

const lost = () => new Error('the line is lost')

export async function openLine({ url, clock, onNotice, onLost }: LineInput): Promise<Line> {
  const socket = new WebSocket(url, { maxPayload: bounds.responseBytes, perMessageDeflate: false })
  const waiting = new Map<string, { resolve: (text: string) => void; reject: (cause: Error) => void }>()
  const hide = hideAddress(url)
  let lastId = 0
  let isClosing = false
  let isHeard = true
  let stopPulse = () => {}

  const beat = () => {
    if (!isHeard) return socket.terminate()
    isHeard = false
    socket.ping()
    stopPulse = clock.after(pulse, beat)
  }

  socket.on('pong', () => {
    isHeard = true
  })
  socket.on('message', (data) => {
    isHeard = true
    hear((data as Buffer).toString(), { waiting, onNotice }) // what sockets give unless told otherwise
  })
  // What broke is told by `close`, which follows.
  socket.on('error', () => {})
  const opened = new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('close', () => reject(lost()))
  })
  try {
    await within(clock, openDeadline, opened, lost)
  } catch (cause) {
    socket.terminate()
    throw cause
  }
  socket.once('close', () => {
    stopPulse()
    for (const { reject } of waiting.values()) reject(lost())
    if (!isClosing) onLost()
  })
  stopPulse = clock.after(pulse, beat)

  return {
    async request(method, params) {
      const id = ++lastId
      const answer = new Promise<string>((resolve, reject) => waiting.set(String(id), { resolve, reject }))
      socket.send(requestText({ method, params }, id))
      try {
        const text = await within(clock, limits.httpTimeout, answer, lost)
        const reading = readAnswer({ status: 200, text, retryAfter: undefined }, hide)
        const outcome = reading.is === 'useless' ? undefined : reading.outcome
        if (outcome?.kind === 'result') return outcome.result
        throw outcome ? new RpcError(outcome) : lost()
      } finally {
        waiting.delete(String(id))
      }
    },
    close() {
      isClosing = true
      socket.close()
    },
  }
}

/** An answer to a request, or a notice; anything else is let go. */
function hear(
  text: string,
  {
    waiting,
    onNotice,
  }: Pick<LineInput, 'onNotice'> & { waiting: ReadonlyMap<string, { resolve: (text: string) => void }> },
): void {
  if (!isObject(text)) return
  const members = memberTexts(text)
  const request = waiting.get(members.get('id') ?? '')
  if (request) return request.resolve(text)
  const params = members.get('params')
  if (params === undefined || !params.startsWith('{')) return
  const told = memberTexts(params)
  const [subscription, result] = [told.get('subscription'), told.get('result')]
  if (subscription !== undefined && result !== undefined) onNotice(subscription, result)
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
