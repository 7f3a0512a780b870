/** What the relay counts: plain numbers on the way of every message, read when the measures are asked for. */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Outcome } from './mailbox/mailbox.js'
import type { Weight } from './mailbox/room.js'

/** Why a connection or a request was refused or ended by the relay. */
export type RelayRefusalReason =
  | 'project'
  | 'origin'
  | 'token'
  | 'address'
  | 'client'
  | 'capacity'
  | 'draining'
  | 'path'
  | 'stale'
  | 'slow'
  | 'paused'

export interface Tally {
  sockets: number
  topics: () => number
  /** As of the last sweep; messages where the mailbox can say. */
  mailbox: Weight
  readonly published: Record<Outcome, number>
  delivered: number
  received: number
  readonly refused: Partial<Record<RelayRefusalReason, number>>
  /** Requests answered with an error, by tag. */
  readonly errors: Partial<Record<string, number>>
  readonly closed: Partial<Record<string, number>>
  /** Messages passed to the upstream relay, those that came from there, and those that it will not have. */
  readonly bridged: { up: number; down: number; refused: number }
  /** How often a topic was not carried, because its client or all together have too many. */
  notCarried: number
  /** Undefined where there is no upstream. */
  isBridged?: () => boolean
}

export function createTally(): Tally {
  return {
    sockets: 0,
    topics: () => 0,
    mailbox: { bytes: 0 },
    published: { stored: 0, known: 0, full: 0, crowded: 0 },
    delivered: 0,
    received: 0,
    refused: {},
    errors: {},
    closed: {},
    bridged: { up: 0, down: 0, refused: 0 },
    notCarried: 0,
  }
}

export function count<key extends string>(counts: Partial<Record<key, number>>, key: key): void {
  counts[key] = (counts[key] ?? 0) + 1
}

/** Shows the tally under the names of Prometheus. */
export function showTally(tally: Tally, registry: Registry): void {
  const registers = [registry]
  const gauge = (name: string, help: string, read: () => number | undefined) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const value = read()
        // Nothing is known, which is not the same as none.
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  const labelled = (
    name: string,
    help: string,
    label: string,
    counts: Readonly<Partial<Record<string, number>>>,
  ) =>
    new Counter({
      name,
      help,
      registers,
      labelNames: [label],
      collect() {
        this.reset()
        for (const [key, value] of Object.entries(counts)) this.inc({ [label]: key }, value ?? 0)
      },
    })

  gauge('relay_sockets', 'Connections of clients', () => tally.sockets)
  gauge('relay_topics', 'Topics that somebody here listens to', () => tally.topics())
  gauge('relay_mailbox_messages', 'Messages kept, as of the last sweep', () => tally.mailbox.messages)
  gauge('relay_mailbox_bytes', 'What they weigh, or all that Redis holds', () => tally.mailbox.bytes)
  counter('relay_deliveries_total', 'Messages sent to receivers', () => tally.delivered)
  counter('relay_receipts_total', 'Messages that their receivers acknowledged', () => tally.received)
  labelled('relay_publications_total', 'Messages published, by outcome', 'outcome', tally.published)
  const { refused } = tally
  labelled('relay_refusals_total', 'Clients turned away or held up, by reason', 'reason', refused)
  labelled('relay_errors_total', 'Requests answered with an error, by its tag', 'tag', tally.errors)
  gauge('relay_bridge_connected', 'Whether the upstream relay is connected', () =>
    Number(tally.isBridged?.() ?? 0),
  )
  labelled(
    'relay_bridged_total',
    'Messages passed to and from the upstream relay, or refused by it',
    'way',
    tally.bridged,
  )
  counter('relay_bridge_refused_total', 'Topics that the bridge had no room for', () => tally.notCarried)
  labelled('relay_closes_total', 'Connections closed, by code', 'code', tally.closed)
}
