/**
 * Mirrors the topics of our clients to another relay and back, so that a page that talks to its own gateway reaches
 * wallets that only know the other one (D-44).
 *
 * To our mailbox the bridge is a client like any other: it gets what our clients publish, and its receipt is the
 * upstream's answer. So what was published while the upstream was away, or before a restart, goes out later.
 */
import { minutes } from '@latchkey/spec/limits'
import { relayBounds, relayTags } from '@latchkey/spec/relay'
import * as v from 'valibot'
import { startJob } from '../../jobs/startJob.js'
import type { Clock } from '../../ports/clock.js'
import type { Log } from '../../ports/log.js'
import { digestOf, isPlainText, isStorable, type Letter, type Mailbox } from '../mailbox/mailbox.js'
import { Outbox } from '../outbox.js'
import type { Tally } from '../tally.js'
import { createShares } from './shares.js'
import { connectUpstream, UpstreamRefusal } from './upstream.js'

export interface Bridge {
  /** Our clients listen to these topics from now on, brought by this one; or no longer. */
  use(topics: readonly string[], client: string): void
  disuse(topics: readonly string[]): void
  /** This client of ours has published here. */
  published(topic: string, client: string): void
  close(): Promise<void>
}

export interface BridgeInput {
  readonly url: string
  readonly project: string | undefined
  readonly mailbox: Mailbox
  readonly clock: Clock
  readonly log: Log
  readonly tally: Tally
}

/** Its name in the mailbox; the same at every start, so that receipts hold. No client can have it: theirs are keys. */
const ownName = 'bridge'
const tidyEvery = minutes(1)
/** All topics share the window, so it is wider than that of a client; and how long one rests that the upstream refuses. */
const window = { messages: 1_024, bytes: 16 * relayBounds.payloadBytes }
const restTime = relayBounds.redeliverAfter
/** Topics that are carried for one client, and for all: a page has a handful, a wallet some hundred. */
const topicsPerClient = 1_000
const mostTopics = 100_000

const pushed = v.object({
  topic: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  message: v.pipe(v.string(), v.minLength(1), v.maxLength(relayBounds.payloadBytes), v.check(isStorable)),
  tag: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  attestation: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(16 * 1024), v.check(isStorable)))),
})

export function createBridge({ url, project, mailbox, clock, log, tally }: BridgeInput): Bridge {
  /** Topics that our clients listen to and that are carried. */
  const used = new Set<string>()
  const shares = createShares({ perClient: topicsPerClient, all: mostTopics })
  /** Topics that the upstream does not take at the moment, and what ends their rest. They hold no place of the window. */
  const resting = new Map<string, () => void>()
  let pushes = 0

  const outbox = new Outbox({
    mailbox,
    clock,
    log,
    window,
    receiver: {
      client: ownName,
      canTake: () => upstream.isOpen(),
      send(letter) {
        const name = ++pushes
        pass(letter).then(
          () => outbox.receive(name),
          (cause: unknown) => giveUp(letter.topic, name, cause),
        )
        return name
      },
    },
  })

  /** A refusal stops its own topic only. What the connection loses is sent again when it is back. */
  function giveUp(topic: string, name: number, cause: unknown): void {
    if (cause instanceof UpstreamRefusal && cause.isFinal) {
      tally.bridged.refused++
      log.debug({ err: cause }, 'a message is not for the upstream relay')
      outbox.receive(name)
    } else if (upstream.isOpen() && !resting.has(topic)) {
      log.debug({ err: cause }, 'a topic rests')
      outbox.remove(topic)
      resting.set(
        topic,
        clock.after(restTime, () => wake(topic)),
      )
      void outbox.catchUp()
    }
  }

  function wake(topic: string): void {
    resting.delete(topic)
    listen(topic)
    void outbox.catchUp()
  }

  function listen(topic: string): void {
    if (!resting.has(topic)) outbox.add(topic, topic)
  }

  async function pass({ topic, message, tag, attestation, expiresAt }: Letter): Promise<void> {
    const ttl = Math.max(relayBounds.ttlMin, Math.ceil((expiresAt - clock.now()) / 1000))
    const more = attestation ? { attestation } : {}
    await upstream.ask('irn_publish', { topic, message, ttl, tag, prompt: promptTags.has(tag), ...more })
    tally.bridged.up++
  }

  async function keep(data: unknown): Promise<boolean> {
    const read = v.safeParse(pushed, data)
    // What cannot be read need not come again.
    if (!read.success) return true
    // Whoever waited has just left; it waits upstream until they are back.
    if (!used.has(read.output.topic)) return false
    const { topic, message, tag, attestation } = read.output
    const outcome = await mailbox.publish({
      topic,
      message,
      digest: digestOf(message),
      isPlain: isPlainText(message),
      tag,
      ttl: lifeOf(tag),
      attestation: attestation ?? '',
      sender: ownName,
    })
    if (outcome === 'stored') tally.bridged.down++
    // A receipt makes the upstream forget it. What finds no room comes again.
    return outcome === 'stored' || outcome === 'known'
  }

  /** Tells the upstream what we listen to, some hundred topics at a time; one batch that is refused stops no other. */
  async function join(topics: readonly string[]): Promise<void> {
    for (let at = 0; at < topics.length; at += relayBounds.batch) {
      const some = topics.slice(at, at + relayBounds.batch)
      await upstream
        .ask('irn_batchSubscribe', { topics: some })
        .catch((err: unknown) => log.warn({ err, topics: some.length }, 'topics are not bridged'))
    }
  }

  /** False where the topic stays here only. */
  function carry(topic: string, client: string): boolean {
    const isCarried = shares.take(topic, client)
    if (!isCarried) tally.notCarried++
    return isCarried
  }

  function forget(topic: string): void {
    outbox.remove(topic)
    shares.release(topic)
  }

  /** Whatever fails here is done again when the connection is back. */
  function tell(work: () => Promise<unknown>): void {
    if (!upstream.isOpen()) return
    work().catch((err: unknown) => log.debug({ err }, 'the upstream relay did not answer'))
  }

  const upstream = connectUpstream({
    url,
    project,
    clock,
    log,
    onPush: keep,
    onOpen() {
      tell(() => join([...used]))
      outbox.rewind()
    },
  })
  tally.isBridged = () => upstream.isOpen()

  const stopTidying = startJob(
    {
      name: 'relay bridge',
      every: tidyEvery,
      async run() {
        outbox.repeat()
        for (const topic of [...outbox.topics]) if (!used.has(topic) && outbox.isLevel(topic)) forget(topic)
      },
    },
    { clock, log },
  )

  return {
    use(topics, client) {
      const carried = topics.filter((topic) => carry(topic, client))
      for (const topic of carried) {
        used.add(topic)
        listen(topic)
      }
      tell(() => join(carried))
      void outbox.catchUp()
    },
    disuse(topics) {
      // Its share is given back when nothing of it is on its way any more.
      const carried = topics.filter((topic) => used.delete(topic))
      const subscriptions = carried.map((topic) => ({ topic, id: topic }))
      for (let at = 0; at < subscriptions.length; at += relayBounds.batch) {
        const some = subscriptions.slice(at, at + relayBounds.batch)
        tell(() => upstream.ask('irn_batchUnsubscribe', { subscriptions: some }))
      }
    },
    published(topic, client) {
      if (!carry(topic, client)) return
      if (!outbox.has(topic)) listen(topic)
      outbox.poke(topic)
    },
    async close() {
      await stopTidying()
      for (const cancel of resting.values()) cancel()
      outbox.close()
      upstream.close()
    },
  }
}

const entries = Object.values(relayTags)

/** Messages that should wake a phone. */
const promptTags: ReadonlySet<number> = new Set(
  entries.filter(({ request }) => request.prompt).map(({ request }) => request.tag),
)

const lives: ReadonlyMap<number, number> = new Map(
  entries.flatMap(({ request, response }) => [
    [request.tag, request.ttl],
    [response.tag, response.ttl],
  ]),
)

/** A push does not say how long it lives; longer than needed does no harm, since what is inside says it too. */
function lifeOf(tag: number): number {
  return Math.max(lives.get(tag) ?? 0, relayBounds.ttlDefault)
}
