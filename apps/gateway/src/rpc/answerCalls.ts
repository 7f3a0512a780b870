/** Answers the calls of one message, each on its own and in their order, as texts; the message itself may be a batch. */
import { type NetworkId, parseNetworkId } from '@latchkey/spec/caip'
import { bounds } from '@latchkey/spec/endpoints'
import { rpcCodes } from '@latchkey/spec/errors'
import type { Log } from '../ports/log.js'
import { type Soon, whenHere } from '../ports/soon.js'
import { abortSignalOf, type StopSignal } from '../ports/stop.js'
import { errorAnswer, notAllowed, type RpcCall, refusalOf, resultText } from './call.js'
import { NoRoom } from './errors.js'
import { inTurns } from './inTurns.js'
import type { RpcOutcome } from './readAnswer.js'
import type { Rpc } from './rpc.js'

export interface CallAnswer {
  /** Whether an upstream, or the gateway itself, had something to say. */
  readonly isAnswered: boolean
  /** Undefined for a notification. */
  readonly text: string | undefined
}

export interface AnswerCallsInput {
  readonly calls: readonly RpcCall[]
  readonly networkId: NetworkId
  readonly signal: StopSignal
  readonly rpc: Rpc
  readonly log: Log
  /** Answers a call in another way; undefined leaves it to the upstreams. */
  readonly instead?: (call: RpcCall) => Promise<RpcOutcome> | undefined
}

/** Calls of one batch that are asked at the same time: each may hold as much as the whole answer has room for. */
const callsAtOnce = 8

/** The answers are counted as they come, so that a batch holds no more than one answer and the few that are under way. */
export function answerCalls(input: AnswerCallsInput): Soon<CallAnswer[]> {
  const { calls, networkId, signal, rpc, log, instead = () => undefined } = input
  const { namespace = '' } = parseNetworkId(networkId) ?? {}
  let room: number = bounds.responseBytes
  const refused: string[] = []

  function answer(call: RpcCall, either: StopSignal): Soon<RpcOutcome | undefined> {
    const other = instead(call)
    if (other) return other
    const refusal = refusalOf(call, namespace)
    if (refusal) {
      refused.push(call.method)
      return { kind: 'error', ...refusal, data: undefined }
    }
    const forwarded = { networkId, call, signal: either, room, maxAge: Number.POSITIVE_INFINITY }
    return rpc.forward(forwarded)
  }

  function answerOne(call: RpcCall, either: StopSignal): Soon<CallAnswer> {
    return whenHere(answer(call, either), (outcome) => {
      const text = call.id === undefined ? undefined : writeAnswer(call.id, outcome)
      room -= text === undefined ? 0 : Buffer.byteLength(text)
      if (room < 0) throw new NoRoom()
      return { isAnswered: outcome !== undefined, text }
    })
  }

  /** One line a message: a batch may hold a hundred of them. */
  function tellRefused(): void {
    if (refused.length === 0) return
    log.info(
      { methods: [...new Set(refused)], calls: refused.length, network: networkId },
      notAllowed.message,
    )
  }

  const [only] = calls
  if (calls.length !== 1 || !only)
    return inTurns(calls, { atOnce: callsAtOnce, signal: abortSignalOf(signal) }, async (call, either) =>
      answerOne(call, either),
    ).finally(tellRefused)
  const first = answerOne(only, signal)
  // Whoever is refused is told at once.
  tellRefused()
  return whenHere(first, (said) => [said])
}

const unavailable = { code: rpcCodes.resourceUnavailable, message: 'No upstream answers' } as const

function writeAnswer(id: string, outcome: RpcOutcome | undefined): string {
  if (!outcome) return errorAnswer(id, unavailable)
  if (outcome.kind === 'result') return resultText(id, outcome.result)
  return errorAnswer(id, outcome, outcome.data)
}
