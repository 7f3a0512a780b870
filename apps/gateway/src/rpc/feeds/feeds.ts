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

/** Takes the text of what happened. */
export type Listener = (result: string) => void

export interface Feeds {
  /** Resolves once the node has agreed; the function ends it. Throws `RpcError` with what the node said. */
  follow(networkId: NetworkId, kind: FeedKind, params: string, listener: Listener): Promise<() => void>
  /** Feeds that are followed upstream, for the metrics. */
  count(): number
  close(): void
}

interface Feed {
  readonly kind: FeedKind
  readonly params: string
  readonly listeners: Set<Listener>
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

const longestPause = seconds(5)

export function createFeeds(input: FeedsInput): Feeds {
  const hubs = new Map<NetworkId, Hub>()
  return {
    follow(networkId, kind, params, listener) {
      const urls = input.upstreams.get(networkId)?.ws ?? []
      if (urls.length === 0) throw new NetworkNotServed(networkId)
      const hub = hubs.get(networkId) ?? createHub(networkId, urls, input)
      hubs.set(networkId, hub)
      return hub.follow(kind, params, listener)
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
  const ending = new AbortController()
  let line: Promise<Line> | undefined
  let next = 0

  function onNotice(subscription: string, result: string): void {
    for (const [key, feed] of feeds) {
      if (feed.remoteId !== subscription) continue
      tell(feed, result)
      if (feed.kind.isOnce) feeds.delete(key)
    }
    hangUpIfIdle()
  }

  function tell({ catchUp, listeners }: Feed, result: string): void {
    if (!catchUp.isNew(result)) return
    for (const listener of listeners) listener(result)
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
        await wait(clock, Math.min(longestPause, limits.httpRetryDelay * 2 ** attempt), ending.signal)
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
    if (feeds.size === 0 || ending.signal.aborted) return
    log.warn({ network: networkId, feeds: feeds.size }, 'an upstream that was followed is lost')
    void resume()
  }

  async function resume(): Promise<void> {
    try {
      const open = await dial()
      // One that has just begun subscribes by itself.
      for (const feed of [...feeds.values()].filter(({ isAgreed }) => isAgreed)) {
        await subscribe(open, feed)
        for (const missed of await feed.catchUp.missed()) tell(feed, missed)
      }
      log.info({ network: networkId, feeds: feeds.size }, 'what is followed is followed again')
    } catch (cause) {
      // A line that broke while this went on has started it anew by itself.
      if (cause instanceof RpcError)
        log.error({ network: networkId, code: cause.code }, 'a feed cannot be resumed')
    }
  }

  async function subscribe(open: Line, feed: Feed): Promise<void> {
    feed.remoteId = await open.request(feed.kind.subscribe, feed.params)
  }

  function hangUpIfIdle(): void {
    if (feeds.size > 0 || !line) return
    void line.then(
      (open) => open.close(),
      () => {},
    )
    line = undefined
  }

  async function begin(key: string, feed: Feed): Promise<void> {
    try {
      const open = await within(clock, limits.httpTimeout, dial(), () => new NetworkUnavailable(networkId))
      await feed.catchUp.start()
      await subscribe(open, feed)
      feed.isAgreed = true
    } catch (cause) {
      if (feeds.get(key) === feed) feeds.delete(key)
      hangUpIfIdle()
      throw cause instanceof RpcError ? cause : new NetworkUnavailable(networkId)
    }
  }

  function leave(key: string, feed: Feed, listener: Listener): void {
    feed.listeners.delete(listener)
    if (feed.listeners.size > 0 || feeds.get(key) !== feed) return
    feeds.delete(key)
    const { remoteId, kind } = feed
    // Its answer changes nothing, and a line that is lost has ended it as well.
    if (remoteId !== undefined)
      line?.then((open) => open.request(kind.unsubscribe, `[${remoteId}]`)).catch(() => {})
    hangUpIfIdle()
  }

  return {
    async follow(kind: FeedKind, params: string, listener: Listener): Promise<() => void> {
      const key = `${kind.subscribe}|${params}`
      let feed = feeds.get(key)
      if (!feed) {
        const catchUp = createCatchUp({ networkId, params, rpc })
        feed = {
          kind,
          params,
          listeners: new Set(),
          catchUp,
          remoteId: undefined,
          agreed: undefined,
          isAgreed: false,
        }
        feeds.set(key, feed)
        feed.agreed = begin(key, feed)
      }
      const joined = feed
      joined.listeners.add(listener)
      try {
        await joined.agreed
      } catch (cause) {
        joined.listeners.delete(listener)
        throw cause
      }
      return () => leave(key, joined, listener)
    },
    count: () => feeds.size,
    close() {
      ending.abort(new Error('the gateway stops'))
      feeds.clear()
      void line?.then(
        (open) => open.close(),
        () => {},
      )
    },
  }
}
