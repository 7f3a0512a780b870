/** The relay: takes connections at its path, knows them all, and lets them go one by one when the gateway stops. */
import type { Duplex } from 'node:stream'
import { minutes, seconds } from '@latchkey/spec/limits'
import { authFailures, closeCodes, relayBounds } from '@latchkey/spec/relay'
import { type WebSocket, WebSocketServer } from 'ws'
import { addressKey } from '../http/gate.js'
import { Refusal, refuse } from '../http/refusal.js'
import type { Upgrade } from '../http/upgrades.js'
import { startJob } from '../jobs/startJob.js'
import { type Clock, wait } from '../ports/clock.js'
import type { Log } from '../ports/log.js'
import type { Projects } from '../store/projects.js'
import { type Admitted, admit, type Refused } from './admit.js'
import { Allowance } from './allowance.js'
import type { Bridge } from './bridge/bridge.js'
import { createDoors, type Place } from './doors.js'
import { createHub } from './hub.js'
import { createLagWatch } from './lag.js'
import type { Mailbox } from './mailbox/mailbox.js'
import { createMethods } from './methods.js'
import { createFlushing } from './outgoing.js'
import { createPushes } from './pushes.js'
import { RelaySocket, type SocketContext } from './relaySocket.js'
import { count, type RelayRefusalReason, type Tally } from './tally.js'

export interface RelaySettings {
  readonly audiences: readonly string[]
  readonly sockets: number
  readonly socketsPerAddress: number
  /** Subscriptions of all connections of this process, and of one network address; 0: unlimited. */
  readonly topics: number
  readonly topicsPerAddress: number
  /** Requests a second of one connection; 0: unlimited. */
  readonly rate: number
  readonly skipsAttestation: boolean
}

export interface RelayInput {
  readonly mailbox: Mailbox
  readonly projects: Projects
  readonly clock: Clock
  readonly log: Log
  readonly tally: Tally
  readonly settings: RelaySettings
  /** To an upstream relay, where there is one. */
  readonly bridge: Bridge | undefined
}

export interface Relay {
  /** Takes a connection in, or throws a `Refusal`. */
  upgrade(upgrade: Upgrade): Promise<void>
  /** Takes nobody in any more, answers what has arrived, and closes all within `deadline` milliseconds, not all at once. */
  drain(deadline: number): Promise<void>
  /** Cuts the connections that are still there. */
  hurry(): void
  close(): Promise<void>
}

/** Seconds of requests that may come at once, the largest message among them; and how much one address may ask for, as connections. */
const burstSeconds = 5
const connectionsPerAddress = 20
/** Clients that are sent elsewhere in one second: about what one process can take in. */
const closesPerSecond = 500
/** Of the time to stop, the part in which connections are closed; the rest is for those who are slow. */
const closingShare = 0.8
const sweepEvery = minutes(1)
/** Room for a frame that is a little too large to be told so; far larger ones are cut. */
const frameBytes = relayBounds.payloadBytes + 64 * 1024

const serverOptions = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: frameBytes,
  // Nobody may be there to answer a close, or to read it.
  closeTimeout: seconds(2),
}

export function createRelay(input: RelayInput): Relay {
  const { mailbox, projects, clock, log, tally, settings, bridge } = input
  const server = new WebSocketServer(serverOptions)
  const { skipsAttestation } = settings
  const hub = createHub({
    mailbox,
    most: relayBounds.subscribersPerTopic,
    mostInAll: settings.topics,
    mostPerHolder: settings.topicsPerAddress,
    onUse: bridge?.use,
    onDisuse: bridge?.disuse,
    also: bridge,
  })
  const methods = createMethods({ mailbox, hub, tally, skipsAttestation, onPublished: bridge?.published })
  const rate = { perSecond: settings.rate, burst: settings.rate * burstSeconds }
  const doors = createDoors({
    clock,
    sockets: settings.sockets,
    perAddress: settings.socketsPerAddress,
    perClient: relayBounds.socketsPerClient,
    rate: {
      perSecond: rate.perSecond * connectionsPerAddress,
      burst: rate.burst * connectionsPerAddress,
      debt: rate.perSecond * connectionsPerAddress,
    },
  })
  const flushSoon = createFlushing()
  const context: SocketContext = { mailbox, methods, clock, log, tally, flushSoon, ...createPushes(clock) }
  /** Everything that was let in, whatever became of it. */
  const wires = new Set<Duplex>()
  const sockets = new Set<RelaySocket>()
  const lag = createLagWatch(clock)
  let isDraining = false
  tally.topics = () => hub.topics

  const stopLooking = startJob(
    {
      name: 'relay heartbeat',
      every: seconds(1),
      run: async () => sockets.forEach((socket) => socket.look()),
    },
    { clock, log },
  )
  const stopSweeping = startJob({ name: 'relay sweep', every: sweepEvery, run: sweep }, { clock, log })

  async function sweep(): Promise<void> {
    await mailbox.sweep()
    tally.mailbox = await mailbox.weigh()
  }

  function turnAway(reason: RelayRefusalReason, status: 429 | 503, description: string): Refusal {
    count(tally.refused, reason)
    return refuse(status === 429 ? 'rateLimited' : 'unavailable', description)
  }

  function take(socket: WebSocket, wire: Duplex, { client, project }: Admitted, place: Place): void {
    const allowances = { own: new Allowance(rate, clock.now()), address: place.requests }
    const taken = new RelaySocket({ socket, wire, client, holder: place, allowances, context })
    sockets.add(taken)
    tally.sockets = sockets.size
    log.debug({ project }, 'a client of the relay has come')
    socket.on('close', (code) => {
      sockets.delete(taken)
      tally.sockets = sockets.size
      count(tally.closed, code in closeCodes ? String(code) : 'other')
      taken.forget()
      hub.remove(taken.outbox)
    })
  }

  /** Throws what a program can read, or takes the connection in to say it in a way that a browser can. */
  function refuseClient({ request, socket: wire, head }: Upgrade, verdict: Refused): void {
    const { kind, text } = verdict.refusal
    const { status, tag: data } = authFailures[kind]
    count(
      tally.refused,
      kind.startsWith('project') ? 'project' : kind.startsWith('origin') ? 'origin' : 'token',
    )
    log.debug({ kind }, 'a client of the relay was refused')
    if (!verdict.byCloseEvent)
      throw new Refusal(status, { status: 'FAILED', reasons: [{ field: '', description: text }] })
    server.handleUpgrade(request, wire, head, (socket) => {
      socket.on('error', () => {})
      const error = { code: 3000, message: text, data }
      socket.send(JSON.stringify({ id: 0, jsonrpc: '2.0', error }))
      socket.close(3000, text.slice(0, relayBounds.closeReasonBytes))
    })
  }

  const hurry = () => wires.forEach((wire) => wire.destroy())

  return {
    async upgrade(upgrade) {
      const { request, socket: wire, head, ip } = upgrade
      if (isDraining) throw turnAway('draining', 503, 'The gateway is stopping')
      if (lag.isHigh()) throw turnAway('capacity', 503, 'The relay is busy')
      const address = addressKey(ip)
      const place = doors.enter(address)
      if (place === 'capacity') throw turnAway('capacity', 503, 'The relay is full')
      if (place === 'address') throw turnAway('address', 429, 'Too many connections from this address')
      wires.add(wire)
      const named: { client?: string } = {}
      // Not `once`, which would keep a function of its own for as long as the connection lasts.
      wire.on('close', () => {
        wires.delete(wire)
        doors.leave(address)
        if (named.client !== undefined) doors.unname(named.client)
      })
      const verdict = await admit(request, { projects, clock, audiences: settings.audiences })
      if (wire.destroyed) return
      // Nobody would ever close who came in between.
      if (isDraining) throw turnAway('draining', 503, 'The gateway is stopping')
      if ('refusal' in verdict) return refuseClient(upgrade, verdict)
      if (!doors.name(verdict.client)) throw turnAway('client', 429, 'This client has too many connections')
      named.client = verdict.client
      server.handleUpgrade(request, wire, head, (socket) => take(socket, wire, verdict, place))
    },

    async drain(deadline) {
      isDraining = true
      const leaving = shuffle([...sockets])
      const time = Math.min(deadline * closingShare, (leaving.length / closesPerSecond) * 1000)
      const gone = leaving.map(async (socket, index) => {
        await wait(clock, (time * index) / leaving.length)
        await socket.leave(4010, closeCodes[4010].name)
      })
      const cut = clock.after(deadline, hurry)
      await Promise.all(gone)
      await Promise.all([...wires].map((wire) => new Promise((resolve) => wire.once('close', resolve))))
      cut()
    },

    hurry,

    async close() {
      await Promise.all([stopLooking(), stopSweeping()])
      lag.stop()
      await bridge?.close()
      await mailbox.close()
    },
  }
}

/** In any order: clients come back at once, and those of one kind should not all come together. */
function shuffle<item>(items: item[]): item[] {
  for (let index = items.length - 1; index > 0; index--) {
    const other = Math.floor(Math.random() * (index + 1))
    const [one, two] = [items[index], items[other]]
    if (one === undefined || two === undefined) continue
    items[index] = two
    items[other] = one
  }
  return items
}
