/** What comes from the upstream: kept in our mailbox before it is acknowledged there. */
import { relayBounds, relayTags } from '@latchkey/spec/relay'
import * as v from 'valibot'
import { digestOf, isPlainText, isStorable, type Mailbox, publishTo } from '../mailbox/mailbox.js'
import type { Tally } from '../tally.js'

export interface Intake {
  /** Takes a push; true where it need not come again. */
  keep(data: unknown): Promise<boolean>
  /** Topics of which nothing is taken any more, until it is told that they begin anew. */
  readonly halted: ReadonlySet<string>
  halt(topics: Iterable<string>): void
  resume(topics: Iterable<string>): void
}

export interface IntakeInput {
  readonly mailbox: Mailbox
  readonly tally: Tally
  /** The name of the bridge in the mailbox. */
  readonly sender: string
  /** Whether our clients listen to the topic. */
  isUsed(topic: string): boolean
}

const pushed = v.object({
  topic: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  message: v.pipe(v.string(), v.minLength(1), v.maxLength(relayBounds.payloadBytes), v.check(isStorable)),
  tag: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  attestation: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(16 * 1024), v.check(isStorable)))),
})

type Pushed = v.InferOutput<typeof pushed>

export function createIntake({ mailbox, tally, sender, isUsed }: IntakeInput): Intake {
  /** One of their messages was not taken, and what comes next must not overtake it. */
  const halted = new Set<string>()
  /** The last message of each topic that is on its way into the mailbox. */
  const lines = new Map<string, Promise<boolean>>()

  /** One at a time: who is stored while the one before it may still fail would have overtaken it. */
  function line(message: Pushed): Promise<boolean> {
    const { topic } = message
    const before = lines.get(topic) ?? Promise.resolve(true)
    const kept = before.catch(() => false).then(() => take(message))
    lines.set(topic, kept)
    const end = () => {
      if (lines.get(topic) === kept) lines.delete(topic)
    }
    kept.then(end, end)
    return kept
  }

  async function take({ topic, message, tag, attestation }: Pushed): Promise<boolean> {
    // Whoever waited has just left; it waits upstream until they are back.
    if (!isUsed(topic)) halted.add(topic)
    if (halted.has(topic)) return false
    const publication = {
      topic,
      message,
      digest: digestOf(message),
      isPlain: isPlainText(message),
      tag,
      ttl: lifeOf(tag),
      attestation: attestation ?? '',
      sender,
    }
    const outcome = await publishTo(mailbox, publication).catch((cause: unknown) => {
      halted.add(topic)
      throw cause
    })
    if (outcome === 'stored') tally.bridged.down++
    // A receipt makes the upstream forget it. What finds no room comes again.
    const isKept = outcome === 'stored' || outcome === 'known'
    if (!isKept) halted.add(topic)
    return isKept
  }

  return {
    async keep(data) {
      const read = v.safeParse(pushed, data)
      // What cannot be read need not come again.
      return read.success ? line(read.output) : true
    },
    halted,
    halt(topics) {
      for (const topic of topics) halted.add(topic)
    },
    resume(topics) {
      for (const topic of topics) halted.delete(topic)
    },
  }
}

const lives: ReadonlyMap<number, number> = new Map(
  Object.values(relayTags).flatMap(({ request, response }) => [
    [request.tag, request.ttl],
    [response.tag, response.ttl],
  ]),
)

/** A push does not say how long it lives; longer than needed does no harm, since what is inside says it too. */
function lifeOf(tag: number): number {
  return Math.max(lives.get(tag) ?? 0, relayBounds.ttlDefault)
}
