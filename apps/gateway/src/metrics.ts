/** What the gateway counts and times, in the text format of Prometheus. One registry a gateway, none in the module. */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Db } from './ports/db.js'
import { countIn, timeIn } from './tally.js'

export interface Metrics {
  observeRequest(request: { route: string; method: string; status: number; seconds: number }): void
  observeUpstream(call: { networkId: string; index: number; result: string; seconds: number }): void
  /** Where a read came from: kept before, shared with a call under way, or asked of an upstream. */
  observeRead(networkId: string, source: 'kept' | 'shared' | 'asked'): void
  observeRefusal(reason: 'rate' | 'quota' | 'project' | 'origin' | 'secret'): void
  /** A limit was counted in this process alone, though it is meant to be shared. */
  observeLocalLimit(): void
  watchDatabase(db: Db): void
  watchFeeds(count: () => number): void
  /** For rooms that count by themselves. */
  readonly registry: Registry
  text(): Promise<string>
  close(): void
}

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const openRequests = countIn(registry, {
    name: 'gateway_requests_total',
    help: 'Requests by route, method and status',
  })
  const openSeconds = timeIn(registry, {
    name: 'gateway_request_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer',
    buckets: secondsBuckets,
  })
  const openUpstreamCalls = countIn(registry, {
    name: 'gateway_rpc_upstream_calls_total',
    help: 'Calls to upstreams by network, place in its list and result',
  })
  const openUpstreamSeconds = timeIn(registry, {
    name: 'gateway_rpc_upstream_seconds',
    help: 'Time that upstreams took',
    buckets: secondsBuckets,
  })
  const openReads = countIn(registry, {
    name: 'gateway_rpc_reads_total',
    help: 'Reads of networks by where the answer came from',
  })
  const refusals = new Counter({
    name: 'gateway_refusals_total',
    help: 'Requests refused before their handler, by reason',
    labelNames: ['reason'],
    registers,
  })
  const localLimits = new Counter({
    name: 'gateway_local_limits_total',
    help: 'Limits that were counted in this process alone, because Redis was away',
    registers,
  })
  // Routes, networks, upstreams and results are few, so every series is kept once it is open.
  const routes = remembered((route: string) =>
    remembered((method: string) => ({
      seconds: openSeconds({ route, method }),
      requests: remembered((status: number) => openRequests({ route, method, status })),
    })),
  )
  const upstreams = remembered((network: string) =>
    remembered((upstream: number) => ({
      seconds: openUpstreamSeconds({ network, upstream }),
      calls: remembered((result: string) => openUpstreamCalls({ network, upstream, result })),
    })),
  )
  const reads = remembered((network: string) =>
    remembered((source: string) => openReads({ network, source })),
  )
  return {
    observeRequest({ route, method, status, seconds }) {
      const of = routes(route)(method)
      of.requests(status).add()
      of.seconds.observe(seconds)
    },
    observeUpstream({ networkId, index, result, seconds }) {
      const of = upstreams(networkId)(index)
      of.calls(result).add()
      of.seconds.observe(seconds)
    },
    observeRead: (network, source) => reads(network)(source).add(),
    observeRefusal: (reason) => refusals.inc({ reason }),
    observeLocalLimit: () => localLimits.inc(),
    watchDatabase(db) {
      new Gauge({
        name: 'gateway_database_connections',
        help: 'Database connections of this process by state',
        labelNames: ['state'],
        registers,
        collect() {
          for (const [state, count] of Object.entries(db.connections())) this.set({ state }, count)
        },
      })
    },
    registry,
    watchFeeds(count) {
      new Gauge({
        name: 'gateway_rpc_feeds',
        help: 'Subscriptions that this process follows upstream',
        registers,
        collect() {
          this.set(count())
        },
      })
    },
    text: () => registry.metrics(),
    close: () => registry.clear(),
  }
}

/** The same thing for the same key, made when it is first asked for. */
function remembered<key, thing>(make: (key: key) => thing): (key: key) => thing {
  const known = new Map<key, thing>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = make(key)
    known.set(key, made)
    return made
  }
}
