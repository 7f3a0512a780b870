/** What a user operation would do: the calls inside `execute(bytes32,bytes)` of an ERC-7579 account. */
import { decodeAbiParameters, decodeFunctionData, parseAbi, size, slice } from 'viem'
import type { Hex } from '../chain/shapes.js'
import { refuse } from '../http/refusal.js'

export interface Execution {
  readonly target: Hex
  readonly value: bigint
  readonly data: Hex
}

const executeAbi = parseAbi(['function execute(bytes32 mode, bytes executionCalldata)'])
const batch = [
  { type: 'tuple[]', components: [{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }] },
] as const

/** Calls of one operation; more are nobody's session. */
const mostCalls = 64

const unreadable = () => refuse('cosigner', 'The operation is not one that the gateway can read')

/** Refuses everything but plain single calls and batches: a delegate call could do anything at all. */
export function executionsOf(callData: Hex): readonly Execution[] {
  try {
    const { args } = decodeFunctionData({ abi: executeAbi, data: callData })
    const [mode, calldata] = args
    const kind = slice(mode, 0, 1)
    // The second byte says whether a failing call fails all; the rest must be empty, or it means something.
    if (BigInt(slice(mode, 2)) !== 0n || BigInt(slice(mode, 1, 2)) > 1n) throw unreadable()
    if (kind === '0x00') return [single(calldata)]
    if (kind !== '0x01') throw unreadable()
    const [calls] = decodeAbiParameters(batch, calldata)
    if (calls.length === 0 || calls.length > mostCalls) throw unreadable()
    return calls.map(([target, value, data]) => ({ target: target.toLowerCase() as Hex, value, data })) // lower case of hex is hex
  } catch {
    throw unreadable()
  }
}

/** Target, value and data, one after the other. */
function single(calldata: Hex): Execution {
  if (size(calldata) < 52) throw unreadable()
  return {
    target: slice(calldata, 0, 20).toLowerCase() as Hex, // lower case of hex is hex
    value: BigInt(slice(calldata, 20, 52)),
    data: size(calldata) === 52 ? '0x' : slice(calldata, 52),
  }
}
