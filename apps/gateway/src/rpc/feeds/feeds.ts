/**
 * What is followed on the networks: one subscription upstream for all who follow the same. When the upstream is lost the
 * next one is asked, everything is subscribed anew, and what happened meanwhile is told late rather than never.
 */
import type { NetworkId } from '@latchkey/spec/caip'
import { limits, seconds } from '@latchkey/spec/limits'
import type { Upstreams } from '../../config/parse.js'
import { type Clock, wait, within } from '../../ports/clock.js'
import type { Log } from '../../ports/log.js'
import { NetworkNotServed, NetworkUnavailable, RpcError } from '../errors.js'
import type { Rpc } from '../rpc.js'
import { createCatchUp } from './catchUp.js'
import type { FeedKind } from './kinds.js'
import { type Line, openLine } from './line.js'

/** Somebody who follows. */
interface Follower {
  /** Takes the text of what happened. */
  tell(result: string): void
  /** The network does not take this any more, and nothing follows. */
  ended(): void
}

export interface Feeds {
  /** Resolves once the node has agreed; the function ends it. Throws `RpcError` with what the node said. */
  follow(networkId: NetworkId, kind: FeedKind, params: string, follower: Follower): Promise<() => void>
  /** Feeds that are followed upstream, for the metrics. */
  count(): number
  close(): void
}

interface Feed {
  readonly key: string
  readonly kind: FeedKind
  readonly params: string
  readonly followers: Set<Follower>
  readonly catchUp: ReturnType<typeof createCatchUp>
  /** What the present upstream calls it. */
  remoteId: string | undefined
  agreed: Promise<void> | undefined
  isAgreed: boolean
}

export interface FeedsInput {
  readonly upstreams: Upstreams
  readonly rpc: Rpc
  readonly clock: Clock
  readonly log: Log
}

/** Notices that are kept for an answer that is on its way. */
const mostEarly = 64
const longestPause = seconds(5)
const pauseAfter = (attempt: number) => Math.min(longestPause, limits.httpRetryDelay * 2 ** attempt)

export function createFeeds(input: FeedsInput): Feeds {
  const hubs = new Map<NetworkId, Hub>()
  return {
    follow(networkId, kind, params, follower) {
      const urls = input.upstreams.get(networkId)?.ws ?? []
      if (urls.length === 0) throw new NetworkNotServed(networkId)
      const hub = hubs.get(networkId) ?? createHub(networkId, urls, input)
      hubs.set(networkId, hub)
      return hub.follow(kind, params, follower)
    },
    count: () => [...hubs.values()].reduce((sum, hub) => sum + hub.count(), 0),
    close() {
      for (const hub of hubs.values()) hub.close()
    },
  }
}

type Hub = ReturnType<typeof createHub>

function createHub(networkId: NetworkId, urls: readonly string[], { rpc, clock, log }: FeedsInput) {
  const feeds = new Map<string, Feed>()
  /** By what the present upstream calls them: a notice must not cost a look at them all. */
  const byRemoteId = new Map<string, Set<Feed>>()
  /** What came in the same breath as the answer that names it, before the name could be noted. */
  const early = new Map<string, string[]>()
  let asking = 0
  const ending = new AbortController()
  let line: Promise<Line> | undefined
  let next = 0

  function onNotice(subscription: string, result: string): void {
    const called = byRemoteId.get(subscription)
    if (!called && asking > 0 && early.size < mostEarly)
      early.set(subscription, [...(early.get(subscription) ?? []), result].slice(-mostEarly))
    for (const feed of called ?? []) {
      tell(feed, result)
      if (feed.kind.isOnce) drop(feed)
    }
    hangUpIfIdle()
  }

  function drop(feed: Feed): void {
    if (feeds.get(feed.key) === feed) feeds.delete(feed.key)
    const called = byRemoteId.get(feed.remoteId ?? '')
    called?.delete(feed)
    if (called?.size === 0) byRemoteId.delete(feed.remoteId ?? '')
  }

  function tell({ catchUp, followers }: Feed, result: string): void {
    if (!catchUp.isNew(result)) return
    for (const follower of followers) follower.tell(result)
  }

  /** Tries one upstream after the other until one answers; those who follow wait, with a pause that grows. */
  async function connect(): Promise<Line> {
    for (let attempt = 0; ; attempt++) {
      ending.signal.throwIfAborted()
      const index = next++ % urls.length
      try {
        return await openLine({ url: urls[index] ?? '', clock, onNotice, onLost })
      } catch {
        log.warn({ network: networkId, socket: index }, 'an upstream cannot be followed')
        await wait(clock, pauseAfter(attempt), ending.signal)
        // Nobody waits any more.
        if (feeds.size === 0) throw new NetworkUnavailable(networkId)
      }
    }
  }

  function dial(): Promise<Line> {
    if (!line) {
      line = connect()
      line.catch(() => {
        line = undefined
      })
    }
    return line
  }

  function onLost(): void {
    line = undefined
    for (const feed of feeds.values()) feed.remoteId = undefined
    byRemoteId.clear()
    if (feeds.size === 0 || ending.signal.aborted) return
    log.warn({ network: networkId, feeds: feeds.size }, 'an upstream that was followed is lost')
    void resume()
  }

  /** Each feed for itself: what one of them meets must not silence the others. */
  async function resume(): Promise<void> {
    try {
      const dialled = dial()
      const open = await dialled
      // One that has just begun subscribes by itself.
      let due = [...feeds.values()].filter(({ isAgreed }) => isAgreed)
      for (let attempt = 0; due.length > 0; attempt++) {
        if (attempt > 0) await wait(clock, pauseAfter(attempt - 1), ending.signal)
        const late: typeof due = []
        for (const feed of due) {
          // A line that broke while this went on has started it anew by itself.
          if (line !== dialled) return
          if (feeds.get(feed.key) === feed && !(await isResumed(open, feed))) late.push(feed)
        }
        due = late
      }
      log.info({ network: networkId, feeds: feeds.size }, 'what is followed is followed again')
    } catch {
      // The gateway stops, or nobody follows any more.
    }
  }

  /** False when no answer came, and it is worth another try. */
  async function isResumed(open: Line, feed: Feed): Promise<boolean> {
    try {
      await subscribe(open, feed)
    } catch (cause) {
      if (!(cause instanceof RpcError)) return false
      log.error({ network: networkId, code: cause.code }, 'a feed cannot be resumed')
      drop(feed)
      for (const follower of feed.followers) follower.ended()
      hangUpIfIdle()
      return true
    }
    for (const missed of await feed.catchUp.missed()) tell(feed, missed)
    return true
  }

  async function subscribe(open: Line, feed: Feed): Promise<void> {
    asking++
    try {
      const remoteId = await open.request(feed.kind.subscribe, feed.params)
      feed.remoteId = remoteId
      byRemoteId.set(remoteId, (byRemoteId.get(remoteId) ?? new Set()).add(feed))
      for (const result of early.get(remoteId) ?? []) onNotice(remoteId, result)
      early.delete(remoteId)
    } finally {
      asking--
      if (asking === 0) early.clear()
    }
  }

  function hangUpIfIdle(): void {
    if (feeds.size > 0 || !line) return
    void line.then(
      (open) => open.close(),
      () => {},
    )
    line = undefined
  }

  async function begin(feed: Feed): Promise<void> {
    try {
      const open = await within(clock, limits.httpTimeout, dial(), () => new NetworkUnavailable(networkId))
      await feed.catchUp.start()
      await subscribe(open, feed)
      feed.isAgreed = true
    } catch (cause) {
      drop(feed)
      hangUpIfIdle()
      throw cause instanceof RpcError ? cause : new NetworkUnavailable(networkId)
    }
  }

  function leave(feed: Feed, follower: Follower): void {
    feed.followers.delete(follower)
    if (feed.followers.size > 0 || feeds.get(feed.key) !== feed) return
    drop(feed)
    const { remoteId, kind } = feed
    // Its answer changes nothing, and a line that is lost has ended it as well.
    if (remoteId !== undefined)
      line?.then((open) => open.request(kind.unsubscribe, `[${remoteId}]`)).catch(() => {})
    hangUpIfIdle()
  }

  return {
    async follow(kind: FeedKind, params: string, follower: Follower): Promise<() => void> {
      const key = `${kind.subscribe}|${params}`
      let feed = feeds.get(key)
      if (!feed) {
        const catchUp = createCatchUp({ networkId, params, rpc })
        feed = {
          key,
          kind,
          params,
          followers: new Set(),
          catchUp,
          remoteId: undefined,
          agreed: undefined,
          isAgreed: false,
        }
        feeds.set(key, feed)
        feed.agreed = begin(feed)
      }
      const joined = feed
      joined.followers.add(follower)
      try {
        await joined.agreed
      } catch (cause) {
        joined.followers.delete(follower)
        throw cause
      }
      return () => leave(joined, follower)
    },
    count: () => feeds.size,
    close() {
      ending.abort(new Error('the gateway stops'))
      feeds.clear()
      byRemoteId.clear()
      void line?.then(
        (open) => open.close(),
        () => {},
      )
    },
  }
}
