/** JSON-RPC to one network: a request or a batch, each call on its own, answers in the order of the calls (S7-31). */
import { type NetworkId, parseNetworkId } from '@latchkey/spec/caip'
import { bounds, endpoints } from '@latchkey/spec/endpoints'
import { errorText, rpcCodes } from '@latchkey/spec/errors'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.js'
import { refuse } from '../http/refusal.js'
import { Answer, JsonText, route } from '../http/route.js'
import {
  costOf,
  errorAnswer,
  notAllowed,
  type RpcCall,
  readCalls,
  refusalOf,
  resultText,
} from '../rpc/call.js'
import { NoRoom } from '../rpc/errors.js'
import { inTurns } from '../rpc/inTurns.js'
import type { RpcOutcome } from '../rpc/readAnswer.js'

export function chainRpc(app: FastifyInstance): void {
  route(app, endpoints.chainRpc, async ({ query, body, caller }, deps) => {
    const networkId = query.chainId
    if (!deps.rpc.upstreams.get(networkId)?.http.length) {
      throw refuse('chain', errorText('network.not-supported'))
    }
    const { namespace = '' } = parseNetworkId(networkId) ?? {}
    const calls = readCalls(body, caller.bodyText)
    const cost = costOf(calls, namespace)
    // The request itself has paid for one of them.
    if (cost > 1) await caller.charge(cost - 1)
    const refused = calls.filter((call) => refusalOf(call, namespace))
    if (refused.length > 0) {
      const methods = [...new Set(refused.map(({ method }) => method))]
      deps.log.info({ methods, calls: refused.length, network: networkId }, notAllowed.message)
    }
    const answers = await answerAll(calls, networkId, caller.signal, deps)
    if (answers.every(({ isAnswered }) => !isAnswered)) {
      throw refuse('chainUnavailable', `No upstream of ${networkId} answers`)
    }
    const texts = answers.flatMap(({ text }) => text ?? [])
    if (Array.isArray(body)) return new JsonText(`[${texts.join(',')}]`)
    // A notification has no answer, but HTTP wants one.
    return texts[0] === undefined ? new Answer([]) : new JsonText(texts[0])
  })
  for (const url of [endpoints.chainRpc.path, ...endpoints.chainRpc.aliases]) {
    app.get(url, { config: { access: 'anybody' } }, () => {
      throw refuse('upgrade', 'Send JSON-RPC by POST', { upgrade: 'websocket', connection: 'upgrade' })
    })
  }
}

interface CallAnswer {
  readonly isAnswered: boolean
  /** Undefined for a notification. */
  readonly text: string | undefined
}

/** Calls of one batch that are asked at the same time: each may hold as much as the whole answer has room for. */
const callsAtOnce = 8

/** The answers are counted as they come, so that a batch holds no more than one answer and the few that are under way. */
async function answerAll(
  calls: readonly RpcCall[],
  networkId: NetworkId,
  signal: AbortSignal,
  deps: Deps,
): Promise<CallAnswer[]> {
  let room: number = bounds.responseBytes
  try {
    return await inTurns(calls, { atOnce: callsAtOnce, signal }, async (call, either) => {
      const outcome = await answerCall(call, { networkId, signal: either, room }, deps)
      const text = call.id === undefined ? undefined : writeAnswer(call.id, outcome)
      room -= text === undefined ? 0 : Buffer.byteLength(text)
      if (room < 0) throw new NoRoom()
      return { isAnswered: outcome !== 'unanswered', text }
    })
  } catch (cause) {
    if (!(cause instanceof NoRoom)) throw cause
    throw refuse('tooLarge', 'The answers are too large together; ask for fewer at once')
  }
}

type CallOutcome = RpcOutcome | 'unanswered'

async function answerCall(
  call: RpcCall,
  input: { networkId: NetworkId; signal: AbortSignal; room: number },
  deps: Deps,
): Promise<CallOutcome> {
  const refusal = refusalOf(call, parseNetworkId(input.networkId)?.namespace ?? '')
  if (refusal) return { kind: 'error', ...refusal, data: undefined }
  return (await deps.rpc.forward({ ...input, call, maxAge: Number.POSITIVE_INFINITY })) ?? 'unanswered'
}

const unavailable = { code: rpcCodes.resourceUnavailable, message: 'No upstream answers' } as const

function writeAnswer(id: string, outcome: CallOutcome): string {
  if (outcome === 'unanswered') return errorAnswer(id, unavailable)
  if (outcome.kind === 'result') return resultText(id, outcome.result)
  return errorAnswer(id, outcome, outcome.data)
}
