/**
 * Which topics the upstream sends us: the bridge joins what our clients use, and leaves what they do not.
 *
 * A topic that is halted is left soon, since what was refused of it takes up a window that all topics share there. It is
 * joined again at once, then after pauses that grow: the upstream sends what has no receipt, in order.
 */
import { minutes, seconds } from '@latchkey/spec/limits'
import { relayBounds } from '@latchkey/spec/relay'
import { startJob } from '../../jobs/startJob.js'
import type { Clock } from '../../ports/clock.js'
import type { Log } from '../../ports/log.js'
import type { Intake } from './intake.js'
import type { Upstream } from './upstream.js'

export interface Membership {
  /** Our clients listen to these from now on; or no longer. */
  begin(topics: readonly string[]): void
  end(topics: readonly string[]): void
  /** The connection is new, and these are used: the upstream knows of none, and nothing is on its way. */
  reopen(topics: readonly string[]): void
  close(): Promise<void>
}

export interface MembershipInput {
  readonly upstream: Pick<Upstream, 'isOpen' | 'ask'>
  readonly intake: Pick<Intake, 'halted' | 'halt' | 'resume'>
  /** Whether our clients listen to the topic. */
  isUsed(topic: string): boolean
  readonly clock: Clock
  readonly log: Log
}

/** From the end of one look to the next. Each takes one batch in hand, so that it leaves room for what clients say. */
const lookEvery = seconds(5)
/** Between two tries of one topic. Most messages live five minutes. */
const longestPause = minutes(2)

export function createMembership({ upstream, intake, isUsed, clock, log }: MembershipInput): Membership {
  const { halted } = intake
  /** The last leave of each topic, while it has no answer; a join after it makes it void. */
  const leaving = new Map<string, number>()
  /** Topics in use that are left: nothing of them is on its way. They are halted until they are joined. */
  const out = new Set<string>()
  /** How often in a row something was done about a halted topic, and until when nothing is. */
  const tries = new Map<string, { count: number; until: number }>()
  let leaves = 0

  const triesOf = (topic: string) => tries.get(topic)?.count ?? 0
  const isDue = (topic: string) => (tries.get(topic)?.until ?? 0) <= clock.now()

  function putOff(topic: string): void {
    const count = triesOf(topic) + 1
    const pause = count === 1 ? 0 : Math.min(lookEvery * 2 ** (count - 1), longestPause)
    tries.set(topic, { count, until: clock.now() + pause })
  }

  /** Those in use of which nothing can overtake what was refused. One that fails is halted, and so it is tried again. */
  async function join(topics: readonly string[]): Promise<void> {
    const some = topics.filter((topic) => isUsed(topic) && (out.has(topic) || !halted.has(topic)))
    if (some.length === 0 || !upstream.isOpen()) return
    for (const topic of some) leaving.delete(topic)
    const anew = some.filter((topic) => out.delete(topic))
    intake.resume(anew)
    // Should one be halted once more, it is left at the next look.
    for (const topic of anew) tries.set(topic, { count: triesOf(topic), until: clock.now() })
    try {
      await upstream.ask('irn_batchSubscribe', { topics: some })
    } catch (err) {
      // All are joined when it is back.
      if (!upstream.isOpen()) return
      log.warn({ err, topics: some.length }, 'topics are not bridged; they are tried again')
      intake.halt(some.filter(isUsed))
    }
  }

  /** Only the answer tells that nothing of before is on its way; a topic whose leave is refused stays halted. */
  async function leave(topics: readonly string[]): Promise<void> {
    if (topics.length === 0 || !upstream.isOpen()) return
    const name = ++leaves
    for (const topic of topics) leaving.set(topic, name)
    const subscriptions = topics.map((topic) => ({ topic, id: topic }))
    const isLeft = await upstream.ask('irn_batchUnsubscribe', { subscriptions }).then(
      () => true,
      (err: unknown) => {
        log.debug({ err }, 'topics could not be left')
        return false
      },
    )
    for (const topic of topics) {
      if (leaving.get(topic) !== name) continue
      leaving.delete(topic)
      if (!halted.has(topic)) continue
      if (isLeft && !isUsed(topic)) intake.resume([topic])
      else {
        if (isLeft) out.add(topic)
        putOff(topic)
      }
    }
  }

  /** Those first that were tried least: many that the upstream never takes are in nobody's way. */
  async function look(): Promise<void> {
    const now = clock.now()
    for (const [topic, { until }] of tries)
      if (until + longestPause <= now && !halted.has(topic)) tries.delete(topic)
    const due = [...halted].filter(isDue).sort((one, other) => triesOf(one) - triesOf(other))
    const some = due.slice(0, relayBounds.batch)
    await leave(some.filter((topic) => !out.has(topic)))
    await join(some.filter((topic) => out.has(topic) && isDue(topic)))
  }

  const stopLooking = startJob({ name: 'relay bridge topics', every: lookEvery, run: look }, { clock, log })

  return {
    begin(topics) {
      void inBatches(topics, async (some) => {
        // Left a moment ago, so something may be on its way that must not overtake what was refused.
        const refused = some.filter((topic) => halted.has(topic))
        await Promise.all([join(some), leave(refused).then(() => join(refused))])
      })
    },
    end(topics) {
      intake.resume(topics.filter((topic) => out.delete(topic)))
      // Until its turn comes a topic may be in use again.
      void inBatches(topics, (some) => leave(some.filter((topic) => !isUsed(topic))))
    },
    reopen(topics) {
      leaving.clear()
      out.clear()
      intake.resume(halted)
      void inBatches(topics, join)
    },
    close: stopLooking,
  }
}

/** One after the other, so that others are heard in between. */
async function inBatches(
  topics: readonly string[],
  carryOut: (some: readonly string[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < topics.length; at += relayBounds.batch)
    await carryOut(topics.slice(at, at + relayBounds.batch))
}
