/** Messages of the relay: what was acknowledged arrives once and in order, whoever was killed in between. */
import { randomBytes } from 'node:crypto'
import { until } from '../../harness/until.js'
import { createPeer } from '../../scale/relayPeer.js'
import type { Place, Writer } from '../writer.js'

const pairs = 4

export async function createRelayWriter({ relays: origins }: Place): Promise<Writer> {
  const ends = Array.from({ length: pairs }, () => {
    const topic = randomBytes(32).toString('hex')
    const heard: number[] = []
    const sender = createPeer({ topic, origins, onMessage: () => {} })
    const receiver = createPeer({ topic, origins, onMessage: (text) => heard.push(Number(text)) })
    return { sender, receiver, heard, sent: 0 }
  })
  await Promise.all(ends.flatMap(({ sender, receiver }) => [sender.start(), receiver.start()]))

  return {
    what: 'relay messages',
    async step() {
      await Promise.all(
        ends.map(async (end) => {
          // A peer sends it again until it is acknowledged; the relay knows the same message again.
          await end.sender.publish(String(end.sent))
          end.sent += 1
        }),
      )
    },
    acknowledged: () => ends.reduce((sum, { sent }) => sum + sent, 0),
    async findFaults() {
      const isWhole = () => ends.every(({ heard, sent }) => heard.length >= sent)
      await until(isWhole, { what: 'every message has arrived', within: 30_000 }).catch(() => {})
      return ends.flatMap(({ heard, sent }, index) => {
        const expected = Array.from({ length: sent }, (_, number) => number)
        if (String(heard) === String(expected)) return []
        const missing = expected.filter((number) => !heard.includes(number))
        return [`topic ${index}: ${sent} acknowledged, ${heard.length} heard, missing ${missing.join(' ')}`]
      })
    },
    stop() {
      for (const { sender, receiver } of ends) {
        sender.stop()
        receiver.stop()
      }
    },
  }
}
