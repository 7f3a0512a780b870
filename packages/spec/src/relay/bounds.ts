/** What the relay accepts and keeps. Times in seconds where the wire counts seconds, in milliseconds elsewhere. */
import { minutes, seconds } from '../limits.js'

export const relayPath = '/relay'

export const relayBounds = {
  /** Topics, subscriptions, receipts or messages in one batch. */
  batch: 500,
  /** Bytes of one WebSocket frame. */
  payloadBytes: 1024 * 1024,
  /** Seconds that a message may be kept: bounds, and what clients ask for most. */
  ttlMin: 1,
  ttlMax: 2_592_000,
  ttlDefault: 21_600,
  /** Messages and bytes that wait on one topic. */
  mailboxMessages: 500,
  mailboxBytes: 1024 * 1024,
  /** Topics of one client. */
  topicsPerClient: 10_000,
  /** Pushes that one connection has not acknowledged yet; the rest waits in the mailbox. */
  unackedPushes: 64,
  /** Milliseconds after which an unacknowledged push is sent again on a live connection, and how often. */
  redeliverAfter: seconds(30),
  redeliveries: 3,
  /** Milliseconds between pings; a connection that misses a whole interval is closed as stale. */
  pingInterval: seconds(30),
  /** Bytes of a WebSocket close reason. */
  closeReasonBytes: 123,
  /** Lowest request id: smaller ones are counters of broken clients. */
  requestIdMin: 1_000_000_000,
  /** Seconds of clock difference that a token is forgiven. */
  jwtLeeway: 120,
  /** Characters of a token. */
  jwt: 4096,
  /** Seconds that a client's own token lives. */
  jwtLifetime: 86_400,
} as const

/** How the client behaves; milliseconds. */
export const relayTimers = {
  /** One try to publish or to subscribe, and all tries together. */
  requestTry: seconds(15),
  requestTotal: minutes(1),
  connectTry: seconds(15),
  connectTries: 5,
  /** Wallets of the same protocol come back after exactly this, so a server that restarts must spread its closes. */
  reconnectDelay: 100,
  /** Without a ping or a message for this long the connection is dead, where pings can be seen at all. */
  stall: seconds(35),
} as const
