/**
 * Contract reads that may send the reader to a server of the contract's choice (ERC-3668). Whoever wrote the contract is
 * a stranger: how often, how far and how much is bounded, and private addresses are out of reach.
 */
import { seconds } from '@latchkey/spec/limits'
import * as v from 'valibot'
import {
  concatHex,
  decodeErrorResult,
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionResult,
  parseAbi,
} from 'viem'
import type { Chain } from '../chain/chain.js'
import { bytes, type Hex } from '../chain/shapes.js'
import type { Untrusted } from '../ports/untrusted.js'
import { RpcError } from '../rpc/errors.js'

const lookupAbi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
])
/** Several questions in one, which the reader asks by itself (ENSIP-21). */
const batchAbi = parseAbi([
  'struct Request { address sender; string[] urls; bytes data; }',
  'function query(Request[] requests) view returns (bool[] failures, bytes[] responses)',
  'error HttpError(uint16 status, string message)',
])

/** Names no server: whoever reads this asks the servers of the batch itself (ENSIP-21). */
export const ownBatches = 'x-batch-gateway:true'

/** Contracts that send on, one to the next. */
const mostHops = 4
/** Requests to servers for one read, all hops together. */
const mostRequests = 8
const mostUrls = 4
const urlLength = 8 * 1024
const answerBytes = 128 * 1024
const requestDeadline = seconds(3)

/** The contract said no; `data` says why. */
export class Reverted extends Error {
  override readonly name = 'Reverted'
  constructor(readonly data: Hex) {
    super('The contract reverted')
  }
}

/** A server that a contract named gave no answer, so that nothing is known. */
export class LookupFailed extends Error {
  override readonly name = 'LookupFailed'
}

export interface ReadInput {
  readonly chain: Chain
  readonly untrusted: Untrusted
  readonly to: Hex
  readonly data: Hex
  readonly signal: AbortSignal
}

/** What the contract returned in the end. Throws `Reverted`, `LookupFailed`, or what the network says. */
export async function readThrough({ chain, untrusted, to, data, signal }: ReadInput): Promise<Hex> {
  const server = createServers(untrusted, signal)
  let next = data
  for (let hop = 0; hop < mostHops; hop++) {
    const answer = await callOnce(chain, { to, data: next }, signal)
    if (answer.kind === 'returned') return answer.data
    const lookup = lookupIn(answer.data)
    // Only the contract that was called may send its caller anywhere.
    if (!lookup || lookup.sender !== to) throw new Reverted(answer.data)
    const response = lookup.urls.includes(ownBatches)
      ? await server.askBatch(lookup.callData)
      : await server.ask(lookup.sender, lookup.urls, lookup.callData)
    const parameters = encodeAbiParameters(
      [{ type: 'bytes' }, { type: 'bytes' }],
      [response, lookup.extraData],
    )
    next = concatHex([lookup.callback, parameters])
  }
  throw new LookupFailed()
}

async function callOnce(
  chain: Chain,
  call: { readonly to: Hex; readonly data: Hex },
  signal: AbortSignal,
): Promise<{ kind: 'returned' | 'reverted'; data: Hex }> {
  try {
    return { kind: 'returned', data: await chain.call(call, { signal }) }
  } catch (cause) {
    const data = cause instanceof RpcError ? revertData(cause.data) : undefined
    if (data === undefined) throw cause
    return { kind: 'reverted', data }
  }
}

/** Nodes put it into the error, or into an object there. */
function revertData(data: unknown): Hex | undefined {
  const inner = typeof data === 'object' && data !== null && 'data' in data ? data.data : data
  return v.is(bytes, inner) ? inner : undefined
}

function lookupIn(data: Hex) {
  try {
    const [sender, urls, callData, callback, extraData] = decodeErrorResult({ abi: lookupAbi, data }).args
    return { sender: sender.toLowerCase() as Hex, urls, callData, callback, extraData } // lower case of hex is hex
  } catch {
    // Another error, or none that can be read.
    return undefined
  }
}

const serverAnswer = v.object({ data: bytes })

function createServers(untrusted: Untrusted, signal: AbortSignal) {
  let asked = 0

  async function askOne(url: string, sender: Hex, data: Hex): Promise<{ data: Hex } | { status: number }> {
    if (++asked > mostRequests) throw new LookupFailed()
    const isGet = url.includes('{data}')
    const target = url.replaceAll('{sender}', sender).replaceAll('{data}', data)
    if (target.length > urlLength) return { status: 414 }
    const rest = isGet
      ? {}
      : {
          method: 'POST' as const,
          body: JSON.stringify({ sender, data }),
          headers: { 'content-type': 'application/json' },
        }
    const bounds = { maxBytes: answerBytes, deadline: requestDeadline, signal }
    try {
      const { status, bytes: body } = await untrusted.fetch({ url: target, ...rest, ...bounds })
      const read = status === 200 ? v.safeParse(serverAnswer, JSON.parse(body.toString('utf8'))) : undefined
      return read?.success ? read.output : { status: status === 200 ? 502 : status }
    } catch {
      return { status: 504 }
    }
  }

  /** The first server that answers; one that says that the question is wrong is believed (ERC-3668). */
  async function ask(sender: Hex, urls: readonly string[], data: Hex): Promise<Hex> {
    const answer = await tryAll(sender, urls, data)
    if ('data' in answer) return answer.data
    throw new LookupFailed()
  }

  async function tryAll(sender: Hex, urls: readonly string[], data: Hex) {
    let last: { status: number } = { status: 504 }
    for (const url of urls.slice(0, mostUrls)) {
      const answer = await askOne(url, sender, data)
      if ('data' in answer) return answer
      last = answer
      if (answer.status >= 400 && answer.status < 500) break
    }
    return last
  }

  return {
    ask,
    /** What a server for batches would answer: each question by itself, and which of them failed. */
    async askBatch(callData: Hex): Promise<Hex> {
      const requests = readBatch(callData)
      const failures: boolean[] = []
      const responses: Hex[] = []
      for (const { sender, urls, data } of requests) {
        const answer = await tryAll(sender, urls, data)
        failures.push(!('data' in answer))
        responses.push('data' in answer ? answer.data : httpError(answer.status))
      }
      return encodeFunctionResult({ abi: batchAbi, functionName: 'query', result: [failures, responses] })
    },
  }
}

function readBatch(callData: Hex) {
  try {
    const [requests] = decodeFunctionData({ abi: batchAbi, data: callData }).args
    return requests
  } catch {
    throw new LookupFailed()
  }
}

function httpError(status: number): Hex {
  const args = [status, 'no answer'] as const
  return encodeErrorResult({ abi: batchAbi, errorName: 'HttpError', args })
}

/** Whether a contract reverted because a server of a batch did not answer; contracts wrap what they were told. */
export function isServerAway({ data }: Reverted): boolean {
  const selector = httpError(0).slice(2, 10)
  return data.slice(2).includes(selector)
}
