/** JSON-RPC to one network: a request or a batch, each call on its own, answers in the order of the calls (S7-31). */
import { type NetworkId, parseNetworkId } from '@latchkey/spec/caip'
import { endpoints } from '@latchkey/spec/endpoints'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../http/refusal.js'
import { Answer, JsonText, route } from '../http/route.js'
import { answerCalls, type CallAnswer } from '../rpc/answerCalls.js'
import { costOf, readCalls } from '../rpc/call.js'
import { NetworkNotServed, NetworkUnavailable, NoRoom } from '../rpc/errors.js'

export function chainRpc(app: FastifyInstance): void {
  route(app, endpoints.chainRpc, ({ query, body, caller }, { rpc, log }) => {
    const networkId = query.chainId
    if (!rpc.upstreams.get(networkId)?.http.length) throw new NetworkNotServed(networkId)
    const { namespace = '' } = parseNetworkId(networkId) ?? {}
    const calls = readCalls(body, caller.bodyText)
    const isBatch = Array.isArray(body)
    const answer = () => {
      const answers = answerCalls({
        calls,
        networkId,
        rpc,
        log,
        // Made when it is looked at: what is kept needs none.
        get signal() {
          return caller.signal
        },
      })
      return answers instanceof Promise
        ? answers.then((said) => write(networkId, said, isBatch), explainSize)
        : write(networkId, answers, isBatch)
    }
    const cost = costOf(calls, namespace)
    // The request itself has paid for one of them.
    return cost > 1 ? caller.charge(cost - 1).then(answer) : answer()
  })
  for (const url of [endpoints.chainRpc.path, ...endpoints.chainRpc.aliases]) {
    app.get(url, { config: { access: 'anybody' } }, () => {
      const headers = { upgrade: 'websocket', connection: 'upgrade' }
      throw refuse('upgrade', 'Send JSON-RPC by POST, or open a WebSocket', headers)
    })
  }
}

function write(
  networkId: NetworkId,
  answers: readonly CallAnswer[],
  isBatch: boolean,
): JsonText | Answer<[]> {
  if (answers.every(({ isAnswered }) => !isAnswered)) throw new NetworkUnavailable(networkId)
  const texts = answers.flatMap(({ text }) => text ?? [])
  if (isBatch) return new JsonText(`[${texts.join(',')}]`)
  // A notification has no answer, but HTTP wants one.
  return texts[0] === undefined ? new Answer([]) : new JsonText(texts[0])
}

function explainSize(cause: unknown): never {
  if (!(cause instanceof NoRoom)) throw cause
  throw refuse('tooLarge', 'The answers are too large together; ask for fewer at once')
}
