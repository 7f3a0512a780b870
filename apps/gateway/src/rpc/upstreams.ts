/** The upstreams of each network, and what is said about them outside: a network and a place in its list, never a URL. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { Upstreams } from '../config/parse.js'

export interface Upstream {
  readonly networkId: NetworkId
  /** Place in the operator's list, from 0. This and the network are all that logs and measures may name. */
  readonly index: number
  readonly url: string
}

/** Ranking by health is to be added here: the order of this list is the order of trial. */
export function upstreamsOf(upstreams: Upstreams, networkId: NetworkId): readonly Upstream[] {
  const urls = upstreams.get(networkId)?.http ?? []
  return urls.map((url, index) => ({ networkId, index, url }))
}

/** S7-02: networks that can be asked over HTTP. None can be followed over a WebSocket yet, whatever the upstreams can do. */
export function supportedNetworks(upstreams: Upstreams): { http: NetworkId[]; ws: NetworkId[] } {
  const http = [...upstreams].filter(([, lists]) => lists.http.length > 0).map(([networkId]) => networkId)
  return { http, ws: [] }
}
