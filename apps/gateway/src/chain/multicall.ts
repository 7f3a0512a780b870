/** Many contract reads in few calls. A contract that eats all gas spoils its batch only until the batch is halved. */
import { type Abi, decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import { RpcError } from '../rpc/errors.js'
import { inTurns } from '../rpc/inTurns.js'
import type { CallOptions } from '../rpc/rpc.js'
import { type BlockRef, type Chain, type ContractCall, isStateGone } from './chain.js'
import type { Hex } from './shapes.js'

const multicallAbi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) payable returns (Result[] results)',
])

/** Reads of one call, where nothing else is said. */
const batchSize = 250
const callsAtOnce = 8

export interface ReadManyOptions extends CallOptions {
  /** Multicall3 of the network; absent: every read is a call of its own. */
  readonly multicall: Hex | undefined
  readonly at?: BlockRef
  /** Fewer reads of one call, where each costs the node much. */
  readonly atOnce?: number
}

/** What each contract returned; undefined where it reverted or is none. Throws when the network does not answer. */
export async function readMany(
  chain: Chain,
  reads: readonly Pick<ContractCall, 'to' | 'data'>[],
  options: ReadManyOptions,
): Promise<(Hex | undefined)[]> {
  const { multicall, signal = new AbortController().signal, at, atOnce = batchSize } = options
  const size = multicall ? atOnce : 1
  const batches = Array.from({ length: Math.ceil(reads.length / size) }, (_, index) =>
    reads.slice(index * size, (index + 1) * size),
  )
  const answers = await inTurns(batches, { atOnce: callsAtOnce, signal }, (batch, either) =>
    readBatch(chain, batch, multicall, { signal: either, ...(at === undefined ? {} : { at }) }),
  )
  return answers.flat()
}

type BatchOptions = CallOptions & { readonly at?: BlockRef }

async function readBatch(
  chain: Chain,
  reads: readonly Pick<ContractCall, 'to' | 'data'>[],
  multicall: Hex | undefined,
  options: BatchOptions,
): Promise<(Hex | undefined)[]> {
  const [only] = reads
  if (!only) return []
  if (!multicall || reads.length === 1) return [await readOne(chain, only, options)]
  const calls = reads.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))
  const data = encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args: [calls] })
  const answer = await readOne(chain, { to: multicall, data }, options)
  // Decoded by that very function.
  const results = decodeResult(multicallAbi, 'aggregate3', answer) as
    | readonly { success: boolean; returnData: Hex }[]
    | undefined
  if (results?.length === reads.length)
    return results.map(({ success, returnData }) => (success ? returnData : undefined))
  // The node has refused the whole, or there is no such contract here.
  const middle = Math.ceil(reads.length / 2)
  const halves = [reads.slice(0, middle), reads.slice(middle)]
  const answers = await Promise.all(halves.map((half) => readBatch(chain, half, multicall, options)))
  return answers.flat()
}

async function readOne(
  chain: Chain,
  { to, data }: Pick<ContractCall, 'to' | 'data'>,
  options: BatchOptions,
): Promise<Hex | undefined> {
  try {
    return await chain.call({ to, data }, options)
  } catch (cause) {
    // A node that has forgotten the block has nothing to say about any contract.
    if (cause instanceof RpcError && !isStateGone(cause)) return undefined
    throw cause
  }
}

/** Decodes what a stranger returned; undefined where it is something else. */
export function decodeResult(abi: Abi, functionName: string, data: Hex | undefined): unknown {
  if (data === undefined || data === '0x') return undefined
  try {
    return decodeFunctionResult({ abi, functionName, data })
  } catch {
    return undefined
  }
}
