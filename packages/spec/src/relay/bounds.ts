/** What the relay accepts and keeps. Times in seconds where the wire counts seconds, in milliseconds elsewhere. */
import { minutes, seconds } from '../limits.js'

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
  /** Topics of one connection, and connections of one client: each tab of a browser has its own. */
  topicsPerClient: 10_000,
  socketsPerClient: 100,
  /** Connections that listen to one topic. */
  subscribersPerTopic: 256,
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

/** What a client keeps of its sessions. */
export const signBounds = {
  /** Seconds that a new session lives, and the longest that a wallet may ask for. */
  sessionLifetime: 604_800,
  /** Seconds that a proposal lives; the code of a pairing is renewed before. */
  proposalLifetime: 300,
  /** Sessions at a time; the oldest makes room. */
  sessions: 16,
  /** Requests of a wallet remembered per session, so that none counts twice. */
  seenRequests: 64,
  /** Namespaces of a session; accounts, methods, events and chains of a namespace. */
  namespaces: 32,
  namespaceItems: 512,
  /** Characters of a name, an address or an id. */
  text: 2048,
} as const

/** How the client behaves; milliseconds. */
export const relayTimers = {
  /** One try to publish or to subscribe, and all tries together. */
  requestTry: seconds(15),
  requestTotal: minutes(1),
  connectTry: seconds(15),
  /** Wallets of the same protocol come back after exactly this, so a server that restarts must spread its closes. */
  reconnectDelay: 100,
  /** Ours waits a random part of a delay that doubles from the one above to this. */
  reconnectDelayMax: seconds(30),
  /** The same after the relay said that it has too much to do. */
  backOffDelay: seconds(5),
  /** How long a connection may take to show that it is alive after the page was asleep. */
  aliveCheck: seconds(5),
  /** How long the tab that holds the connection may take to answer another tab, before that one takes over. */
  tabAnswer: seconds(2),
} as const
