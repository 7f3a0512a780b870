/** One eip155 network, read through the gateway's own proxy and parsed before anything believes it. */
import type { NetworkId } from '@latchkey/spec/caip'
import * as v from 'valibot'
import { NetworkUnavailable, RpcError } from '../rpc/errors.js'
import type { CallOptions, Rpc } from '../rpc/rpc.js'
import {
  type BlockHeader,
  blockHeader,
  bytes,
  type ChainLog,
  chainLog,
  count,
  type FullBlock,
  fullBlock,
  type Hex,
  quantity,
  type Receipt,
  receipt,
} from './shapes.js'

/** A block by number, or exactly one by its hash (EIP-1898), which no reorganisation can exchange. */
export type BlockRef = number | 'latest' | { readonly blockHash: Hex }

export interface LogFilter {
  readonly blocks: { readonly from: number; readonly to: number } | { readonly blockHash: Hex }
  readonly topics: readonly (Hex | readonly Hex[] | null)[]
}

export interface ContractCall {
  readonly to: Hex
  readonly data: Hex
  readonly from?: Hex
  readonly value?: bigint
}

export interface Chain {
  readonly networkId: NetworkId
  newest(options?: CallOptions): Promise<BlockHeader>
  /** Undefined where the node has no such block (yet). */
  header(number: number, options?: CallOptions): Promise<BlockHeader | undefined>
  block(number: number, options?: CallOptions): Promise<FullBlock | undefined>
  logs(filter: LogFilter, options?: CallOptions): Promise<ChainLog[]>
  receipt(hash: Hex, options?: CallOptions): Promise<Receipt | undefined>
  balance(address: Hex, at: BlockRef, options?: CallOptions): Promise<bigint>
  /** How many transactions an account has sent up to a block. */
  sent(address: Hex, at: BlockRef, options?: CallOptions): Promise<number>
  code(address: Hex, at: BlockRef, options?: CallOptions): Promise<Hex>
  call(call: ContractCall, options?: CallOptions & { readonly at?: BlockRef }): Promise<Hex>
  estimateGas(call: ContractCall, options?: CallOptions): Promise<bigint>
  gasPrice(options?: CallOptions): Promise<bigint>
  /** Anything else; parsed by the caller's schema. */
  read<schema extends v.GenericSchema>(
    schema: schema,
    method: string,
    params: readonly unknown[],
    options?: CallOptions,
  ): Promise<v.InferOutput<schema>>
}

/** A node answered with something that is not what was asked for, so nobody has answered. */
class UnreadableAnswer extends NetworkUnavailable {
  constructor(
    networkId: NetworkId,
    /** For the log: what a node says is not passed on. */
    readonly detail: string,
  ) {
    super(networkId)
  }
}

export function chainOf(rpc: Pick<Rpc, 'call'>, networkId: NetworkId): Chain {
  async function read<schema extends v.GenericSchema>(
    schema: schema,
    method: string,
    params: readonly unknown[],
    options?: CallOptions,
  ): Promise<v.InferOutput<schema>> {
    const answer = v.safeParse(schema, await rpc.call(networkId, method, params, options))
    if (answer.success) return answer.output
    const [issue] = answer.issues
    throw new UnreadableAnswer(networkId, `${method}: ${v.getDotPath(issue) ?? 'result'}: ${issue.message}`)
  }

  const one = <schema extends v.GenericSchema>(schema: schema) => v.nullable(schema)

  return {
    networkId,
    read,
    newest: (options) => read(blockHeader, 'eth_getBlockByNumber', ['latest', false], options),
    header: async (number, options) =>
      (await read(one(blockHeader), 'eth_getBlockByNumber', [toQuantity(number), false], options)) ??
      undefined,
    block: async (number, options) =>
      (await read(one(fullBlock), 'eth_getBlockByNumber', [toQuantity(number), true], options)) ?? undefined,
    logs: ({ blocks, topics }, options) => {
      const range =
        'blockHash' in blocks
          ? blocks
          : { fromBlock: toQuantity(blocks.from), toBlock: toQuantity(blocks.to) }
      return read(v.array(chainLog), 'eth_getLogs', [{ ...range, topics }], options)
    },
    receipt: async (hash, options) =>
      (await read(one(receipt), 'eth_getTransactionReceipt', [hash], options)) ?? undefined,
    balance: (address, at, options) => read(quantity, 'eth_getBalance', [address, toRef(at)], options),
    sent: (address, at, options) => read(count, 'eth_getTransactionCount', [address, toRef(at)], options),
    code: (address, at, options) => read(bytes, 'eth_getCode', [address, toRef(at)], options),
    call: (call, { at = 'latest', ...options } = {}) =>
      read(bytes, 'eth_call', [toRequest(call), toRef(at)], options),
    estimateGas: (call, options) => read(quantity, 'eth_estimateGas', [toRequest(call)], options),
    gasPrice: (options) => read(quantity, 'eth_gasPrice', [], options),
  }
}

/** The words of nodes that keep only the newest balances. */
const stateGone =
  /missing trie node|state (?:is )?(?:not |un)available|no state available|historical state|state (?:has been |was )?pruned|pruned|archive|distance to target block exceeds/i

/** Whether a node said that it has forgotten the state of an old block. Asking again would not help. */
export function isStateGone(cause: unknown): boolean {
  return cause instanceof RpcError && stateGone.test(cause.message)
}

function toQuantity(value: number | bigint): Hex {
  return `0x${value.toString(16)}`
}

function toRef(at: BlockRef): unknown {
  return typeof at === 'number' ? toQuantity(at) : at
}

function toRequest({ value, ...call }: ContractCall): Record<string, unknown> {
  return value === undefined ? call : { ...call, value: toQuantity(value) }
}
