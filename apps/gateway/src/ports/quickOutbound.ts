/**
 * The way out to nodes, which are asked more often than all other services together: as `outbound.ts`, over connections
 * of undici, which take a third of the processor time. For questions that may be asked twice, as all that nodes are asked
 * is asked again in rounds: one that a connection lost before anything was heard is asked again at once, on another.
 */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { seconds } from '@latchkey/spec/limits'
import { Agent, type Dispatcher } from 'undici'
import type { Outbound, OutboundAnswer, OutboundRequest } from './outbound.js'
import { OutboundError } from './outboundError.js'
import { readUtf8 } from './readUtf8.js'
import { type TurnBounds, Turns } from './turns.js'

const unpack = promisify(gunzip)

/** Most servers close connections that were not used for 60 s. The deadlines of a question are its caller's. */
const timings = { keepAliveTimeout: seconds(30), headersTimeout: 0, bodyTimeout: 0 }

/** Of one server. undici has a queue without end, from which nobody who leaves is taken. */
const usualBounds: TurnBounds = { atOnce: 256, waiting: 1024 }

/** An address, taken apart once. */
interface Target {
  readonly origin: string
  readonly path: string
  readonly authorization: string | undefined
  readonly turns: Turns
}

export function createQuickOutbound(bounds = usualBounds): Outbound & { close(): void } {
  const agent = new Agent({ connections: bounds.atOnce, ...timings })
  const targets = new Map<string, Target>()
  const turnsOf = new Map<string, Turns>()

  function targetOf(url: string): Target {
    const known = targets.get(url)
    if (known) return known
    const address = readAddress(url)
    const turns = turnsOf.get(address.origin) ?? new Turns(bounds)
    const target = { ...address, turns }
    // Addresses come from the configuration, so there are only so many.
    turnsOf.set(address.origin, turns)
    targets.set(url, target)
    return target
  }

  async function exchange(request: OutboundRequest): Promise<OutboundAnswer> {
    const target = targetOf(request.url)
    const turn = target.turns.take(request.signal)
    if (turn) await turn
    const question = new Question(agent, target, request)
    const { status, bytes, isPacked, retryAfter } = await question.answer
    const plain = isPacked ? await unpackWithin(bytes, request.maxBytes) : bytes
    return { status, text: readUtf8(plain), retryAfter }
  }

  return {
    async send(request) {
      try {
        return await exchange(request)
      } catch (cause) {
        if (!(cause instanceof Lost)) throw cause
        if (request.signal.aborted) throw new OutboundError('aborted')
      }
      try {
        return await exchange(request)
      } catch (cause) {
        throw cause instanceof Lost ? new OutboundError('unreachable') : cause
      }
    },
    close() {
      void agent.destroy()
    },
  }
}

/** The connection broke before anything was heard. */
class Lost extends Error {}

interface Answered {
  readonly status: number
  readonly bytes: Buffer
  readonly isPacked: boolean
  readonly retryAfter: string | undefined
}

/** One question on its way; undici tells how it goes. Gives its turn back when undici is done with it. */
class Question implements Dispatcher.DispatchHandlers {
  readonly answer: Promise<Answered>
  readonly #request: OutboundRequest
  readonly #turns: Turns
  readonly #chunks: Buffer[] = []
  #resolve: (answer: Answered) => void = () => {}
  #reject: (cause: Error) => void = () => {}
  #abort: (() => void) | undefined
  #status = 0
  #length = 0
  #isPacked = false
  #retryAfter: string | undefined
  #failure: OutboundError | undefined

  constructor(agent: Agent, { origin, path, authorization, turns }: Target, request: OutboundRequest) {
    const { method, headers, body, signal } = request
    this.#request = request
    this.#turns = turns
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    if (signal.aborted) this.#leave()
    else signal.addEventListener('abort', this.#leave, { once: true })
    if (this.#failure) {
      turns.give()
      return
    }
    agent.dispatch(
      {
        origin,
        path,
        method,
        headers: { ...headers, 'accept-encoding': 'gzip', ...(authorization ? { authorization } : {}) },
        ...(body === undefined ? {} : { body }),
      },
      this,
    )
  }

  // Also while it waits for a connection: then it is ended as soon as it has one.
  readonly #leave = () => this.#giveUp(new OutboundError('aborted'))

  #giveUp(failure: OutboundError): void {
    this.#failure ??= failure
    this.#abort?.()
    this.#settle()
    this.#reject(this.#failure)
  }

  #settle(): void {
    this.#request.signal.removeEventListener('abort', this.#leave)
  }

  onConnect(abort: () => void): void {
    this.#abort = abort
    if (this.#failure) abort()
  }

  onHeaders(status: number, headers: Buffer[]): boolean {
    // What comes before the answer itself, such as early hints.
    if (status < 200) return true
    this.#status = status
    for (let index = 0; index + 1 < headers.length; index += 2) {
      const name = headers[index]?.toString('latin1').toLowerCase()
      const value = headers[index + 1]?.toString('latin1')
      if (name === 'content-encoding') this.#isPacked = value === 'gzip'
      else if (name === 'retry-after') this.#retryAfter = value
      else if (name === 'content-length' && Number(value) > this.#request.maxBytes)
        this.#giveUp(new OutboundError('too-large'))
    }
    return true
  }

  onData(chunk: Buffer): boolean {
    this.#length += chunk.byteLength
    if (this.#length > this.#request.maxBytes) this.#giveUp(new OutboundError('too-large'))
    else this.#chunks.push(chunk)
    return true
  }

  onComplete(): void {
    this.#turns.give()
    this.#settle()
    const [only] = this.#chunks
    this.#resolve({
      status: this.#status,
      bytes: this.#chunks.length === 1 && only ? only : Buffer.concat(this.#chunks, this.#length),
      isPacked: this.#isPacked,
      retryAfter: this.#retryAfter,
    })
  }

  onError(cause: Error & { readonly code?: string }): void {
    this.#turns.give()
    this.#settle()
    // Not where nobody was reached at all: the next upstream is asked instead.
    const isLost = this.#status === 0 && lossCodes.has(cause.code ?? '')
    this.#reject(this.#failure ?? (isLost ? new Lost() : new OutboundError('unreachable')))
  }
}

const lossCodes: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

function readAddress(url: string): Omit<Target, 'turns'> {
  const { origin, pathname, search, username, password } = new URL(url)
  const secret = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const isSecret = username !== '' || password !== ''
  return {
    origin,
    path: `${pathname}${search}`,
    authorization: isSecret ? `Basic ${Buffer.from(secret).toString('base64')}` : undefined,
  }
}

/** What is unpacked is counted as well, since a little may unpack to a lot. */
async function unpackWithin(bytes: Buffer, maxBytes: number): Promise<Buffer> {
  try {
    return await unpack(bytes, { maxOutputLength: maxBytes })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException // zlib throws errors with a code
    throw new OutboundError(code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'unreachable')
  }
}
