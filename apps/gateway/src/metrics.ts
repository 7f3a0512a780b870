/** What the gateway counts and times, in the text format of Prometheus. One registry a gateway, none in the module. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from './ports/db.js'

export interface Metrics {
  observeRequest(request: { route: string; method: string; status: number; seconds: number }): void
  observeUpstream(call: { networkId: string; index: number; result: string; seconds: number }): void
  /** Where a read came from: kept before, shared with a call under way, or asked of an upstream. */
  observeRead(networkId: string, source: 'kept' | 'shared' | 'asked'): void
  observeRefusal(reason: 'rate' | 'quota' | 'project' | 'origin'): void
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
  const requests = new Counter({
    name: 'gateway_requests_total',
    help: 'Requests by route, method and status',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const requestSeconds = new Histogram({
    name: 'gateway_request_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer',
    labelNames: ['route', 'method'],
    buckets: secondsBuckets,
    registers,
  })
  const upstreamCalls = new Counter({
    name: 'gateway_rpc_upstream_calls_total',
    help: 'Calls to upstreams by network, place in its list and result',
    labelNames: ['network', 'upstream', 'result'],
    registers,
  })
  const upstreamSeconds = new Histogram({
    name: 'gateway_rpc_upstream_seconds',
    help: 'Time that upstreams took',
    labelNames: ['network', 'upstream'],
    buckets: secondsBuckets,
    registers,
  })
  const reads = new Counter({
    name: 'gateway_rpc_reads_total',
    help: 'Reads of networks by where the answer came from',
    labelNames: ['network', 'source'],
    registers,
  })
  const refusals = new Counter({
    name: 'gateway_refusals_total',
    help: 'Requests refused before their handler, by reason',
    labelNames: ['reason'],
    registers,
  })
  const requestsOf = remembered((labels: Labels) => requests.labels(labels))
  const secondsOf = remembered((labels: Labels) => requestSeconds.labels(labels))
  const upstreamCallsOf = remembered((labels: Labels) => upstreamCalls.labels(labels))
  const upstreamSecondsOf = remembered((labels: Labels) => upstreamSeconds.labels(labels))
  const readsOf = remembered((labels: Labels) => reads.labels(labels))
  return {
    observeRequest({ route, method, status, seconds }) {
      requestsOf(`${route} ${method} ${status}`, { route, method, status }).inc()
      secondsOf(`${route} ${method}`, { route, method }).observe(seconds)
    },
    observeUpstream({ networkId, index, result, seconds }) {
      const of = { network: networkId, upstream: index }
      upstreamCallsOf(`${networkId} ${index} ${result}`, { ...of, result }).inc()
      upstreamSecondsOf(`${networkId} ${index}`, of).observe(seconds)
    },
    observeRead: (network, source) => readsOf(`${network} ${source}`, { network, source }).inc(),
    observeRefusal: (reason) => refusals.inc({ reason }),
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

type Labels = Record<string, string | number>

/** Finding a series by its labels costs more than counting in it. Routes, networks, upstreams and results are few, so all are kept. */
function remembered<series>(find: (labels: Labels) => series): (key: string, labels: Labels) => series {
  const known = new Map<string, series>()
  return (key, labels) => {
    const found = known.get(key) ?? find(labels)
    known.set(key, found)
    return found
  }
}
