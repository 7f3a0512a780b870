/** Whether an operation would be taken by the EntryPoint now, and will for long enough to be bundled. */
import * as v from 'valibot'
import type { Chain } from '../../chain/chain.js'
import type { Hex } from '../../chain/shapes.js'
import { RpcError } from '../../rpc/errors.js'
import { bundlePrice, type GasPrice, preVerificationGasOf, readPrices } from './gas.js'
import { type EntryPoint, gasOf, handleOps, type Operation } from './operation.js'
import type { Probe } from './probe.js'
import { failedOperation, OperationRefused, refusalOf } from './refused.js'

/** The most that one operation may take of a bundle, which has to fit into one transaction (EIP-7825). */
export const mostGas = 12_000_000n
const mostVerificationGas = 5_000_000n
/** Seconds that an operation must still be valid for; less is not worth a bundle. */
const leastValid = 30n

/** What the EntryPoint does for a bundle beyond the limits of its operations. */
const roomGas = 300_000n

export const bundleGas = (operations: readonly Operation[]): bigint =>
  operations.reduce((sum, operation) => sum + gasOf(operation) + operation.preVerificationGas, roomGas)

/** Refuses what can be seen without asking anybody. */
export function requireSane(operation: Operation): void {
  const { maxFeePerGas, maxPriorityFeePerGas, preVerificationGas, verificationGasLimit } = operation
  if (maxPriorityFeePerGas > maxFeePerGas)
    throw new OperationRefused('invalid', 'maxPriorityFeePerGas is above maxFeePerGas')
  if (verificationGasLimit > mostVerificationGas)
    throw new OperationRefused('invalid', `verificationGasLimit is above ${mostVerificationGas}`)
  // Together: a bundle that no transaction can hold would never be done, and keep all others waiting.
  if (gasOf(operation) + preVerificationGas > mostGas)
    throw new OperationRefused('invalid', `The gas limits together are above ${mostGas}`)
  const least = preVerificationGasOf(operation)
  if (preVerificationGas < least)
    throw new OperationRefused('invalid', `preVerificationGas is too low: at least ${least}`)
}

/** Its answer says nothing; that there is one says all. */
const anything = v.unknown()

/** What the bundler's account pretends to own: whether it can pay is not a matter of the operations. */
const pretended = { balance: `0x${(2n ** 96n).toString(16)}` }

/** Runs a bundle without sending it, at the price that it will have: code can see a price of zero. The failed operation where there is one, undefined where all would be taken. */
export async function tryBundle(
  chain: Chain,
  input: {
    readonly operations: readonly Operation[]
    readonly entryPoint: EntryPoint
    readonly executor: Hex
    readonly price: GasPrice
    readonly signal: AbortSignal
  },
) {
  const { operations, entryPoint, executor, price, signal } = input
  const request = {
    from: executor,
    to: entryPoint.address,
    data: handleOps(operations, executor),
    gas: toHex(bundleGas(operations)),
    maxFeePerGas: toHex(price.maxFeePerGas),
    maxPriorityFeePerGas: toHex(price.maxPriorityFeePerGas),
  }
  try {
    await chain.read(anything, 'eth_call', [request, 'latest', { [executor]: pretended }], { signal })
    return undefined
  } catch (cause) {
    const failed = failedOperation(cause)
    if (failed) return failed
    throw cause
  }
}

const toHex = (value: bigint): Hex => `0x${value.toString(16)}`

export async function requireValid(input: {
  readonly chain: Chain
  readonly probe: Probe
  readonly operation: Operation
  readonly entryPoint: EntryPoint
  readonly executor: Hex
  /** Unix seconds. */
  readonly now: number
  readonly signal: AbortSignal
}): Promise<void> {
  const { chain, probe, operation, entryPoint, executor, now, signal } = input
  const prices = await readPrices(chain, signal)
  const { baseFee, least } = prices
  if (operation.maxFeePerGas < least.maxFeePerGas)
    throw new OperationRefused(
      'invalid',
      `maxFeePerGas is too low: at least ${least.maxFeePerGas}, at a base fee of ${baseFee}`,
    )
  if (operation.maxPriorityFeePerGas < least.maxPriorityFeePerGas)
    throw new OperationRefused(
      'invalid',
      `maxPriorityFeePerGas is too low: at least ${least.maxPriorityFeePerGas}`,
    )
  const failed = await tryOne()
  if (failed) throw refusalOf(failed)
  const { verificationGasLimit, paymasterVerificationGasLimit = 0n, paymasterPostOpGasLimit = 0n } = operation
  const found = await probe({
    operation,
    entryPoint,
    limits: {
      verification: verificationGasLimit,
      call: operation.callGasLimit,
      paymasterVerification: paymasterVerificationGasLimit,
      paymasterPostOp: paymasterPostOpGasLimit,
    },
    signal,
  })
  requireLasting(found.accountData, now)
  requireLasting(found.paymasterData, now)

  async function tryOne() {
    try {
      const price = bundlePrice(prices, operation)
      return await tryBundle(chain, { operations: [operation], entryPoint, executor, price, signal })
    } catch (cause) {
      // Out of gas, or a revert without words: the EntryPoint would not take it either.
      if (cause instanceof RpcError) throw new OperationRefused('account', 'The entry point reverts')
      throw cause
    }
  }
}

/** The low 20 bytes are an aggregator, or 1 for a wrong signature; above them lie two times of 6 bytes. */
function requireLasting(validationData: bigint, now: number): void {
  const authorizer = BigInt.asUintN(160, validationData)
  if (authorizer === 1n) throw new OperationRefused('signature', 'The signature is not valid')
  if (authorizer > 1n) throw new OperationRefused('aggregator', 'Aggregators are not supported')
  const validUntil = BigInt.asUintN(48, validationData >> 160n)
  if (validUntil !== 0n && validUntil < BigInt(now) + leastValid)
    throw new OperationRefused('time', 'The operation expires too soon')
}
