/** JSON-RPC to one network: a request or a batch, each call on its own, answers in the order of the calls (S7-31). */
import type { NetworkId } from '@latchkey/spec/caip'
import { bounds, endpoints } from '@latchkey/spec/endpoints'
import { errorText, rpcCodes } from '@latchkey/spec/errors'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.js'
import { refuse } from '../http/refusal.js'
import { Answer, JsonText, route } from '../http/route.js'
import { errorAnswer, isForwardable, notAllowed, type RpcCall, readCalls, resultText } from '../rpc/call.js'
import type { RpcOutcome } from '../rpc/readAnswer.js'

export function chainRpc(app: FastifyInstance): void {
  route(app, endpoints.chainRpc, async ({ query, body, caller }, deps) => {
    const networkId = query.chainId
    if (!deps.rpc.upstreams.get(networkId)?.http.length) {
      throw refuse('chain', errorText('network.not-supported'))
    }
    const calls = readCalls(body, caller.bodyText)
    // The request itself has paid for one of them.
    if (calls.length > 1) await caller.charge(calls.length - 1)
    const outcomes = await Promise.all(calls.map((call) => answerCall(call, networkId, caller.signal, deps)))
    if (outcomes.every((outcome) => outcome === 'unanswered')) {
      throw refuse('chainUnavailable', `No upstream of ${networkId} answers`)
    }
    const texts = calls.flatMap(({ id }, index) =>
      id === undefined ? [] : [writeAnswer(id, outcomes[index])],
    )
    const isWithinBounds = texts.reduce((length, text) => length + text.length, 0) <= bounds.responseBytes
    if (!isWithinBounds) throw refuse('tooLarge', 'The answers are too large together; ask for fewer at once')
    if (Array.isArray(body)) return new JsonText(`[${texts.join(',')}]`)
    // A notification has no answer, but HTTP wants one.
    return texts[0] === undefined ? new Answer([]) : new JsonText(texts[0])
  })
  for (const url of [endpoints.chainRpc.path, ...endpoints.chainRpc.aliases]) {
    app.get(url, { config: { access: 'operator' } }, () => {
      throw refuse('upgrade', 'Send JSON-RPC by POST', { upgrade: 'websocket', connection: 'upgrade' })
    })
  }
}

type CallOutcome = RpcOutcome | 'refused' | 'unanswered'

async function answerCall(
  call: RpcCall,
  networkId: NetworkId,
  signal: AbortSignal,
  deps: Deps,
): Promise<CallOutcome> {
  if (!isForwardable(call)) {
    deps.log.info({ method: call.method, network: networkId }, notAllowed.message)
    return 'refused'
  }
  return (await deps.rpc.call({ networkId, call, signal })) ?? 'unanswered'
}

const unavailable = { code: rpcCodes.resourceUnavailable, message: 'No upstream answers' } as const

function writeAnswer(id: string, outcome: CallOutcome | undefined): string {
  if (outcome === 'refused') return errorAnswer(id, notAllowed)
  if (outcome === 'unanswered' || outcome === undefined) return errorAnswer(id, unavailable)
  if (outcome.kind === 'result') return resultText(id, outcome.result)
  return errorAnswer(id, outcome, outcome.data)
}
