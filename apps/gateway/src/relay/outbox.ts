/**
 * What one receiver still has to get: a window of messages on their way, and the mailbox behind it.
 *
 * A subscription is either level, and gets each message as it is stored, or behind, and gets what it misses from the
 * mailbox. It falls behind when it begins, when the window is full, when a receipt fails to come, and when the mailbox
 * may have missed something. So nothing waits in memory but the window.
 */
import { seconds } from '@latchkey/spec/limits'
import { relayBounds } from '@latchkey/spec/relay'
import type { Clock } from '../ports/clock.js'
import type { Log } from '../ports/log.js'
import type { Letter, Mailbox } from './mailbox/mailbox.js'
import { OnItsWay } from './onItsWay.js'

export interface Subscription {
  readonly topic: string
  /** What the client calls it, once there was something to send. */
  id?: string
  /** The place of the last message that was sent. */
  cursor: number
  isBehind: boolean
  /** The place of the last message that was stored since the mailbox was asked; without end where nobody can say. */
  missed: number
  /** How often messages were sent again since the last receipt. */
  repeats: number
}

export interface Receiver {
  readonly client: string
  /** Sends; the number names the message when its receipt comes. */
  send(letter: Letter, subscription: Subscription): number
  /** False while what was sent before is not out. */
  canTake(): boolean
}

/** Whose subscriptions count together: all connections of one network address. */
export interface Holder {
  topics: number
}

export interface OutboxInput {
  readonly receiver: Receiver
  /** Absent: nobody counts them. */
  readonly holder?: Holder
  /** Messages that may be on their way at once, and their characters. */
  readonly window?: { readonly messages: number; readonly bytes: number }
  readonly mailbox: Mailbox
  readonly clock: Clock
  readonly log: Log
}

const retryAfter = seconds(1)
/** Of one question to the mailbox: what others ask, and what is stored meanwhile, comes in between. */
const topicsPerRead = 100
const usualWindow = { messages: relayBounds.unackedPushes, bytes: relayBounds.payloadBytes }
/** In place of the subscriptions of who has none yet; nothing is ever put there. */
const none = new Map<string, Subscription>()

export class Outbox {
  readonly #input: OutboxInput
  /** Each is made when it is needed: most connections are idle. */
  #subscriptions: Map<string, Subscription> = none
  readonly #onItsWay = new OnItsWay()
  #behind: Set<Subscription> | undefined
  #isReading = false
  #isClosed = false

  constructor(input: OutboxInput) {
    this.#input = input
  }

  get #window() {
    return this.#input.window ?? usualWindow
  }

  get client(): string {
    return this.#input.receiver.client
  }

  get holder(): Holder | undefined {
    return this.#input.holder
  }

  get topics(): Iterable<string> {
    return this.#subscriptions.keys()
  }

  get size(): number {
    return this.#subscriptions.size
  }

  /** How many messages were sent and not yet received. */
  get unacked(): number {
    return this.#onItsWay.size
  }

  /** Whether something waits in the mailbox. */
  get isBehind(): boolean {
    return (this.#behind?.size ?? 0) > 0
  }

  has(topic: string): boolean {
    return this.#subscriptions.has(topic)
  }

  /** The subscription is behind until `catchUp` is called: its answer goes first. */
  add(topic: string): void {
    const known = this.#subscriptions.get(topic)
    // What is on its way need not be sent twice; what was given up is asked for by subscribing again.
    if (known && known.repeats < relayBounds.redeliveries) return
    if (known) this.#behind?.delete(known)
    this.#fallBehind({ topic, cursor: 0, isBehind: true, missed: 0, repeats: 0 }, 0)
  }

  remove(topic: string): void {
    const subscription = this.#subscriptions.get(topic)
    if (!subscription) return
    this.#subscriptions.delete(topic)
    this.#behind?.delete(subscription)
    this.#onItsWay.forget(topic)
  }

  /** A message was stored. */
  offer(letter: Letter): void {
    const subscription = this.#subscriptions.get(letter.topic)
    if (!subscription || letter.sender === this.#input.receiver.client) return
    if (letter.seq <= subscription.cursor) return
    if (subscription.isBehind) subscription.missed = Math.max(subscription.missed, letter.seq)
    else if (this.#hasRoom()) this.#send(letter, subscription)
    else this.#fallBehind(subscription, subscription.cursor)
  }

  /** The receiver has it. */
  receive(name: number): boolean {
    const sent = this.#onItsWay.take(name)
    if (!sent) return false
    const { topic, digest, memory } = sent
    const subscription = this.#subscriptions.get(topic)
    if (subscription) subscription.repeats = 0
    this.#input.mailbox.receive({ topic, digest, client: this.#input.receiver.client, memory })
    if (this.isBehind) void this.catchUp()
    return true
  }

  /** Sends again what has had no receipt for too long; gives up after some times, until the client comes back. */
  repeat(): void {
    if (this.unacked === 0) return
    const before = this.#input.clock.now() - relayBounds.redeliverAfter
    const late = new Map<string, number>()
    for (const { topic, seq } of this.#onItsWay.before(before))
      late.set(topic, Math.min(seq, late.get(topic) ?? seq))
    for (const [topic, seq] of late) {
      const subscription = this.#subscriptions.get(topic)
      this.#onItsWay.forget(topic)
      if (!subscription || subscription.repeats >= relayBounds.redeliveries) continue
      subscription.repeats++
      this.#fallBehind(subscription, seq - 1)
    }
    if (late.size > 0) void this.catchUp()
  }

  /** Something was stored on this topic that was not offered. */
  poke(topic: string): void {
    const subscription = this.#subscriptions.get(topic)
    if (!subscription) return
    if (subscription.isBehind) subscription.missed = Number.POSITIVE_INFINITY
    else this.#fallBehind(subscription, subscription.cursor)
    void this.catchUp()
  }

  /** Whatever was on its way is lost: everything without a receipt is sent anew. */
  rewind(): void {
    this.#onItsWay.clear()
    for (const subscription of this.#subscriptions.values()) this.#fallBehind(subscription, 0)
    void this.catchUp()
  }

  /** Whether nothing of this topic waits or is on its way. */
  isLevel(topic: string): boolean {
    if (this.#onItsWay.has(topic)) return false
    return this.#subscriptions.get(topic)?.isBehind !== true
  }

  /** Messages may have been missed. */
  reread(): void {
    for (const subscription of this.#subscriptions.values())
      this.#fallBehind(subscription, subscription.cursor)
    void this.catchUp()
  }

  /** Reads what is missing, as far as there is room. */
  async catchUp(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    try {
      while (!this.#isClosed && this.isBehind && this.#hasRoom()) await this.#readOnce()
    } catch (cause) {
      const { log, clock } = this.#input
      log.warn({ err: cause }, 'the mailbox cannot be read; it is tried again')
      if (!this.#isClosed) clock.after(retryAfter, () => void this.catchUp())
    } finally {
      this.#isReading = false
    }
  }

  close(): void {
    this.#isClosed = true
    this.#subscriptions = none
    this.#behind = undefined
    this.#onItsWay.clear()
  }

  async #readOnce(): Promise<void> {
    const { mailbox, receiver } = this.#input
    const asked = firstOf(this.#behind ?? [], topicsPerRead)
    for (const subscription of asked) subscription.missed = 0
    const topics = asked.map(({ topic, cursor }) => ({ topic, after: cursor }))
    const limit = this.#window.messages - this.unacked
    const { letters, hasMore } = await mailbox.read({ client: receiver.client, topics, limit })
    const asking = new Map(asked.map((subscription) => [subscription.topic, subscription]))
    for (const letter of letters) {
      const subscription = asking.get(letter.topic)
      // It may have been given up, or begun anew, meanwhile.
      if (!subscription || this.#subscriptions.get(letter.topic) !== subscription) continue
      if (letter.seq <= subscription.cursor) continue
      // The rest is read again when there is room.
      if (!this.#hasRoom()) return
      this.#send(letter, subscription)
    }
    if (hasMore) return
    for (const subscription of asked) {
      // Where many ask at once the answer takes its time, but what came meanwhile is mostly in it.
      if (subscription.missed > subscription.cursor) continue
      subscription.isBehind = false
      this.#behind?.delete(subscription)
    }
  }

  #send(letter: Letter, subscription: Subscription): void {
    const { receiver, clock } = this.#input
    subscription.cursor = letter.seq
    const name = receiver.send(letter, subscription)
    const bytes = letter.message.length
    // The topic of the letter is a piece of the frame in which it came, and would hold all of it.
    const { topic } = subscription
    const { digest, seq, memory } = letter
    this.#onItsWay.add({ name, topic, digest, seq, bytes, sentAt: clock.now(), memory })
  }

  #hasRoom(): boolean {
    return (
      this.unacked < this.#window.messages &&
      this.#onItsWay.bytes < this.#window.bytes &&
      this.#input.receiver.canTake()
    )
  }

  /** Begins it anew from there: what is being read for it at the moment is from elsewhere, and is dropped. */
  #fallBehind(subscription: Subscription, cursor: number): void {
    const anew = { ...subscription, cursor, isBehind: true, missed: 0 }
    if (this.#subscriptions === none) this.#subscriptions = new Map()
    this.#subscriptions.set(anew.topic, anew)
    this.#behind ??= new Set()
    this.#behind.delete(subscription)
    this.#behind.add(anew)
  }
}

function firstOf<item>(items: Iterable<item>, most: number): item[] {
  const found: item[] = []
  for (const item of items) {
    if (found.length === most) break
    found.push(item)
  }
  return found
}
