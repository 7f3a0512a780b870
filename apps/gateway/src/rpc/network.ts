/** One network as the gateway sees it: its upstreams in the order of trial, how far it has come, how long calls take. */
import { type NetworkId, parseNetworkId } from '@latchkey/spec/caip'
import { limits } from '@latchkey/spec/limits'
import type { Upstreams } from '../config/parse.js'
import type { Clock } from '../ports/clock.js'
import type { Outbound } from '../ports/outbound.js'
import { createHeads, type Heads } from './heads.js'
import { createHealth, type Health } from './health.js'
import { type Identity, identityOf } from './identity.js'
import { createPace, type Pace } from './pace.js'
import { rank } from './rank.js'
import { createWire, type Wire } from './wire.js'

export interface Upstream {
  readonly networkId: NetworkId
  /** Place in the operator's list, from 0. This and the network are all that logs and measures may name. */
  readonly index: number
  readonly wire: Wire
  readonly health: Health
  /** When it last proved that it serves this network; undefined: never. */
  provenAt: number | undefined
}

export interface Network {
  readonly id: NetworkId
  readonly namespace: string
  readonly reference: string
  readonly identity: Identity | undefined
  readonly upstreams: readonly Upstream[]
  readonly heads: Heads
  /** When somebody last asked something of it. */
  usedAt: number
  paceOf(method: string): Pace
  /** Best first; those that are not fit come last, since one of them may be all there is. */
  ranked(): readonly Upstream[]
}

export type Networks = ReadonlyMap<NetworkId, Network>

export function createNetworks(input: { upstreams: Upstreams; outbound: Outbound; clock: Clock }): Networks {
  const { upstreams, outbound, clock } = input
  return new Map(
    [...upstreams]
      .filter(([, { http }]) => http.length > 0)
      .map(([id, { http }]) => [id, createNetwork(id, http, outbound, clock)]),
  )
}

function createNetwork(id: NetworkId, urls: readonly string[], outbound: Outbound, clock: Clock): Network {
  const { namespace, reference } = parseNetworkId(id) ?? { namespace: '', reference: '' }
  const upstreams = urls.map((url, index): Upstream => {
    const wire = createWire({ url, outbound, clock })
    return { networkId: id, index, wire, health: createHealth(clock), provenAt: undefined }
  })
  const heads = createHeads({ clock, upstreams: urls.length })
  const paces = new Map<string, Pace>()
  let order = upstreams
  let orderedAt = clock.now()

  return {
    id,
    namespace,
    reference,
    identity: identityOf(id),
    upstreams,
    heads,
    usedAt: Number.NEGATIVE_INFINITY,
    paceOf(method) {
      const known = paces.get(method)
      if (known) return known
      const pace = createPace()
      // Names come from the table of methods, so there are only so many.
      paces.set(method, pace)
      return pace
    },
    ranked() {
      // Not at every call: an order that swaps all the time would leave every cache behind it cold (S9-09).
      if (clock.now() - orderedAt >= limits.rankInterval) {
        order = rank(order, ({ health }) => ({ stability: health.stability(), latency: health.latency() }))
        orderedAt = clock.now()
      }
      const isGood = ({ health, index }: Upstream) => health.isFit() && !heads.lags(index)
      // As nearly always.
      if (order.every(isGood)) return order
      return [...order.filter(isGood), ...order.filter((upstream) => !isGood(upstream))]
    },
  }
}
