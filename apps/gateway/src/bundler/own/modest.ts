/**
 * What a paymaster pays for. Whoever carries an operation to the EntryPoint is given what it pays, and that may be its sender:
 * what an operation says of its price, of the bundler's share and of gas that it will not use would be coins to take. So no
 * more of them than an honest one needs.
 */
import { size, slice } from 'viem'
import type { Chain } from '../../chain/chain.js'
import type { Hex } from '../../chain/shapes.js'
import { estimateGas, estimatePreVerificationGas, readPrices } from './gas.js'
import type { EntryPoint, Operation } from './operation.js'
import { type Probe, pretended } from './probe.js'
import { OperationRefused } from './refused.js'

/** Bytes of a signature that are allowed for; the signature itself is not a part of what is promised. */
const mostSignature = 1_024
/** Of an operation that is not signed yet. */
const someSignature: Hex = `0x${'ff'.repeat(32)}${'77'.repeat(32)}1c`
/** Gas beyond twice the estimate: what calls take may have changed since a client asked. */
const callRoom = 50_000n

/** Refuses an operation that asks for more. `operation` has the paymaster's data in its final length. */
export async function requireModest(input: {
  readonly operation: Operation
  readonly entryPoint: EntryPoint
  readonly chain: Chain
  readonly probe: Probe
  readonly signal: AbortSignal
}): Promise<void> {
  const { entryPoint, chain, probe, signal } = input
  const { signature } = input.operation
  const assumed = size(signature) === 0 ? someSignature : slice(signature, 0, mostSignature)
  const operation = { ...input.operation, signature: assumed }
  const { most } = await readPrices(chain, signal)
  const { maxFeePerGas, maxPriorityFeePerGas, preVerificationGas } = operation
  if (maxFeePerGas > most.maxFeePerGas || maxPriorityFeePerGas > most.maxPriorityFeePerGas)
    throw tooMuch('The fees', `${most.maxFeePerGas}, and ${most.maxPriorityFeePerGas} as a tip`)
  const enough = (estimatePreVerificationGas(operation) * 5n) / 4n
  if (preVerificationGas > enough) throw tooMuch('preVerificationGas', enough)
  // A tenth of what is not used is paid for all the same (EntryPoint 0.7).
  const overrides = { [operation.sender]: pretended }
  const estimate = await estimateGas({ operation, entryPoint, probe, overrides, signal })
  const calls = 2n * (estimate.callGasLimit + (estimate.paymasterPostOpGasLimit ?? 0n)) + callRoom
  if (operation.callGasLimit + (operation.paymasterPostOpGasLimit ?? 0n) > calls)
    throw tooMuch('callGasLimit', calls)
}

const tooMuch = (what: string, most: bigint | string) =>
  new OperationRefused('paymaster', `More than is paid for: ${what} above ${most}`)
