/**
 * Topics on which messages were stored that this process has not passed on: another process took them, which passes
 * them on itself, unless it has died or has no way to the upstream.
 */
import type { Letter } from '../mailbox/mailbox.js'

type Place = Pick<Letter, 'topic' | 'seq'>

export interface Overdue {
  /** Its messages are heard from about now on: one that was stored just before may have been missed. */
  begin(topic: string): void
  /** A message was stored, by whatever process. */
  hear(letter: Place): void
  /** The upstream has it from here. */
  pass(letter: Place): void
  forget(topic: string): void
  /** The topics of which a message has waited since the last time that this was asked, or may have. */
  take(): string[]
}

export function createOverdue(): Overdue {
  /** The last place that was heard of each topic: since the last look, and before it. */
  let young = new Map<string, number>()
  let old = new Map<string, number>()
  return {
    begin(topic) {
      // A place that nothing has passed.
      young.set(topic, Number.POSITIVE_INFINITY)
    },
    hear({ topic, seq }) {
      young.set(topic, Math.max(seq, young.get(topic) ?? 0))
    },
    pass({ topic, seq }) {
      for (const places of [young, old]) if ((places.get(topic) ?? seq + 1) <= seq) places.delete(topic)
    },
    forget(topic) {
      young.delete(topic)
      old.delete(topic)
    },
    take() {
      const topics = [...old.keys()]
      old = young
      young = new Map()
      return topics
    },
  }
}
