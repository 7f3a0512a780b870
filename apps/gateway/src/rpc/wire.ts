/** The line to one upstream. Calls of one moment share a request, as far as the upstream takes batches. */
import { bounds } from '@latchkey/spec/endpoints'
import { minutes } from '@latchkey/spec/limits'
import type { Clock } from '../ports/clock.js'
import { type Outbound, type OutboundAnswer, OutboundError } from '../ports/outbound.js'
import { Stopper, type StopSignal } from '../ports/stop.js'
import { type RpcCall, requestText } from './call.js'
import { hideAddress } from './hideAddress.js'
import { quickReading, type Reading, readAnswer } from './readAnswer.js'
import { itemTexts, memberTexts } from './slices.js'

export interface WireOptions {
  readonly signal: StopSignal
  /** Bytes that the answer may have. */
  readonly room: number
  /** It goes in a request of its own, so that nobody waits for it. */
  readonly isAlone: boolean
}

export interface Wire {
  /** What it answers. Rejects with `OutboundError` when nothing comes back. */
  ask(call: RpcCall, options: WireOptions): Promise<Reading>
}

interface Waiting {
  readonly call: RpcCall
  readonly signal: StopSignal
  readonly resolve: (reading: Reading) => void
  readonly reject: (cause: unknown) => void
}

const headers = { 'content-type': 'application/json' }
const batchCalls = 20
const batchCharacters = 128 * 1024
/** How long an upstream that did not understand a batch is spared from another. */
const singlyFor = minutes(10)

export function createWire({
  url,
  outbound,
  clock,
}: {
  url: string
  outbound: Outbound
  clock: Clock
}): Wire {
  const hide = hideAddress(url)
  let queue: Waiting[] = []
  let singlyUntil = 0

  const send = (body: string, signal: StopSignal, maxBytes: number): Promise<OutboundAnswer> =>
    outbound.send({ url, method: 'POST', body, headers, signal, maxBytes })

  async function askAlone(call: RpcCall, signal: StopSignal, room: number): Promise<Reading> {
    return readAnswer(await send(requestText(call), signal, room), hide)
  }

  function flush(): void {
    const taken = queue.filter(({ signal }) => !signal.aborted)
    queue = []
    for (const part of portions(taken)) {
      const [only] = part
      if (part.length === 1 && only)
        askAlone(only.call, only.signal, bounds.responseBytes).then(only.resolve, only.reject)
      else void askTogether(part)
    }
  }

  async function askTogether(part: readonly Waiting[]): Promise<void> {
    try {
      const body = `[${part.map(({ call }, index) => requestText(call, index + 1)).join(',')}]`
      const answer = await send(body, whenAllLeft(part), bounds.responseBytes)
      const readings = readBatch(answer, hide)
      if (readings) return part.forEach(({ resolve }, index) => resolve(readings(index + 1)))
      singlyUntil = clock.now() + singlyFor
      askEach(part)
    } catch (cause) {
      if (cause instanceof OutboundError && cause.kind === 'too-large') return askEach(part)
      for (const { reject } of part) reject(cause)
    }
  }

  /** It does not take batches, or the answers are too large together. */
  function askEach(part: readonly Waiting[]): void {
    for (const { call, signal, resolve, reject } of part)
      askAlone(call, signal, bounds.responseBytes).then(resolve, reject)
  }

  return {
    ask(call, { signal, room, isAlone }) {
      // It has happened: nobody would hear of it again.
      if (signal.aborted) return Promise.reject(new OutboundError('aborted'))
      if (isAlone || room < bounds.responseBytes || clock.now() < singlyUntil)
        return askAlone(call, signal, room)
      return new Promise((resolve, reject) => {
        if (queue.length === 0) setImmediate(flush)
        const leave = () => reject(new OutboundError('aborted'))
        signal.addEventListener('abort', leave, { once: true })
        const settle =
          <value>(then: (value: value) => void) =>
          (value: value) => {
            signal.removeEventListener('abort', leave)
            then(value)
          }
        queue.push({ call, signal, resolve: settle(resolve), reject: settle(reject) })
      })
    },
  }
}

/** Cuts what waits into batches of bounded size. */
function portions(taken: readonly Waiting[]): Waiting[][] {
  const parts: Waiting[][] = []
  let length = 0
  for (const entry of taken) {
    const current = parts.at(-1)
    length += entry.call.params.length
    if (current && current.length < batchCalls && length <= batchCharacters) current.push(entry)
    else {
      parts.push([entry])
      length = entry.call.params.length
    }
  }
  return parts
}

function whenAllLeft(part: readonly Waiting[]): StopSignal {
  const ending = new Stopper()
  let left = part.length
  for (const { signal } of part)
    signal.addEventListener('abort', () => --left === 0 && ending.abort(undefined), { once: true })
  return ending
}

/** A reader by id; undefined when what came back is no list, as from an upstream that knows no batches. */
function readBatch(
  answer: OutboundAnswer,
  hide: (text: string) => string,
): ((id: number) => Reading) | undefined {
  const { status, text } = answer
  const isGood = status >= 200 && status < 300
  if (!isGood && status !== 400) {
    const reading = readAnswer(answer, hide)
    return () => reading
  }
  const list = parse(text)
  if (!Array.isArray(list)) return undefined
  const quick = new Map<unknown, Reading>()
  for (const item of list) {
    const reading = quickReading(item)
    if (reading) quick.set((item as { readonly id?: unknown }).id, reading) // an object, or it would not be read
  }
  let items: ReadonlyMap<string | undefined, string> | undefined
  return (id) => {
    const known = quick.get(id)
    if (known) return known
    items ??= new Map(itemTexts(text).map((item) => [memberTexts(item).get('id'), item]))
    const item = items.get(String(id))
    return item === undefined
      ? { is: 'retry', why: 'missing in the batch' }
      : readAnswer({ ...answer, text: item }, hide)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
