/** User operations of EntryPoint 0.7: their hash, which is what is signed, and the form in which bundlers take them. */
import { concat, type Hex, keccak, left, quantity, word } from './hex.js'

export interface UserOperation {
  readonly sender: Hex
  readonly nonce: bigint
  readonly factory?: Hex
  readonly factoryData?: Hex
  readonly callData: Hex
  readonly callGasLimit: bigint
  readonly verificationGasLimit: bigint
  readonly preVerificationGas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly paymaster?: Hex
  readonly paymasterVerificationGasLimit?: bigint
  readonly paymasterPostOpGasLimit?: bigint
  readonly paymasterData?: Hex
  readonly signature: Hex
}

const pair = (high: bigint, low: bigint): Hex => concat(word(high, 16), word(low, 16))

function initCodeOf({ factory, factoryData = '0x' }: UserOperation): Hex {
  return factory ? concat(left(factory, 20), factoryData) : '0x'
}

function paymasterAndDataOf(operation: UserOperation): Hex {
  const { paymaster, paymasterData = '0x' } = operation
  const { paymasterVerificationGasLimit = 0n, paymasterPostOpGasLimit = 0n } = operation
  if (!paymaster) return '0x'
  return concat(
    left(paymaster, 20),
    pair(paymasterVerificationGasLimit, paymasterPostOpGasLimit),
    paymasterData,
  )
}

export function hashUserOperation(operation: UserOperation, entryPoint: Hex, chainId: number): Hex {
  const { sender, nonce, callData, verificationGasLimit, callGasLimit, preVerificationGas } = operation
  const packed = concat(
    left(sender),
    word(nonce),
    keccak(initCodeOf(operation)),
    keccak(callData),
    pair(verificationGasLimit, callGasLimit),
    word(preVerificationGas),
    pair(operation.maxPriorityFeePerGas, operation.maxFeePerGas),
    keccak(paymasterAndDataOf(operation)),
  )
  return keccak(concat(keccak(packed), left(entryPoint), word(BigInt(chainId))))
}

/** As JSON-RPC has it: numbers are quantities, and what is absent is absent. */
export function toWire(operation: Partial<UserOperation>): Record<string, Hex> {
  const entries = Object.entries(operation).flatMap(([key, value]: [string, Hex | bigint | undefined]) =>
    value === undefined ? [] : [[key, typeof value === 'bigint' ? quantity(value) : value] as const],
  )
  return Object.fromEntries(entries)
}
