/**
 * An operation that a page wrote itself (S6-03). The wallet takes its calls, and prepares the rest by itself: a nonce, a
 * price or a paymaster of a page's choosing would be signed without anybody having seen what they mean.
 */
import { deployment } from '@latchkey/accounts'
import * as v from 'valibot'
import { readArguments } from '../../../request/abi.js'
import { accountFor } from '../accountFor.js'
import { address, type Hex, hexBytes, quantityOf, read } from '../parseParams.js'
import { prepareCalls } from '../prepareCalls.js'
import { invalidParams, RpcFailure } from '../rpcFailure.js'
import type { Prepare } from './index.js'

const asked = v.tupleWithRest(
  [v.looseObject({ sender: address, callData: hexBytes }), v.optional(address)],
  v.unknown(),
)
/** `execute(bytes32,bytes)` of ERC-7579. */
const execute = '0xe9ae5c53'
const mostCalls = 100

export const sendUserOperation: Prepare = async (context, { network, method, params }) => {
  const [operation, entryPoint = deployment.entryPoint] = read(asked, params)
  if (entryPoint.toLowerCase() !== deployment.entryPoint.toLowerCase())
    throw invalidParams('The account is one of another EntryPoint')
  const { type } = await accountFor(context, network, operation.sender)
  if (type !== 'smartAccount') throw new RpcFailure(4200, 'Operations are of smart accounts only')
  return prepareCalls(context, { network, method, calls: callsOf(operation.callData), answer: 'operation' })
}

/** One call or a batch that is done whole or not at all; anything else is not an operation that can be shown. */
export function callsOf(callData: Hex): { to: Hex; value: Hex; data: Hex }[] {
  try {
    if (!callData.toLowerCase().startsWith(execute)) throw new RangeError('another function')
    const [mode, execution] = readArguments(['bytes32', 'bytes'], bytesOf(callData).subarray(4))
    if (typeof mode !== 'string' || typeof execution !== 'string') throw new RangeError('no execution')
    const kind = BigInt(mode)
    if (kind === 0n) return [singleOf(execution)]
    // The first byte says that it is a batch; the others would mean something else than "all or none".
    if (kind !== 1n << 248n) throw new RangeError('another kind of execution')
    return batchOf(bytesOf(execution))
  } catch {
    throw invalidParams('The operation is not one that the wallet can show')
  }
}

function singleOf(execution: string): { to: Hex; value: Hex; data: Hex } {
  if (execution.length < 2 + 52 * 2) throw new RangeError('too short')
  const value = quantityOf(BigInt(`0x${execution.slice(42, 106)}`))
  return { to: `0x${execution.slice(2, 42)}`, value, data: `0x${execution.slice(106)}` }
}

/** The ABI's `(address,uint256,bytes)[]`. */
function batchOf(bytes: Uint8Array): { to: Hex; value: Hex; data: Hex }[] {
  const list = bytes.subarray(placeAt(bytes, 0))
  const count = placeAt(list, 0)
  if (count < 1 || count > mostCalls) throw new RangeError('too many')
  const items = list.subarray(32)
  return Array.from({ length: count }, (_, index) => {
    const item = items.subarray(placeAt(items, index * 32))
    const [to, value, data] = readArguments(['address', 'uint256', 'bytes'], item)
    if (typeof value !== 'bigint') throw new RangeError('no value')
    // As the types above are read.
    return { to: to as Hex, value: quantityOf(value), data: data as Hex }
  })
}

/** An offset or a length: never beyond what there is. */
function placeAt(bytes: Uint8Array, at: number): number {
  const [value] = readArguments(['uint256'], bytes.subarray(at))
  if (typeof value !== 'bigint' || value > BigInt(bytes.length)) throw new RangeError('points outside')
  return Number(value)
}

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from({ length: (hex.length - 2) / 2 }, (_, at) =>
    Number.parseInt(hex.slice(2 + at * 2, 4 + at * 2), 16),
  )
