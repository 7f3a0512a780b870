/** A connection that breaks after the commit: the message is kept, and whoever waits for it must hear of it. */
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { copyMigratedDatabase } from '../../testing/database.js'
import { createFakeClock } from '../../testing/fakeClock.js'
import { randomTopic } from '../testing/relayClient.js'
import { digestOf } from './mailbox.js'
import { createPublisher } from './postgresPublisher.js'
import { createRoom } from './room.js'

test('[D-40] what was kept although its answer was lost is told of when it comes again, and before what comes next', async () => {
  const pool = new pg.Pool({ connectionString: await copyMigratedDatabase(), max: 1 })
  onTestFinished(() => pool.end())
  const told: string[] = []
  let isBreaking = true
  /** Carries the statement out and loses the answer. */
  const broken = new Proxy(pool, {
    get: (target, name) =>
      name === 'query' && isBreaking
        ? async (query: pg.QueryConfig) => {
            const answer = await target.query(query)
            if (query.name === 'relay-store') throw new Error('Connection terminated unexpectedly')
            return answer
          }
        : Reflect.get(target, name).bind(target),
  })
  const publisher = createPublisher({
    pool: broken,
    clock: createFakeClock(),
    room: createRoom(0),
    writeReceipts: async () => {},
    onStored: (letters) => told.push(...letters.map(({ message }) => message)),
    onMissed: (topics) => told.push(...topics.map((topic) => `read ${topic}`)),
  })
  const topic = randomTopic()
  const publish = (message: string) =>
    publisher.publish({
      topic,
      message,
      digest: digestOf(message),
      isPlain: true,
      tag: 1108,
      attestation: undefined,
      ttl: 300,
      sender: 'dapp',
    })

  await expect(publish('one')).rejects.toThrow('terminated')
  expect(told).toEqual([])
  isBreaking = false
  expect(await publish('one')).toBe('known')
  expect(await publish('two')).toBe('stored')
  expect(told).toEqual([`read ${topic}`, 'two'])
})
