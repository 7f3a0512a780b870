/** Opens WebSockets to networks: `/v1?chainId=…` and `/ws?chainId=…`, for projects as over HTTP (S7-31, S7-02). */
import { bounds, endpoints } from '@latchkey/spec/endpoints'
import * as v from 'valibot'
import { WebSocketServer } from 'ws'
import type { Deps } from '../../deps.js'
import { createAdmit, type RateLimit, secretOf } from '../../http/admission.js'
import { refuse, refuseIssues } from '../../http/refusal.js'
import type { UpgradeHandler, Upgrades } from '../../http/upgrades.js'
import { NetworkNotServed } from '../errors.js'
import type { Feeds } from './feeds.js'
import { startSession } from './session.js'

/** Open at once in this process; more are told to try elsewhere. */
const mostSockets = 2048
/** Of these, of one network address: a house behind one address has many people, and nobody all of them. */
const mostPerAddress = 128

/** Seconds after which another try is worth it: sockets end when people close pages, which nobody can foretell. */
const wait = '10'

type SocketDeps = Pick<Deps, 'limiter' | 'metrics' | 'projects' | 'usage' | 'rpc' | 'clock' | 'log'>

export function serveChainSocket(
  upgrades: Upgrades,
  { deps, feeds, rate }: { deps: SocketDeps; feeds: Feeds; rate: RateLimit },
): void {
  const admit = createAdmit(deps, rate)
  const { rpc, clock, log } = deps
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: bounds.requestBytes,
    perMessageDeflate: false,
  })

  const byAddress = new Map<string, number>()
  const held = (ip: string) => byAddress.get(ip) ?? 0
  function leave(ip: string): void {
    if (held(ip) > 1) byAddress.set(ip, held(ip) - 1)
    else byAddress.delete(ip)
  }

  const open: UpgradeHandler = async ({ request, socket, head, url, ip }) => {
    const read = v.safeParse(endpoints.chainRpc.query, Object.fromEntries(url.searchParams))
    if (!read.success) throw refuseIssues(read.issues)
    const { chainId: networkId, projectId } = read.output
    const { headers } = request
    const { charge } = await admit({ ip, projectId, origin: headers.origin, secret: secretOf(headers) })
    if (!rpc.upstreams.get(networkId)?.ws.length)
      throw refuse('chain', new NetworkNotServed(networkId).message)
    if (sockets.clients.size >= mostSockets)
      throw refuse('unavailable', 'Too many sockets are open', { 'retry-after': wait })
    if (held(ip) >= mostPerAddress)
      throw refuse('rateLimited', `At most ${mostPerAddress} sockets are kept open for one address`, {
        'retry-after': wait,
      })
    sockets.handleUpgrade(request, socket, head, (peer) => {
      byAddress.set(ip, held(ip) + 1)
      peer.once('close', () => leave(ip))
      startSession({ socket: peer, networkId, rpc, feeds, clock, log, charge })
    })
  }

  const goodbye = () => {
    for (const peer of sockets.clients) peer.close(1001, 'the gateway stops')
  }
  for (const path of ['/v1', '/v1/', '/ws'] as const)
    upgrades.serve(path, open, path === '/v1' ? { goodbye } : {})
}
