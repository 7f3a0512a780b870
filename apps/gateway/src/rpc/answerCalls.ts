/** Answers the calls of one message, each on its own and in their order, as texts; the message itself may be a batch. */
import { type NetworkId, parseNetworkId } from '@latchkey/spec/caip'
import { bounds } from '@latchkey/spec/endpoints'
import { rpcCodes } from '@latchkey/spec/errors'
import type { Log } from '../ports/log.js'
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
  /** Looked at when somebody has to be waited for. */
  readonly signal: AbortSignal
  readonly rpc: Rpc
  readonly log: Log
  /** Answers a call in another way; undefined leaves it to the upstreams. */
  readonly instead?: (call: RpcCall) => Promise<RpcOutcome> | undefined
}

/** Calls of one batch that are asked at the same time: each may hold as much as the whole answer has room for. */
const callsAtOnce = 8

/**
 * The answers are counted as they come, so that a batch holds no more than one answer and the few that are under way.
 * What is known already is answered at once, without a promise.
 */
export function answerCalls(input: AnswerCallsInput): CallAnswer[] | Promise<CallAnswer[]> {
  const [only] = input.calls
  if (input.calls.length !== 1 || !only) return answerEach(input)
  const refused: string[] = []
  const outcome = outcomeOf(only, input, refused, bounds.responseBytes)
  tellRefused(input, refused)
  return outcome instanceof Promise ? outcome.then((said) => [written(only, said)]) : [written(only, outcome)]
}

async function answerEach(input: AnswerCallsInput): Promise<CallAnswer[]> {
  const { calls } = input
  let room: number = bounds.responseBytes
  const refused: string[] = []
  try {
    return await inTurns(calls, { atOnce: callsAtOnce, signal: input.signal }, async (call, signal) => {
      const answer = written(call, await outcomeOf(call, { ...input, signal }, refused, room))
      room -= answer.text === undefined ? 0 : Buffer.byteLength(answer.text)
      if (room < 0) throw new NoRoom()
      return answer
    })
  } finally {
    tellRefused(input, refused)
  }
}

type Outcome = RpcOutcome | undefined

function outcomeOf(
  call: RpcCall,
  input: AnswerCallsInput,
  refused: string[],
  room: number,
): Outcome | Promise<Outcome> {
  const { networkId, rpc, instead } = input
  const other = instead?.(call)
  if (other) return other
  const { namespace = '' } = parseNetworkId(networkId) ?? {}
  const refusal = refusalOf(call, namespace)
  if (refusal) {
    refused.push(call.method)
    return { kind: 'error', ...refusal, data: undefined }
  }
  const maxAge = Number.POSITIVE_INFINITY
  return rpc.forward({
    networkId,
    call,
    room,
    maxAge,
    get signal() {
      return input.signal
    },
  })
}

/** One line a message: a batch may hold a hundred of them. */
function tellRefused({ log, networkId }: AnswerCallsInput, refused: readonly string[]): void {
  if (refused.length === 0) return
  const methods = [...new Set(refused)]
  log.info({ methods, calls: refused.length, network: networkId }, notAllowed.message)
}

function written(call: RpcCall, outcome: Outcome): CallAnswer {
  const text = call.id === undefined ? undefined : writeAnswer(call.id, outcome)
  if (text !== undefined && text.length > bounds.responseBytes) throw new NoRoom()
  return { isAnswered: outcome !== undefined, text }
}

const unavailable = { code: rpcCodes.resourceUnavailable, message: 'No upstream answers' } as const

function writeAnswer(id: string, outcome: Outcome): string {
  if (outcome === undefined) return errorAnswer(id, unavailable)
  if (outcome.kind === 'result') return resultText(id, outcome.result)
  return errorAnswer(id, outcome, outcome.data)
}
