import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { signalGroup } from '../harness/run.js'
import { until } from '../harness/until.js'
import { temporaryFolder } from './folder.js'
import { becomesReady, type Gateway, startGateway } from './gateways.js'
import { createPeer, type Peer } from './relayPeer.js'
import { type Service, startPostgres, startRedis } from './services.js'

const base = Number(process.env.LATCHKEY_PORT_BASE ?? 4100)
const common = {
  LATCHKEY_LOCAL: '1',
  LATCHKEY_LOG_LEVEL: 'warn',
  LATCHKEY_RELAY_RATE: '0',
  LATCHKEY_RELAY_SOCKETS_PER_ADDRESS: '0',
}
const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function start(name: string, port: number, env: Record<string, string>): Promise<Gateway> {
  const data = join(folder, name)
  const gateway = startGateway(data, port, { ...common, ...env })
  // Whatever becomes of the test: one that is left would answer the next test at the same port.
  onTestFinished(() => stop(gateway))
  await becomesReady(gateway)
  return gateway
}

async function kill({ running }: Gateway): Promise<void> {
  // Only the gateway itself, as a machine that runs out of memory would.
  if (running.process.pid) process.kill(running.process.pid, 'SIGKILL')
  await running.exited
}

async function stop({ running }: Gateway): Promise<void> {
  signalGroup(running, 'SIGTERM')
  await running.exited
}

const randomTopic = () => randomBytes(32).toString('hex')

describe('one gateway with its own database', () => {
  test('[D-40] killed after it acknowledged, has everything that it acknowledged when it is back', async () => {
    const port = base + 40
    const env = { LATCHKEY_POSTGRES_PORT: String(base + 49) }
    const origins = [`http://127.0.0.1:${port}`]
    const first = await start('single', port, env)
    const topics = Array.from({ length: 20 }, randomTopic)
    const acknowledged: string[] = []
    const senders = topics.map((topic) => createPeer({ topic, origins, onMessage: () => {} }))
    await Promise.all(senders.map((sender) => sender.start()))
    // Everybody publishes all the time, so that the end comes in the middle of commits.
    const ending = new AbortController()
    const publishing = senders.map(async (sender, index) => {
      for (let number = 0; !ending.signal.aborted; number++) {
        const message = `${index} ${number}`
        await sender.publish(message)
        acknowledged.push(message)
      }
    })
    await until(() => acknowledged.length > 1_000, { what: 'a thousand are acknowledged', within: 90_000 })
    await kill(first)
    ending.abort()
    const atTheEnd = new Set(acknowledged)
    const second = await start('single', port, env)
    const received = new Set<string>()
    const receivers = topics.map((topic) =>
      createPeer({ topic, origins, onMessage: (message) => received.add(message) }),
    )
    await Promise.all(receivers.map((receiver) => receiver.start()))
    await Promise.all(publishing)
    const missing = () => [...atTheEnd].filter((message) => !received.has(message))
    await until(() => missing().length === 0, { what: 'all have arrived', within: 30_000 }).catch(() => {})
    expect(missing()).toEqual([])
    for (const peer of [...senders, ...receivers]) peer.stop()
    await stop(second)
  }, 180_000)
})

describe('two gateways on one Redis', () => {
  let postgres: Service
  let redis: Service
  const ports = [base + 30, base + 32] as const
  const origins = ports.map((port) => `http://127.0.0.1:${port}`)
  const env = () => ({ DATABASE_URL: postgres.url, REDIS_URL: redis.url })
  beforeAll(async () => {
    // Each is known as soon as it runs, so that it is stopped also where the other does not start.
    await Promise.all([
      startPostgres(base + 9).then((started) => (postgres = started)),
      startRedis(base + 20).then((started) => (redis = started)),
    ])
  })
  afterAll(async () => {
    await Promise.all([postgres?.stop(), redis?.stop()])
  })

  const sessions = 1_000
  const messagesPerSide = 10

  test('[D-40] 1,000 sessions exchange 20 messages each while one gateway is killed and restarted: each arrives once, in order', async () => {
    const [one, other] = await Promise.all(ports.map((port) => start(String(port), port, env())))
    if (!one || !other) throw new Error('two gateways were started')
    const ends: { peer: Peer; heard: number[] }[] = []
    let acknowledged = 0
    const create = (topic: string) => {
      const heard: number[] = []
      const peer = createPeer({
        topic,
        origins,
        onMessage: (message) => heard.push(Number(message.split(' ')[1])),
      })
      ends.push({ peer, heard })
      return peer
    }
    const topics = Array.from({ length: sessions }, randomTopic)
    const pairs = topics.map((topic) => [create(topic), create(topic)] as const)
    await inTurns(ends, 50, ({ peer }) => peer.start())

    const talking = Promise.all(
      pairs.flatMap((pair) =>
        pair.map(async (peer, side) => {
          for (let number = 0; number < messagesPerSide; number++) {
            await peer.publish(`${side} ${number}`)
            acknowledged++
          }
        }),
      ),
    )
    const total = sessions * 2 * messagesPerSide
    await until(() => acknowledged > total / 5, { what: 'a fifth is acknowledged', within: 60_000 })
    await kill(one)
    await until(() => acknowledged > total / 3, { what: 'a third is acknowledged', within: 60_000 })
    const again = await start(String(ports[0]), ports[0], env())
    await talking
    expect(acknowledged).toBe(total)
    const isComplete = () => ends.every(({ heard }) => heard.length >= messagesPerSide)
    await until(isComplete, { what: 'everything has arrived', within: 90_000 }).catch(() => {})

    const expected = Array.from({ length: messagesPerSide }, (_, number) => number)
    expect(ends.filter(({ heard }) => String(heard) !== String(expected))).toEqual([])
    const reconnects = ends.reduce((sum, { peer }) => sum + peer.connects() - 1, 0)
    // About half of them were connected to the one that died.
    expect(reconnects).toBeGreaterThan(sessions / 2)
    // Only a message whose receipt died with the gateway may have come twice; clients know it again, as these do.
    const repeats = ends.reduce((sum, { peer }) => sum + peer.repeats(), 0)
    expect(repeats).toBeLessThan(total / 10)
    for (const { peer } of ends) peer.stop()
    await Promise.all([stop(again), stop(other)])
  }, 300_000)
})

/** At most so many at once. */
async function inTurns<item>(
  items: readonly item[],
  width: number,
  work: (item: item) => Promise<void>,
): Promise<void> {
  const queue = [...items]
  const lanes = Array.from({ length: width }, async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next)
  })
  await Promise.all(lanes)
}
