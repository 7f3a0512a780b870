/** What is said about upstreams outside: which networks have some, never a URL. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { Upstreams } from '../config/parse.js'

/** S7-02: networks that can be asked over HTTP, and those that can be followed over a WebSocket. */
export function supportedNetworks(upstreams: Upstreams): { http: NetworkId[]; ws: NetworkId[] } {
  const having = (kind: 'http' | 'ws') =>
    [...upstreams].filter(([, lists]) => lists[kind].length > 0).map(([networkId]) => networkId)
  return { http: having('http'), ws: having('ws') }
}
