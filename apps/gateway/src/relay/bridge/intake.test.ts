import { expect, test } from 'vitest'
import { Failure, type Outcome, type Publication, type Told } from '../mailbox/mailbox.js'
import { createTally } from '../tally.js'
import { randomTopic } from '../testing/relayClient.js'
import { createIntake } from './intake.js'

/** An intake before a mailbox that answers when it is told to. */
function open() {
  const asked: (Publication & { settle(outcome: Outcome): void; fail(): void })[] = []
  const never = () => Promise.reject(new Error('nobody asks that'))
  const mailbox = {
    publish(publication: Publication, told: Told) {
      asked.push({
        ...publication,
        settle: told,
        fail: () => told(new Failure(new Error('the mailbox is away'))),
      })
    },
    read: never,
    watch: never,
    sweep: never,
    weigh: never,
    close: never,
    receive: never,
    unwatch: never,
    listen: never,
  }
  const intake = createIntake({ mailbox, tally: createTally(), sender: 'bridge', isUsed: () => true })
  return {
    intake,
    asked,
    messages: () => asked.map(({ message }) => message),
    keep: (topic: string, message: string) => intake.keep({ topic, message, tag: 1108 }),
  }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('a message waits for the one before it on its topic, and is not taken where that one fails', async () => {
  const { intake, asked, messages, keep } = open()
  const [topic, other] = [randomTopic(), randomTopic()]
  const [one, two] = [keep(topic, 'one'), keep(topic, 'two')]
  const beside = keep(other, 'beside')
  await nextTurn()
  expect(messages()).toEqual(['one', 'beside'])
  asked[1]?.settle('stored')
  expect(await beside).toBe(true)
  asked[0]?.fail()
  await expect(one).rejects.toThrow('the mailbox is away')
  expect(await two).toBe(false)
  expect(await keep(topic, 'three')).toBe(false)
  expect(messages()).toEqual(['one', 'beside'])

  intake.resume([topic])
  const again = ['one', 'two'].map((message) => keep(topic, message))
  await nextTurn()
  asked[2]?.settle('stored')
  await nextTurn()
  asked[3]?.settle('known')
  expect(await Promise.all(again)).toEqual([true, true])
  expect(messages().slice(2)).toEqual(['one', 'two'])
})

test.each(['full', 'crowded'] as const)('a mailbox that is %s halts the topic', async (outcome) => {
  const { intake, asked, messages, keep } = open()
  const topic = randomTopic()
  const one = keep(topic, 'one')
  await nextTurn()
  asked[0]?.settle(outcome)
  expect(await one).toBe(false)
  expect([...intake.halted]).toEqual([topic])
  expect(await keep(topic, 'two')).toBe(false)
  expect(messages()).toEqual(['one'])
})

test('no topic of the upstream waits for another', async () => {
  const { asked, keep } = open()
  const topics = [randomTopic(), randomTopic()]
  for (const topic of topics) void keep(topic, `to ${topic}`)
  await nextTurn()
  expect(asked.map(({ topic, sender }) => [topic, sender])).toEqual(topics.map((topic) => [topic, 'bridge']))
})
