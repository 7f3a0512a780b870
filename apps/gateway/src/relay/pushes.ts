/** What pushes share: numbers that never come twice, and the text of a message, written once for all who receive it. */
import type { Clock } from '../ports/clock.js'
import { type Letter, quote } from './mailbox/mailbox.js'

export interface Pushes {
  /** Microseconds since 1970, or one more than the last. */
  nextPushId(): number
  write(letter: Letter): string
}

export function createPushes(clock: Clock): Pushes {
  let lastId = 0
  let last: { letter: Letter; text: string } | undefined
  return {
    nextPushId() {
      lastId = Math.max(lastId + 1, clock.now() * 1000)
      return lastId
    },
    // A message is offered to all its receivers one after the other, so one is all that need be kept.
    write(letter) {
      if (last?.letter !== letter) last = { letter, text: toText(letter) }
      return last.text
    },
  }
}

/** By hand, because every message passes here; the topic is hex. */
function toText(letter: Letter): string {
  const { topic, publishedAt, tag, attestation } = letter
  const said =
    attestation === undefined
      ? ''
      : `,"attestation":${attestation === '' ? '""' : JSON.stringify(attestation)}`
  return `{"topic":"${topic}","message":${quote(letter)},"publishedAt":${publishedAt},"tag":${tag}${said}}`
}
