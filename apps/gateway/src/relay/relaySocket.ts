/** One connection of a client: reads its requests, answers them, and sends it what is published for it. */
import type { Duplex } from 'node:stream'
import { answerText, closeCodes, type RelayErrorTag, relayBounds, relayMethod } from '@latchkey/spec/relay'
import type { WebSocket } from 'ws'
import type { Clock } from '../ports/clock.js'
import type { Log } from '../ports/log.js'
import type { Allowance } from './allowance.js'
import type { Letter, Mailbox } from './mailbox/mailbox.js'
import { type Answering, isClientMethod, subscribing, subscriptionId } from './methods.js'
import { type Holder, Outbox, type Receiver, type Subscription } from './outbox.js'
import { type FlushSoon, Outgoing } from './outgoing.js'
import { type QuickPublication, quickPublication, quickReceipt, textOfFrame } from './quickFrames.js'
import { readQuickly } from './quickTexts.js'
import { errorBody, RelayRefusal } from './refusal.js'
import { costOf, faultOf, parse, tokenOf } from './requests.js'
import { bytesPerRequest, longestPause, mostGarbage, mostPending, nuisanceCost } from './socketBounds.js'
import { count, type Tally } from './tally.js'
import { Unfinished } from './unfinished.js'

/** What all connections of a relay share. */
export interface SocketContext {
  readonly mailbox: Mailbox
  readonly methods: Answering
  readonly clock: Clock
  readonly log: Log
  readonly tally: Tally
  /** A number that no push of this process had before. */
  nextPushId(): number
  /** A message as JSON. */
  write(letter: Letter): string
  readonly flushSoon: FlushSoon
}

export interface SocketInput {
  readonly socket: WebSocket
  /** The connection below, for what the WebSocket does not tell. */
  readonly wire: Duplex
  readonly client: string
  /** All connections of its network address. */
  readonly holder: Holder
  readonly allowances: Allowances
  readonly context: SocketContext
}

/** What the connection may ask for, and what all of its address together. */
interface Allowances {
  readonly own: Allowance
  readonly address: Allowance
}

/** What ws says of a frame that is larger than it may be. */
const tooLarge = 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'
/** Read in place of what is no text, and refused like it. */
const noText = Buffer.alloc(0)

export class RelaySocket implements Receiver {
  readonly client: string
  readonly outbox: Outbox
  readonly #socket: WebSocket
  readonly #outgoing: Outgoing
  readonly #allowances: Allowances
  readonly #context: SocketContext
  /** When the last sign of life came, and when the last ping went. */
  #heardAt: number
  #pingedAt: number
  #isBroken = false
  #pending = 0
  /** Subscriptions that are not answered yet. */
  #subscribing = 0
  #garbage = 0
  #cancelPause: (() => void) | undefined
  #onIdle: (() => void) | undefined
  /** Most messages come whole. */
  #unfinished: Unfinished | undefined

  constructor({ socket, wire, client, holder, allowances, context }: SocketInput) {
    this.#socket = socket
    this.client = client
    this.#allowances = allowances
    this.#context = context
    this.#heardAt = context.clock.now()
    this.#pingedAt = this.#heardAt
    const { mailbox, clock, log } = context
    this.#outgoing = new Outgoing({ socket, wire, clock, flushSoon: context.flushSoon })
    this.outbox = new Outbox({ receiver: this, holder, mailbox, clock, log })
    // ws hands over one buffer per message unless told otherwise.
    socket.on('message', (data, isBinary) => this.#hearWhole(data as Buffer, isBinary))
    socket.on('pong', ({ length }) => {
      this.#heardAt = context.clock.now()
      this.#unfinished?.drop(length)
    })
    // Each is answered by a pong, which a flood of them would not read.
    socket.on('ping', ({ length }) => {
      this.#unfinished?.drop(length)
      this.#charge(1)
    })
    // A broken frame closes the connection by itself; without a listener it would end the process.
    socket.on('error', (error) => {
      this.#isBroken = true
      // ws would read the rest to throw it away; whoever sends so much waits until the connection is cut.
      if ('code' in error && error.code === tooLarge) process.nextTick(() => wire.pause())
    })
    wire.on('drain', () => this.#onDrain())
    readQuickly(wire, {
      onText: (text) => this.#hear(text),
      onPart: (bytes) => this.#hearPart(bytes),
      // What follows a broken frame means nothing; ws would not listen either.
      isOver: () => this.#isBroken,
    })
  }

  send(letter: Letter, subscription: Subscription): number {
    const { tally, write } = this.#context
    const id = (subscription.id ??= subscriptionId(letter.topic, this.client))
    const name = this.#context.nextPushId()
    const text = `{"id":${name},"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"${id}","data":${write(letter)}}}`
    if (letter.isPlain && !letter.attestation) this.#outgoing.writePlain(text)
    else this.#outgoing.write(text)
    tally.delivered++
    return name
  }

  canTake(): boolean {
    return this.#subscribing === 0 && this.#outgoing.canTake()
  }

  hasRoom(): Promise<void> {
    return this.#outgoing.hasRoom()
  }

  /** Comes round every second: pings, and lets go of who does not answer or does not read. */
  look(): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const now = this.#context.clock.now()
    const { pingInterval } = relayBounds
    const isStuck = now - (this.#outgoing.stuckSince ?? now) >= pingInterval
    // Whoever is not read just now cannot come to an end.
    const isLate = !this.#socket.isPaused && this.#unfinished?.isLate(now)
    if (isStuck || isLate) return this.#letGo('slow')
    if (now - this.#pingedAt >= pingInterval) {
      if (this.#heardAt < this.#pingedAt) return this.#letGo('stale')
      this.#pingedAt = now
      this.#socket.ping()
    }
    this.outbox.repeat()
  }

  #letGo(reason: 'slow' | 'stale'): void {
    count(this.#context.tally.refused, reason)
    this.#outgoing.close(4008, closeCodes[4008].name)
  }

  /** Answers what has arrived, then closes. */
  async leave(code: number, reason: string): Promise<void> {
    if (this.#pending > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve))
    this.#outgoing.close(code, reason)
  }

  /** The connection is over: nothing may hold on to it. */
  forget(): void {
    this.#cancelPause?.()
    this.#onIdle?.()
    this.#outgoing.release()
  }

  /** What came in parts: its address has paid for them as they came, which bounds what it may have us hold. */
  #hearWhole(bytes: Buffer, isBinary: boolean): void {
    const paid = this.#unfinished?.end() ?? 0
    this.#hear(isBinary ? noText : bytes, paid)
  }

  #hearPart(bytes: number): void {
    this.#unfinished ??= new Unfinished()
    this.#charge(0, this.#unfinished.add(bytes, this.#context.clock.now()))
  }

  #hear(bytes: Buffer, paid = 0): void {
    // What came after we said goodbye is nobody's.
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#heardAt = this.#context.clock.now()
    const cost = Math.floor(bytes.length / bytesPerRequest)
    this.#charge(cost, Math.max(0, cost - paid))
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (bytes.length > relayBounds.payloadBytes) return this.#refuse(undefined, 'PayloadSizeExceeded')
    const text = textOfFrame(bytes)
    const receipt = quickReceipt(text)
    if (receipt !== undefined) return this.#hearReceipt(receipt)
    const quick = quickPublication(text, bytes)
    if (quick) return this.#hearPublication(quick)
    const frame = parse(text)
    if (!frame) return this.#refuse(undefined, 'Serialization')
    if (!('method' in frame)) return this.#hearReceipt(frame.result === true ? frame.id : undefined)
    const token = tokenOf(frame.id, text)
    const tag = faultOf(frame, token)
    if (tag) return this.#refuse(token, tag)
    void this.#answer(token as string, frame.method as string, frame.params) // both were checked by `faultOf`
  }

  #hearReceipt(id: unknown): void {
    const isKnown = typeof id === 'number' && this.outbox.receive(id)
    if (isKnown) this.#context.tally.received++
    else this.#charge(1)
  }

  async #answer(token: string, name: string, params: unknown): Promise<void> {
    this.#pending++
    this.#charge(costOf(params))
    const method = relayMethod(name)
    const subscribes = subscribing.has(method)
    if (subscribes) this.#subscribing++
    try {
      if (!method || !isClientMethod(method)) throw new RelayRefusal('InvalidMethod')
      const result = await this.#context.methods.ask(method, params, this)
      this.#outgoing.write(answerText(token, { result }))
    } catch (cause) {
      this.#fail(token, name, cause)
    }
    if (subscribes) this.#subscribing--
    if (this.outbox.isBehind) void this.outbox.catchUp()
    this.#settle()
  }

  /** As above for the request that nearly all are: nothing was put off behind it, and its answer is always the same. */
  #hearPublication({ token, draft }: QuickPublication): void {
    this.#pending++
    this.#charge(1)
    this.#context.methods.publish(draft, this, (failure) => {
      if (!failure) this.#outgoing.writePlain(`{"id":${token},"jsonrpc":"2.0","result":true}`)
      else this.#fail(token, 'irn_publish', failure.cause)
      this.#settle()
    })
  }

  #fail(token: string, name: string, cause: unknown): void {
    if (!(cause instanceof RelayRefusal))
      this.#context.log.error({ err: cause, method: name.slice(0, 64) }, 'a request of the relay failed')
    const tag = cause instanceof RelayRefusal ? cause.tag : 'StorageError'
    // To look for room takes several statements: nobody may have that done all the time.
    if (tag === 'MailboxLimitExceeded') this.#charge(nuisanceCost)
    this.#sendError(token, tag)
  }

  #settle(): void {
    this.#pending--
    this.#goOn()
    if (this.#pending === 0) this.#onIdle?.()
  }

  #refuse(token: string | undefined, tag: RelayErrorTag): void {
    this.#garbage++
    if (this.#garbage > mostGarbage) return this.#sendAway()
    this.#charge(nuisanceCost)
    this.#sendError(token, tag)
  }

  #sendError(token: string | undefined, tag: RelayErrorTag): void {
    count(this.#context.tally.errors, tag)
    this.#outgoing.write(answerText(token, { error: errorBody(tag) }))
  }

  #onDrain(): void {
    this.#outgoing.release()
    this.#goOn()
    if (this.outbox.isBehind) void this.outbox.catchUp()
  }

  /** Too much is absorbed by not reading on: an error would only make clients try again. */
  #charge(own: number, address = own): void {
    if (own === 0 && address === 0) return
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const { clock, tally } = this.#context
    if (this.#pending >= mostPending) this.#socket.pause()
    const now = clock.now()
    const pause = Math.max(this.#allowances.own.take(own, now), this.#allowances.address.take(address, now))
    if (pause === 0) return
    count(tally.refused, 'paused')
    if (pause > longestPause) return this.#sendAway()
    this.#socket.pause()
    this.#cancelPause?.()
    this.#cancelPause = clock.after(pause, () => {
      this.#cancelPause = undefined
      this.#goOn()
    })
  }

  /** Whoever sends too much is not read any more, also while the close is under way. */
  #sendAway(): void {
    this.#socket.pause()
    this.#outgoing.close(1013, closeCodes[1013].name)
  }

  #goOn(): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const isHeld = this.#cancelPause !== undefined || this.#outgoing.stuckSince !== undefined
    if (!isHeld && this.#pending < mostPending && this.#socket.isPaused) this.#socket.resume()
  }
}
