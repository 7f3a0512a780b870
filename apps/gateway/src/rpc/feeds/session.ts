/** One caller on a WebSocket: calls are answered as over HTTP, and feeds are told under ids of the caller's own. */
import { randomBytes } from 'node:crypto'
import { type NetworkId, parseNetworkId } from '@latchkey/spec/caip'
import { bounds, endpoints } from '@latchkey/spec/endpoints'
import { rpcCodes } from '@latchkey/spec/errors'
import { seconds } from '@latchkey/spec/limits'
import * as v from 'valibot'
import type { WebSocket } from 'ws'
import { depthOf } from '../../http/body.js'
import { Refusal } from '../../http/refusal.js'
import type { Clock } from '../../ports/clock.js'
import type { Log } from '../../ports/log.js'
import type { Soon } from '../../ports/soon.js'
import { answerCalls } from '../answerCalls.js'
import { costOf, errorAnswer, type RpcCall, readCalls } from '../call.js'
import { NetworkUnavailable, RpcError } from '../errors.js'
import type { RpcOutcome } from '../readAnswer.js'
import type { Rpc } from '../rpc.js'
import type { Feeds } from './feeds.js'
import { type FeedKind, isFollowed, isUnsubscribing, subscribingKind } from './kinds.js'

export interface SessionInput {
  readonly socket: WebSocket
  readonly networkId: NetworkId
  readonly rpc: Rpc
  readonly feeds: Feeds
  readonly clock: Clock
  readonly log: Log
  charge(cost: number): Soon<void>
}

const feedsFollowed = 64
/** Messages of one caller that are worked on at the same time. */
const messagesAtOnce = 16
/** What may wait for a caller who reads slowly, in bytes. */
const mostUnread = 4 * 1024 * 1024
const pulse = seconds(30)

const refusals = {
  unreadable: { code: rpcCodes.parseError, message: 'The message is not JSON-RPC' },
  tooMany: {
    code: rpcCodes.limitExceeded,
    message: `At most ${feedsFollowed} subscriptions are kept on one socket`,
  },
  busy: { code: rpcCodes.limitExceeded, message: 'Too many messages at once' },
  unknownFeed: { code: rpcCodes.invalidParams, message: 'Only newHeads and logs can be subscribed to' },
} as const

/** Serves the socket until it closes. */
export function startSession(input: SessionInput): void {
  const { socket, networkId, rpc, feeds, clock, log } = input
  const { namespace = '' } = parseNetworkId(networkId) ?? {}
  const followed = new Map<string, () => void>()
  const leaving = new AbortController()
  let working = 0
  let isHeard = true
  let lastId = 0

  function send(text: string): void {
    if (socket.readyState !== socket.OPEN) return
    // Who does not read what it asked for would fill the memory of everybody.
    if (socket.bufferedAmount > mostUnread) return socket.close(1013, 'too slow')
    socket.send(text)
  }

  /** `later`: runs when the answer has been sent; nothing is told under an id that the caller has not heard yet. */
  async function subscribe(
    kind: FeedKind,
    { params }: RpcCall,
    later: (job: () => void) => void,
  ): Promise<RpcOutcome> {
    const parsed: unknown = JSON.parse(params)
    const list = Array.isArray(parsed) ? parsed : []
    if (!isFollowed(namespace, list)) return refused(refusals.unknownFeed)
    if (followed.size >= feedsFollowed) return refused(refusals.tooMany)
    // Ids of one's own: those of the upstream change when it does, and would tell who else follows.
    const id = namespace === 'eip155' ? `"0x${randomBytes(16).toString('hex')}"` : String(++lastId)
    followed.set(id, () => {})
    let early: string[] | undefined = []
    const tell = (result: string) => {
      if (early) return void early.push(result)
      send(`{"jsonrpc":"2.0","method":"${kind.notice}","params":{"subscription":${id},"result":${result}}}`)
      if (kind.isOnce) followed.delete(id)
    }
    // The wire has no word for a subscription that is over: who connects anew subscribes anew, and hears the reason.
    const ended = () => socket.close(1013, 'a subscription is refused')
    try {
      const end = await feeds.follow(networkId, kind, JSON.stringify(list), { tell, ended })
      if (leaving.signal.aborted) end()
      else if (followed.has(id)) followed.set(id, end)
      later(() => {
        const waiting = early ?? []
        early = undefined
        for (const result of waiting) tell(result)
      })
      return { kind: 'result', result: id }
    } catch (cause) {
      followed.delete(id)
      if (cause instanceof RpcError)
        return { kind: 'error', code: cause.code, message: cause.message, data: undefined }
      if (!(cause instanceof NetworkUnavailable)) throw cause
      return refused({ code: rpcCodes.resourceUnavailable, message: cause.message })
    }
  }

  async function unsubscribe({ params }: RpcCall): Promise<RpcOutcome> {
    const list: unknown = JSON.parse(params)
    const id = JSON.stringify(Array.isArray(list) ? list[0] : undefined) ?? ''
    const end = followed.get(id)
    followed.delete(id)
    end?.()
    return { kind: 'result', result: String(end !== undefined) }
  }

  async function answer(text: string, later: (job: () => void) => void): Promise<string | undefined> {
    const body = readMessage(text)
    if (!body) return errorAnswer('null', refusals.unreadable)
    const calls = readCalls(body, text)
    await input.charge(costOf(calls, namespace))
    const instead = (call: RpcCall): Promise<RpcOutcome> | undefined => {
      const kind = subscribingKind(namespace, call.method)
      if (kind) return subscribe(kind, call, later)
      return isUnsubscribing(namespace, call.method) ? unsubscribe(call) : undefined
    }
    const answers = await answerCalls({ calls, networkId, signal: leaving.signal, rpc, log, instead })
    const texts = answers.flatMap(({ text: said }) => said ?? [])
    if (texts.length === 0) return undefined
    return Array.isArray(body) ? `[${texts.join(',')}]` : texts[0]
  }

  async function take(text: string): Promise<void> {
    if (working >= messagesAtOnce) return send(errorAnswer('null', refusals.busy))
    working++
    try {
      const after: (() => void)[] = []
      const said = await answer(text, (job) => after.push(job))
      if (said !== undefined) send(said)
      for (const job of after) job()
    } catch (cause) {
      if (!leaving.signal.aborted) send(errorAnswer('null', explain(cause, log)))
    } finally {
      working--
    }
  }

  let cancel = clock.after(pulse, beat)
  function beat(): void {
    if (!isHeard) return socket.terminate()
    isHeard = false
    socket.ping()
    cancel = clock.after(pulse, beat)
  }

  socket.on('pong', () => {
    isHeard = true
  })
  socket.on('message', (data) => {
    isHeard = true
    void take((data as Buffer).toString()) // what sockets give unless told otherwise
  })
  socket.on('error', () => {})
  socket.once('close', () => {
    cancel()
    leaving.abort(new Error('the caller has left'))
    for (const end of followed.values()) end()
    followed.clear()
  })
}

function refused({ code, message }: { code: number; message: string }): RpcOutcome {
  return { kind: 'error', code, message, data: undefined }
}

/** As over HTTP: bounded in depth and number, and nothing but requests. */
function readMessage(text: string) {
  try {
    if (depthOf(text, bounds.jsonDepth) > bounds.jsonDepth) return undefined
    const read = v.safeParse(endpoints.chainRpc.body, JSON.parse(text))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}

function explain(cause: unknown, log: Log): { code: number; message: string } {
  if (cause instanceof Refusal) return { code: rpcCodes.limitExceeded, message: cause.message }
  log.error({ err: cause }, 'a message failed')
  return { code: rpcCodes.internal, message: 'Internal server error' }
}
