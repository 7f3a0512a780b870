/** JSON-RPC to one network: a request or a batch, each call on its own, answers in the order of the calls (S7-31). */
import { parseNetworkId } from '@latchkey/spec/caip'
import { endpoints } from '@latchkey/spec/endpoints'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../http/refusal.js'
import { Answer, JsonText, route } from '../http/route.js'
import { whenHere } from '../ports/soon.js'
import { answerCalls } from '../rpc/answerCalls.js'
import { costOf, readCalls } from '../rpc/call.js'
import { NetworkNotServed, NetworkUnavailable } from '../rpc/errors.js'

export function chainRpc(app: FastifyInstance): void {
  route(app, endpoints.chainRpc, ({ query, body, caller }, { rpc, log }) => {
    const networkId = query.chainId
    if (!rpc.upstreams.get(networkId)?.http.length) throw new NetworkNotServed(networkId)
    const { namespace = '' } = parseNetworkId(networkId) ?? {}
    const calls = readCalls(body, caller.bodyText)
    const cost = costOf(calls, namespace)
    // The request itself has paid for one of them.
    const paid = cost > 1 ? caller.charge(cost - 1) : undefined
    const answers = whenHere(paid, () => answerCalls({ calls, networkId, signal: caller.left, rpc, log }))
    return whenHere(answers, (said) => {
      if (said.every(({ isAnswered }) => !isAnswered)) throw new NetworkUnavailable(networkId)
      const texts = said.flatMap(({ text }) => text ?? [])
      if (Array.isArray(body)) return new JsonText(`[${texts.join(',')}]`)
      // A notification has no answer, but HTTP wants one.
      return texts[0] === undefined ? new Answer([]) : new JsonText(texts[0])
    })
  })
  for (const url of [endpoints.chainRpc.path, ...endpoints.chainRpc.aliases]) {
    app.get(url, { config: { access: 'anybody' } }, () => {
      const headers = { upgrade: 'websocket', connection: 'upgrade' }
      throw refuse('upgrade', 'Send JSON-RPC by POST, or open a WebSocket', headers)
    })
  }
}
