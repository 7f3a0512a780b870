/**
 * Mirrors the topics of our clients to another relay and back, so that a page that talks to its own gateway reaches
 * wallets that only know the other one (D-44).
 *
 * To our mailbox the bridge is a client like any other: it gets what our clients publish, and its receipt is the
 * upstream's answer. So what was published while the upstream was away, or before a restart, goes out later.
 */
import { minutes, seconds } from '@latchkey/spec/limits'
import { relayBounds, relayTags } from '@latchkey/spec/relay'
import { startJob } from '../../jobs/startJob.js'
import type { Clock } from '../../ports/clock.js'
import type { Log } from '../../ports/log.js'
import type { Letter, Mailbox, MailboxListener } from '../mailbox/mailbox.js'
import { Outbox } from '../outbox.js'
import type { Tally } from '../tally.js'
import { createIntake } from './intake.js'
import { createMembership } from './membership.js'
import { createOverdue } from './overdue.js'
import { createShares } from './shares.js'
import { connectUpstream, UpstreamRefusal } from './upstream.js'

/** It hears what the mailbox says of topics that our clients listen to. */
export interface Bridge extends MailboxListener {
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
/** Messages of another process are passed on here when they have waited so long, or twice that. */
const lookEvery = seconds(5)
/** All topics share the window, so it is wider than that of a client; and how long one rests that the upstream refuses. */
const window = { messages: 1_024, bytes: 16 * relayBounds.payloadBytes }
const restTime = relayBounds.redeliverAfter
/** Topics that are carried for one client, and for all: a page has a handful, a wallet some hundred. */
const topicsPerClient = 1_000
const mostTopics = 100_000

export function createBridge({ url, project, mailbox, clock, log, tally }: BridgeInput): Bridge {
  /** Topics that our clients listen to and that are carried. */
  const used = new Set<string>()
  const shares = createShares({ perClient: topicsPerClient, all: mostTopics })
  /** Topics that the upstream does not take at the moment, and what ends their rest. They hold no place of the window. */
  const resting = new Map<string, () => void>()
  const overdue = createOverdue()
  const intake = createIntake({ mailbox, tally, sender: ownName, isUsed: (topic) => used.has(topic) })
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
          () => {
            overdue.pass(letter)
            outbox.receive(name)
          },
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

  /** Also where it is known: what other processes took while nobody here listened is for us where they have died. */
  function listen(topic: string): void {
    if (resting.has(topic)) return
    const isKnown = outbox.has(topic)
    outbox.add(topic)
    if (isKnown) outbox.poke(topic)
  }

  async function pass({ topic, message, tag, attestation, expiresAt }: Letter): Promise<void> {
    const ttl = Math.max(relayBounds.ttlMin, Math.ceil((expiresAt - clock.now()) / 1000))
    const more = attestation ? { attestation } : {}
    await upstream.ask('irn_publish', { topic, message, ttl, tag, prompt: promptTags.has(tag), ...more })
    tally.bridged.up++
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

  const upstream = connectUpstream({
    url,
    project,
    clock,
    log,
    onPush: intake.keep,
    onOpen() {
      membership.reopen([...used])
      outbox.rewind()
    },
  })
  const membership = createMembership({ upstream, intake, isUsed: (topic) => used.has(topic), clock, log })
  tally.isBridged = () => upstream.isOpen()

  const stopLooking = startJob(
    {
      name: 'relay bridge look',
      every: lookEvery,
      async run() {
        for (const topic of overdue.take()) listen(topic)
        void outbox.catchUp()
      },
    },
    { clock, log },
  )
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
        overdue.begin(topic)
        listen(topic)
      }
      membership.begin(carried)
      void outbox.catchUp()
    },
    disuse(topics) {
      // Its share is given back when nothing of it is on its way any more.
      const carried = topics.filter((topic) => used.delete(topic))
      for (const topic of carried) overdue.forget(topic)
      membership.end(carried)
    },
    published(topic, client) {
      if (!carry(topic, client)) return
      listen(topic)
      void outbox.catchUp()
    },
    onLetter(letter) {
      if (letter.sender !== ownName && used.has(letter.topic)) overdue.hear(letter)
    },
    onGap(topic) {
      if (topic === undefined) outbox.reread()
      else outbox.poke(topic)
    },
    async close() {
      for (const cancel of resting.values()) cancel()
      outbox.close()
      // First, because what looks round may be waiting for an answer of it.
      upstream.close()
      await Promise.all([stopLooking(), stopTidying(), membership.close()])
    },
  }
}

/** Messages that should wake a phone. */
const promptTags: ReadonlySet<number> = new Set(
  Object.values(relayTags)
    .filter(({ request }) => request.prompt)
    .map(({ request }) => request.tag),
)
