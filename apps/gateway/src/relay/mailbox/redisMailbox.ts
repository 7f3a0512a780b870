/** The mailbox of any number of gateways: kept in Redis, which also tells every gateway what the others stored. */
import { createHash } from 'node:crypto'
import { seconds } from '@latchkey/spec/limits'
import { relayBounds } from '@latchkey/spec/relay'
import { Redis } from 'ioredis'
import type { Log } from '../../ports/log.js'
import { keepSteady } from '../../ports/steadyRedis.js'
import {
  Failure,
  isPlainText,
  type Letter,
  type Mailbox,
  type MailboxListener,
  type Outcome,
  type Page,
  type Publication,
  type Question,
} from './mailbox.js'
import { publishScript, readScript, receiveScript } from './redisScripts.js'
import { createRoom } from './room.js'

function connect(url: string, enableAutoPipelining: boolean): Redis {
  const redis = new Redis(url, {
    enableAutoPipelining,
    connectTimeout: seconds(2),
    // Long enough for a Redis that stutters: what fails here is tried again by a client only after seconds.
    commandTimeout: seconds(5),
    // A connection that owes an answer for longer is dead, whatever the network says of it.
    socketTimeout: seconds(10),
    // Waiting commands would pile up behind a Redis that is gone.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // What was missed must be read after it, so it is done here.
    autoResubscribe: false,
    retryStrategy: (attempt) => Math.min(attempt * 50, seconds(1)),
  })
  return keepSteady(redis, 1)
}

/** Topics that are read at once: enough to be quick, few enough that full ones do not fill the memory. */
const topicsAtOnce = 25
const channelsAtOnce = 500
const heartbeatInterval = seconds(15)
/** How long a Redis that is there, but would not have topics watched, is left alone. */
const rejoinPause = seconds(1)
/** How often Redis is asked what it holds while one gateway fills it. */
const looksPerRoom = 64
const channelPrefix = 'latchkey:relay:'

export interface RedisMailbox extends Mailbox {
  /** Resolves once it can be used, however long that takes. */
  connected(): Promise<void>
}

export interface RedisMailboxInput {
  readonly url: string
  readonly log: Log
  /** Bytes that Redis may use, for whatever; 0: without end. */
  readonly most: number
}

export function createRedisMailbox({ url, log, most }: RedisMailboxInput): RedisMailbox {
  const room = createRoom(most)
  let sinceWeighed = 0
  const commands = connect(url, true)
  const channels = connect(url, false)
  for (const connection of [commands, channels])
    connection.on('error', ({ message }: Error) => log.debug({ reason: message }, 'redis of the relay'))
  let listener: MailboxListener = { onLetter: () => {}, onGap: () => {} }
  const watched = new Set<string>()
  /** What is heard before the gap is told would move receivers past what they have missed; they read it all the same. */
  let isRejoining = false
  let rejoinTimer: NodeJS.Timeout | undefined
  let markLoaded = () => {}
  const loaded = new Promise<void>((resolve) => {
    markLoaded = resolve
  })

  channels.on('messageBuffer', (channel: Buffer, payload: Buffer) => {
    if (isRejoining) return
    const topic = channel.subarray(channelPrefix.length).toString()
    const text = payload.toString()
    const end = text.indexOf('\n')
    listener.onLetter(toLetter(topic, text.slice(0, end), text.slice(end + 1)))
  })
  channels.on('ready', () => void rejoin())
  // Who only listens is owed nothing, and would not notice a connection that died without a word.
  const heartbeat = setInterval(() => void channels.ping().catch(() => {}), heartbeatInterval)
  heartbeat.unref()
  // A Redis that was restarted knows no script; sending one late would let a later command pass an earlier one.
  commands.on('ready', () => void loadScripts())

  /** Fails when Redis is lost again; the next `ready` tries again. */
  async function loadScripts(): Promise<void> {
    const loads = Object.values(scripts).map(({ text }) => commands.script('LOAD', text))
    await Promise.all(loads).then(markLoaded, () => log.debug('redis was lost while it was given scripts'))
  }

  /** After the connection was lost: hears again what is watched, then says that something may have been missed. */
  async function rejoin(): Promise<void> {
    clearTimeout(rejoinTimer)
    const topics = [...watched]
    isRejoining = topics.length > 0
    if (!isRejoining) return
    try {
      await subscribe(topics)
      isRejoining = false
      listener.onGap()
    } catch {
      log.debug('redis did not let topics be watched again')
      // Lost once more, or made anew because the answer stayed away, the next `ready` tries again; one that refuses keeps
      // its connection, and none follows.
      if (channels.status === 'ready') rejoinTimer = setTimeout(() => void rejoin(), rejoinPause)
    }
  }

  async function subscribe(topics: readonly string[]): Promise<void> {
    for (let at = 0; at < topics.length; at += channelsAtOnce)
      await channels.subscribe(...topics.slice(at, at + channelsAtOnce).map(channelOf))
  }

  async function run(
    script: Script,
    topic: string,
    values: readonly (string | number)[],
  ): Promise<unknown[]> {
    const keys = keysOf(topic)
    const rest = [keys.length, ...keys, ...values] as const
    try {
      return toList(await commands.evalsha(script.hash, ...rest))
    } catch (cause) {
      if (!(cause instanceof Error) || !cause.message.startsWith('NOSCRIPT')) throw cause
      return toList(await commands.eval(script.text, ...rest))
    }
  }

  /** Only Redis knows what all gateways have stored, so it is asked again before this one has stored much. */
  function note(bytes: number): void {
    room.add(bytes)
    sinceWeighed += bytes
    if (most === 0 || sinceWeighed < most / looksPerRoom) return
    sinceWeighed = 0
    weigh().catch((err: unknown) => log.debug({ err }, 'redis does not say how much it holds'))
  }

  const weigh = () =>
    room.recount(async () => {
      const [, used] = /^used_memory:(\d+)/m.exec(await commands.info('memory')) ?? []
      return { bytes: Number(used ?? 0) }
    })

  async function readTopic(question: Question, topic: string, after: number, bytes: number): Promise<Page> {
    const { client, limit } = question
    const [more, ...found] = await run(scripts.read, topic, [client, after, limit, bytes])
    const letters: Letter[] = []
    for (let at = 0; at < found.length; at += 2)
      letters.push(toLetter(topic, String(found[at]), String(found[at + 1])))
    return { letters, hasMore: more === 1 }
  }

  async function publish(publication: Publication): Promise<Outcome> {
    const { topic, message, digest, isPlain, tag, attestation, ttl, sender } = publication
    const size = isPlain ? message.length : Buffer.byteLength(message)
    if (!room.has(size)) return 'crowded'
    const body = JSON.stringify([message, tag, attestation])
    const values = [digest, sender, ttl * 1000, size, body, channelOf(topic)]
    const [outcome] = await run(scripts.publish, topic, values)
    if (outcome === 'stored') note(size)
    return outcome as Outcome // the words of the script
  }

  return {
    publish(publication, told) {
      publish(publication).then(told, (cause: unknown) => told(new Failure(cause)))
    },

    async read(question) {
      const { topics, limit } = question
      const letters: Letter[] = []
      let hasMore = false
      for (let at = 0; at < topics.length && letters.length < limit; at += topicsAtOnce) {
        const asked = topics.slice(at, at + topicsAtOnce)
        const share = Math.ceil(relayBounds.mailboxBytes / asked.length)
        const pages = await Promise.all(
          asked.map(({ topic, after }) => readTopic(question, topic, after, share)),
        )
        for (const page of pages) letters.push(...page.letters)
        hasMore =
          pages.some((page) => page.hasMore) || (letters.length >= limit && at + topicsAtOnce < topics.length)
        if (hasMore) break
      }
      letters.sort((one, other) => one.seq - other.seq)
      const page = fitting(letters.slice(0, limit))
      return { letters: page, hasMore: hasMore || letters.length > page.length }
    },

    receive({ topic, digest, client }) {
      run(scripts.receive, topic, [digest, client]).catch((err: unknown) =>
        log.warn({ err }, 'a receipt is lost; its message comes once more'),
      )
    },

    async watch(topics) {
      const fresh = topics.filter((topic) => !watched.has(topic))
      for (const topic of fresh) watched.add(topic)
      // Those of others too: they may be on their way, and what is asked twice is answered in order.
      await subscribe(topics)
    },

    unwatch(topics) {
      for (const topic of topics) watched.delete(topic)
      // A connection that is lost has forgotten them anyway.
      for (let at = 0; at < topics.length; at += channelsAtOnce)
        channels.unsubscribe(...topics.slice(at, at + channelsAtOnce).map(channelOf)).catch(() => {})
    },

    listen: (next) => {
      listener = next
    },

    // Redis removes what has expired by itself.
    sweep: async () => 0,
    weigh,

    async connected() {
      await loaded
      // Not by `once` of events, which fails at the first error; here the next attempt follows.
      if (channels.status !== 'ready') await new Promise((resolve) => channels.once('ready', resolve))
    },

    async close() {
      clearInterval(heartbeat)
      clearTimeout(rejoinTimer)
      // Receipts that are noted go out first.
      await commands.quit().catch(() => {})
      commands.disconnect()
      channels.disconnect()
    },
  }
}

interface Script {
  readonly text: string
  readonly hash: string
}

const script = (text: string): Script => ({ text, hash: createHash('sha1').update(text).digest('hex') })
const scripts = { publish: script(publishScript), read: script(readScript), receive: script(receiveScript) }

const channelOf = (topic: string) => channelPrefix + topic

/** The braces keep the keys of one topic on one node of a cluster. */
function keysOf(topic: string): readonly string[] {
  return ['order', 'letters', 'receipts'].map((name) => `latchkey:relay:{${topic}}:${name}`)
}

function toLetter(topic: string, digest: string, text: string): Letter {
  const end = text.indexOf('\n')
  const [expires = '', seq = '', published = '', , sender = ''] = text.slice(0, end).split(' ')
  const [message, tag, attestation] = JSON.parse(text.slice(end + 1)) as [string, number, string | null] // as `publish` wrote it
  return {
    topic,
    digest,
    message,
    isPlain: isPlainText(message),
    tag,
    attestation: attestation ?? undefined,
    sender,
    seq: Number(seq),
    publishedAt: Number(published),
    expiresAt: Number(expires),
  }
}

/** The first letters, as far as a page may weigh; one always fits. */
function fitting(letters: readonly Letter[]): readonly Letter[] {
  let bytes = 0
  const end = letters.findIndex(({ message }) => {
    const isFull = bytes >= relayBounds.mailboxBytes
    bytes += Buffer.byteLength(message)
    return isFull
  })
  return end < 0 ? letters : letters.slice(0, end)
}

function toList(answer: unknown): unknown[] {
  if (!Array.isArray(answer)) throw new TypeError('The script did not return a list')
  return answer
}
