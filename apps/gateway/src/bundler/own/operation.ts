/** User operations of EntryPoint 0.7 and 0.8: read from the wire, bounded, hashed and packed. */
import type { NetworkId } from '@latchkey/spec/caip'
import { bounds } from '@latchkey/spec/endpoints'
import * as v from 'valibot'
import { encodeFunctionData, getContractAddress } from 'viem'
import {
  entryPoint07Abi,
  entryPoint07Address,
  entryPoint08Address,
  getUserOperationHash,
  type PackedUserOperation,
  toPackedUserOperation,
  type UserOperation,
} from 'viem/account-abstraction'
import { bytes, chainAddress, type Hex, quantity } from '../../chain/shapes.js'
import { OperationRefused } from './refused.js'

export interface EntryPoint {
  readonly address: Hex
  readonly version: '0.7' | '0.8'
  /** The contract that calls factories for it: the first that it made, in its constructor. */
  readonly creator: Hex
}

const lower = (text: string) => text.toLowerCase() as Hex // lower case of hex is hex

export const entryPoints: readonly EntryPoint[] = (
  [
    [entryPoint07Address, '0.7'],
    [entryPoint08Address, '0.8'],
  ] as const
).map(([address, version]) => ({
  address: lower(address),
  version,
  creator: lower(getContractAddress({ from: address, nonce: 1n })),
}))

export function entryPointOf(value: unknown): EntryPoint {
  const found = entryPoints.find(({ address }) => typeof value === 'string' && lower(value) === address)
  if (!found) throw new OperationRefused('invalid', 'The entry point is not one of eth_supportedEntryPoints')
  return found
}

/** Calldata and what comes with it; longer is nobody's operation. */
const data = v.pipe(bytes, v.maxLength(2 + 2 * 64 * 1024, 'Expected at most 64 KiB'))
const signature = v.pipe(bytes, v.maxLength(2 + 2 * bounds.signatureBytes))
/** Gas limits and fees are 16 bytes in a packed operation. */
const half = v.pipe(quantity, v.maxValue(2n ** 128n - 1n))
const present = {
  sender: chainAddress,
  nonce: quantity,
  callData: data,
  maxFeePerGas: half,
  maxPriorityFeePerGas: half,
  callGasLimit: half,
  verificationGasLimit: half,
  preVerificationGas: half,
  signature,
}
const optional = {
  factory: v.nullish(chainAddress),
  factoryData: v.nullish(data),
  paymaster: v.nullish(chainAddress),
  paymasterVerificationGasLimit: v.nullish(half),
  paymasterPostOpGasLimit: v.nullish(half),
  paymasterData: v.nullish(data),
}
const whole = v.object({ ...present, ...optional })
const none = v.optional(half, '0x0')
/** Before its gas is known. */
const draft = v.object({
  ...present,
  ...optional,
  maxFeePerGas: none,
  maxPriorityFeePerGas: none,
  callGasLimit: none,
  verificationGasLimit: none,
  preVerificationGas: none,
  signature: v.optional(signature, '0x'),
})

export type Operation = UserOperation<'0.7'>

function read(schema: typeof whole | typeof draft, value: unknown): Operation {
  if (typeof value === 'object' && value !== null && 'eip7702Auth' in value && value.eip7702Auth)
    throw new OperationRefused('invalid', 'Operations with an EIP-7702 authorisation are not bundled here')
  const found = v.safeParse(schema, value)
  if (!found.success) {
    const [issue] = found.issues
    throw new OperationRefused('invalid', `${v.getDotPath(issue) ?? 'The operation'}: ${issue.message}`)
  }
  const { output } = found
  if ((output.factory === undefined || output.factory === null) && (output.factoryData ?? '0x') !== '0x')
    throw new OperationRefused('invalid', 'There is factoryData without a factory')
  const entries = Object.entries(output).filter(([, field]) => field !== undefined && field !== null)
  return Object.fromEntries(entries) as unknown as Operation // the schema has its fields, and the absent ones are absent
}

export const readOperation = (value: unknown): Operation => read(whole, value)
export const readDraft = (value: unknown): Operation => read(draft, value)

/** The operation as JSON keeps it, which `readOperation` reads again. */
export function written(operation: Partial<Operation>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(operation).map(([key, value]) => [
      key,
      typeof value === 'bigint' ? `0x${value.toString(16)}` : value,
    ]),
  )
}

export const chainIdOf = (networkId: NetworkId): number => Number(networkId.split(':')[1])

export function hashOperation(operation: Operation, entryPoint: EntryPoint, networkId: NetworkId): Hex {
  const { address, version } = entryPoint
  return getUserOperationHash({
    chainId: chainIdOf(networkId),
    entryPointAddress: address,
    entryPointVersion: version,
    userOperation: operation,
  })
}

export function packed(operation: Operation): PackedUserOperation {
  return toPackedUserOperation(operation)
}

/** The call that a bundle is; 0.7 and 0.8 take the same. */
export function handleOps(operations: readonly Operation[], beneficiary: Hex): Hex {
  return encodeFunctionData({
    abi: entryPoint07Abi,
    functionName: 'handleOps',
    args: [operations.map(packed), beneficiary],
  })
}

/** All gas that an operation may take inside its bundle. */
export function gasOf(operation: Operation): bigint {
  const { callGasLimit, verificationGasLimit } = operation
  const { paymasterVerificationGasLimit = 0n, paymasterPostOpGasLimit = 0n } = operation
  return callGasLimit + verificationGasLimit + paymasterVerificationGasLimit + paymasterPostOpGasLimit
}

/** The most that somebody has to pay for it. */
export function costOf(operation: Operation): bigint {
  return (gasOf(operation) + operation.preVerificationGas) * operation.maxFeePerGas
}
