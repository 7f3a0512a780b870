/**
 * Tries an operation without sending it. The code of the EntryPoint is exchanged for a probe, for one `eth_call`: it runs the
 * steps one by one and tells what each takes. What an account or a paymaster asks the EntryPoint meanwhile is answered by
 * the real code, on the real storage.
 */
import * as v from 'valibot'
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import type { Chain } from '../../chain/chain.js'
import { bytes, type Hex } from '../../chain/shapes.js'
import { probeCode } from '../probeCode.js'
import { costOf, type EntryPoint, hashOperation, type Operation, packed } from './operation.js'
import { failedOperation, OperationRefused, refusalOf } from './refused.js'

const abi = parseAbi([
  'struct Operation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'struct Limits { uint256 verification; uint256 call; uint256 paymasterVerification; uint256 paymasterPostOp; }',
  'struct Found { uint256 creation; uint256 validation; uint256 paymasterValidation; uint256 call; uint256 postOp; uint256 accountData; uint256 paymasterData; bool isDone; bytes returned; }',
  'function probe(Operation operation, bytes32 hash, address creator, uint256 missingFunds, uint256 cost, Limits limits) returns (Found found)',
])

/** Where the probe looks for the real code. */
const realPlace: Hex = `0x${'4c61746368'.padStart(40, '0')}`
/** Nodes give a call no less than this. */
const callGas: Hex = '0xe4e1c0'

export interface Limits {
  readonly verification: bigint
  readonly call: bigint
  readonly paymasterVerification: bigint
  readonly paymasterPostOp: bigint
}

export interface Found {
  readonly creation: bigint
  readonly validation: bigint
  readonly paymasterValidation: bigint
  readonly call: bigint
  readonly postOp: bigint
  /** What the account said of the signature and its time, as the EntryPoint packs it. */
  readonly accountData: bigint
  readonly paymasterData: bigint
  readonly isDone: boolean
  readonly returned: Hex
}

export type StateOverrides = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** What an account pretends to own while its gas is estimated, so that an empty one can be: 100 ether. */
export const pretended = { balance: '0x56bc75e2d63100000' } as const

export interface ProbeInput {
  readonly operation: Operation
  readonly entryPoint: EntryPoint
  readonly limits: Limits
  readonly overrides?: StateOverrides | undefined
  readonly signal: AbortSignal
}

export type Probe = (input: ProbeInput) => Promise<Found>

export function createProbe(chain: Chain): Probe {
  /** What is deployed there never changes. */
  const codes = new Map<Hex, Hex>()

  async function codeOf({ address }: EntryPoint, signal: AbortSignal): Promise<Hex> {
    const known = codes.get(address)
    if (known) return known
    const code = await chain.code(address, 'latest', { signal })
    if (code === '0x')
      throw new OperationRefused('invalid', 'The entry point is not deployed on this network')
    codes.set(address, code)
    return code
  }

  return async ({ operation, entryPoint, limits, overrides = {}, signal }) => {
    const { address, creator } = entryPoint
    const hash = hashOperation(operation, entryPoint, chain.networkId)
    // A wei, so that the account's way of paying is a part of what is measured.
    const missing = operation.paymaster ? 0n : 1n
    const call = encodeFunctionData({
      abi,
      functionName: 'probe',
      args: [packed(operation), hash, creator, missing, costOf(operation), limits],
    })
    const states = {
      ...overrides,
      [address]: { ...overrides[address], code: probeCode },
      [realPlace]: { code: await codeOf(entryPoint, signal) },
    }
    try {
      const params = [{ to: address, data: call, gas: callGas }, 'latest', states]
      const answer = await chain.read(v.pipe(bytes, v.minLength(66)), 'eth_call', params, { signal })
      return decodeFunctionResult({ abi, functionName: 'probe', data: answer })
    } catch (cause) {
      const failed = failedOperation(cause)
      throw failed ? refusalOf(failed) : cause
    }
  }
}
