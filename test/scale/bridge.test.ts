/** Two gateway processes that bridge to the same relay and share one mailbox, while each of them goes and comes back (D-44). */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { signalGroup } from '../harness/run.js'
import { until } from '../harness/until.js'
import { startCable } from './cable.js'
import { temporaryFolder } from './folder.js'
import { becomesReady, type Gateway, startGateway } from './gateways.js'
import { createPeer, type Peer } from './relayPeer.js'
import { type Service, startPostgres, startRedis } from './services.js'

const base = Number(process.env.LATCHKEY_PORT_BASE ?? 4100)
const ports = { upstream: base + 34, one: base + 36, other: base + 38 }
const originOf = (port: number) => `http://127.0.0.1:${port}`
const folder = temporaryFolder()
let postgres: Service
let redis: Service
beforeAll(async () => {
  // Each is known as soon as it runs, so that it is stopped also where the other does not start.
  await Promise.all([
    startPostgres(base + 9).then((started) => (postgres = started)),
    startRedis(base + 20).then((started) => (redis = started)),
  ])
})
afterAll(async () => {
  await Promise.all([postgres?.stop(), redis?.stop()])
  rmSync(folder, { recursive: true, force: true })
})

async function start(port: number, env: Record<string, string>): Promise<Gateway> {
  const common = {
    DATABASE_URL: postgres.url,
    LATCHKEY_LOCAL: '1',
    LATCHKEY_LOG_LEVEL: 'warn',
    LATCHKEY_RELAY_RATE: '0',
    LATCHKEY_RELAY_SOCKETS_PER_ADDRESS: '0',
    LATCHKEY_ROLES: 'relay',
  }
  const gateway = startGateway(join(folder, String(port)), port, { ...common, ...env })
  // Whatever becomes of the test: one that is left would answer the next test at the same port.
  onTestFinished(() => end(gateway, 'SIGTERM'))
  await becomesReady(gateway)
  return gateway
}

/** Only the gateway itself, as a machine that runs out of memory would, or an operator. */
async function end({ running }: Gateway, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (signal === 'SIGKILL' && running.process.pid) process.kill(running.process.pid, signal)
  else signalGroup(running, signal)
  await running.exited
}

const upstreamUrl = `ws://127.0.0.1:${ports.upstream}/relay`

async function startBridged(port: number, url = upstreamUrl): Promise<Gateway> {
  const gateway = await start(port, {
    REDIS_URL: redis.url,
    LATCHKEY_RELAY_UPSTREAM: url,
    LATCHKEY_RELAY_UPSTREAM_PROJECT: 'bridge',
  })
  await becomesConnected(gateway, true)
  return gateway
}

async function becomesConnected({ origin }: Gateway, isConnected: boolean): Promise<void> {
  const line = `relay_bridge_connected ${Number(isConnected)}`
  const isSo = async () => (await (await fetch(`${origin}/metrics`)).text()).includes(line)
  await until(isSo, { what: `${origin} says ${line}` })
}

const randomTopic = () => randomBytes(32).toString('hex')

interface Speaker {
  readonly side: 'page' | 'wallet'
  readonly peer: Peer
  /** What the relay has acknowledged. */
  readonly said: string[]
}

/** One end of a session, what came to it, and whom it must have heard. */
interface End {
  readonly name: string
  readonly peer: Peer
  readonly heard: string[]
  readonly hears: readonly Speaker[]
}

/** All who publish. Each waits for its acknowledgement before it goes on. */
function createTraffic(speakers: readonly Speaker[]) {
  let acknowledged = 0
  let onAcknowledged = () => {}
  async function speak({ side, peer, said }: Speaker): Promise<void> {
    const text = `${side} ${said.length}`
    await peer.publish(text)
    said.push(text)
    acknowledged++
    onAcknowledged()
  }
  const everybody = (times: number) =>
    Promise.all(
      speakers.map(async (speaker) => {
        for (let time = 0; time < times; time++) await speak(speaker)
      }),
    )
  return {
    everybody,
    /**
     * Everybody speaks so many times. When half of it is acknowledged the event begins, with the other half still to
     * come; where it takes longer than that, they go on one by one until it is over.
     */
    async during(times: number, event: () => Promise<unknown>): Promise<void> {
      const half = acknowledged + (speakers.length * times) / 2
      let isOver = false
      const happening = new Promise<void>((resolve) => {
        onAcknowledged = () => {
          if (acknowledged >= half) resolve()
        }
      })
        .then(event)
        .finally(() => (isOver = true))
      const talking = everybody(times).then(async () => {
        // oxlint-disable-next-line no-unmodified-loop-condition -- set when the event is over.
        while (!isOver) for (const speaker of speakers) if (!isOver) await speak(speaker)
      })
      await Promise.all([happening, talking])
    },
  }
}

function createEnd(name: string, topic: string, at: readonly number[], hears: Speaker[] = []) {
  const heard: string[] = []
  const peer = createPeer({ topic, origins: at.map(originOf), onMessage: (text) => heard.push(text) })
  return { name, peer, heard, hears }
}

const speakerAt = (side: Speaker['side'], { peer }: End): Speaker => ({ side, peer, said: [] })

async function arrives(ends: readonly End[]): Promise<void> {
  const lengthOf = (hears: readonly Speaker[]) => hears.reduce((sum, { said }) => sum + said.length, 0)
  const isComplete = () => ends.every(({ heard, hears }) => heard.length >= lengthOf(hears))
  await until(isComplete, { what: 'everything has arrived', within: 90_000 }).catch(() => {})
}

/** What each end heard of each side, where that is not what was said; how two sides mix is nobody's. */
const misheard = (ends: readonly End[]) =>
  ends.flatMap(({ name, heard, hears }) =>
    (['page', 'wallet'] as const).flatMap((side) => {
      const said = hears.flatMap((speaker) => (speaker.side === side ? speaker.said : []))
      const came = heard.filter((text) => text.startsWith(side))
      return String(came) === String(said) ? [] : [{ name, came, said }]
    }),
  )

const total = (ends: readonly End[], count: (peer: Peer) => number) =>
  ends.reduce((sum, { peer }) => sum + count(peer), 0)

const sessions = 100
/** Of each sender in each phase, at least. */
const messagesPerPhase = 7

test('[D-44] pages on two gateways talk to wallets on another relay while one gateway is killed, the other stopped, and both come back: each message arrives in order, never where it came from, and again only where a receipt was lost', async () => {
  await start(ports.upstream, {})
  const [one, other] = await Promise.all([startBridged(ports.one), startBridged(ports.other)])
  const ends: End[] = []
  const speakers: Speaker[] = []
  const own = [ports.one, ports.other]
  for (let session = 0; session < sessions; session++) {
    const topic = randomTopic()
    const page = createEnd('page', topic, own)
    const wallet = createEnd('wallet', topic, [ports.upstream])
    const [atPage, atWallet] = [speakerAt('page', page), speakerAt('wallet', wallet)]
    page.hears.push(atWallet)
    wallet.hears.push(atPage)
    speakers.push(atPage, atWallet)
    // A second tab, which only listens, so that many topics are used on both gateways.
    ends.push(page, wallet, createEnd('tab', topic, own, [atPage, atWallet]))
  }
  onTestFinished(() => ends.forEach(({ peer }) => peer.stop()))
  await Promise.all(ends.map(({ peer }) => peer.start()))

  const traffic = createTraffic(speakers)
  await traffic.during(messagesPerPhase, () => end(one, 'SIGKILL'))
  await traffic.during(messagesPerPhase, () => startBridged(ports.one))
  await traffic.during(messagesPerPhase, () => end(other, 'SIGTERM'))
  await traffic.during(messagesPerPhase, () => startBridged(ports.other))
  await arrives(ends)
  // What came too often came before these.
  await traffic.everybody(1)
  await arrives(ends)
  expect(misheard(ends)).toEqual([])

  // Nothing happened to the wallets' relay, so nothing comes to them again, by whichever gateway it was passed on.
  const wallets = ends.filter(({ name }) => name === 'wallet')
  expect(total(wallets, (peer) => peer.connects())).toBe(sessions)
  expect(total(wallets, (peer) => peer.repeats())).toBe(0)
  // Who lost a gateway may hear again what had no receipt yet, a message or two; on a connection that lasts, nobody does.
  const others = ends.filter(({ name }) => name !== 'wallet')
  expect(total(others, (peer) => peer.needlessRepeats())).toBe(0)
  const lost = total(others, (peer) => peer.connects() - 1)
  expect(lost).toBeGreaterThan(others.length)
  expect(total(others, (peer) => peer.repeats())).toBeLessThanOrEqual(2 * lost)
}, 300_000)

test('[D-44] what a gateway acknowledged while its way to the other relay was cut, and was killed with, goes there by the gateway that is left: once, in order', async () => {
  await start(ports.upstream, {})
  const cable = await startCable(ports.upstream)
  onTestFinished(() => cable.close())
  const [cut] = await Promise.all([
    startBridged(ports.one, cable.through(upstreamUrl)),
    startBridged(ports.other),
  ])
  const ends: End[] = []
  const speakers: Speaker[] = []
  for (let session = 0; session < 50; session++) {
    const topic = randomTopic()
    const page = createEnd('page', topic, [ports.one])
    const atPage = speakerAt('page', page)
    speakers.push(atPage)
    ends.push(page, createEnd('tab', topic, [ports.other], [atPage]))
    ends.push(createEnd('wallet', topic, [ports.upstream], [atPage]))
  }
  onTestFinished(() => ends.forEach(({ peer }) => peer.stop()))
  await Promise.all(ends.map(({ peer }) => peer.start()))
  const traffic = createTraffic(speakers)
  await traffic.during(4, async () => {
    cable.cut()
    await becomesConnected(cut, false)
  })
  // None of these finds the way.
  await traffic.everybody(5)
  await end(cut, 'SIGKILL')
  await arrives(ends)
  expect(misheard(ends)).toEqual([])
  // Neither of them lost its relay.
  const lasting = ends.filter(({ name }) => name !== 'page')
  expect(total(lasting, (peer) => peer.connects() - 1)).toBe(0)
  expect(total(lasting, (peer) => peer.repeats())).toBe(0)
}, 180_000)
