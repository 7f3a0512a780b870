/** What operations take: gas by trial, the bundler's own share by arithmetic, and the price of gas by the newest block. */
import * as v from 'valibot'
import { hexToBytes } from 'viem'
import type { Chain } from '../../chain/chain.js'
import { type Hex, quantity } from '../../chain/shapes.js'
import { RpcError } from '../../rpc/errors.js'
import { type EntryPoint, handleOps, type Operation } from './operation.js'
import type { Limits, Probe, StateOverrides } from './probe.js'
import { OperationRefused } from './refused.js'

/** A transaction with one operation, and what the EntryPoint does around it without measuring it. */
const transactionGas = 21_000n
const bundleGas = 22_000n
const someone: Hex = `0x${'ff'.repeat(20)}`

/** Gas for a token of calldata, which a byte of zero is one of and any other four; and the least, whatever else is done (EIP-7623). */
const tokenGas = 4n
const leastTokenGas = 10n

/**
 * What a bundler spends on an operation that nobody measures: its bytes, and its share of the transaction. Where its bytes are
 * many, the chain asks for more than all its work; what it works is not known yet, and taken to be nothing.
 */
export function preVerificationGasOf(operation: Operation): bigint {
  let tokens = 0n
  for (const byte of hexToBytes(handleOps([operation], someone))) tokens += byte === 0 ? 1n : 4n
  return transactionGas + larger(bundleGas + tokens * tokenGas, tokens * leastTokenGas)
}

/** As much as fits into one call of a usual node. */
const generous: Limits = {
  verification: 5_000_000n,
  call: 8_000_000n,
  paymasterVerification: 1_000_000n,
  paymasterPostOp: 500_000n,
}
/** What the EntryPoint does within the limits of verification: nonces and deposits. */
const verificationExtra = 45_000n
const paymasterExtra = 25_000n
const callExtra = 12_000n
const trials = 3

export interface GasEstimate {
  readonly preVerificationGas: bigint
  readonly verificationGasLimit: bigint
  readonly callGasLimit: bigint
  readonly paymasterVerificationGasLimit?: bigint
  readonly paymasterPostOpGasLimit?: bigint
}

export async function estimateGas(input: {
  readonly operation: Operation
  readonly entryPoint: EntryPoint
  readonly probe: Probe
  readonly overrides: StateOverrides
  readonly signal: AbortSignal
}): Promise<GasEstimate> {
  const { operation, entryPoint, probe, overrides, signal } = input
  const at = { operation, entryPoint, overrides, signal }
  const found = await probe({ ...at, limits: generous })
  if (!found.isDone)
    throw new OperationRefused('reverted', 'The calls of the operation revert', found.returned)
  const tenth = (gas: bigint, extra: bigint) => (gas * 11n) / 10n + extra
  let limits: Limits = {
    verification: tenth(found.creation + found.validation, verificationExtra),
    call: tenth(found.call, callExtra),
    paymasterVerification: operation.paymaster ? tenth(found.paymasterValidation, paymasterExtra) : 0n,
    paymasterPostOp: found.postOp === 0n ? 0n : tenth(found.postOp, callExtra),
  }
  // Code that forwards a part of its gas needs more than it uses: what is told is tried.
  for (let trial = 0; trial < trials && !(await holds(probe, { ...at, limits })); trial += 1)
    limits = {
      ...limits,
      verification: (limits.verification * 3n) / 2n,
      call: (limits.call * 3n) / 2n,
    }
  const estimate = { verificationGasLimit: limits.verification, callGasLimit: limits.call }
  const sponsored = operation.paymaster
    ? {
        paymasterVerificationGasLimit: limits.paymasterVerification,
        paymasterPostOpGasLimit: limits.paymasterPostOp,
      }
    : {}
  const preVerificationGas = estimatePreVerificationGas({ ...operation, ...estimate, ...sponsored })
  return { preVerificationGas, ...estimate, ...sponsored }
}

/** For an operation whose own numbers are not all known: they have more bytes that are not zero than those of a draft. */
export function estimatePreVerificationGas(operation: Operation): bigint {
  const filled = {
    ...operation,
    preVerificationGas: 2n ** 24n - 1n,
    maxFeePerGas: operation.maxFeePerGas || 2n ** 40n - 1n,
    maxPriorityFeePerGas: 2n ** 40n - 1n,
  }
  return (preVerificationGasOf(filled) * 21n) / 20n
}

async function holds(probe: Probe, input: Parameters<Probe>[0]): Promise<boolean> {
  try {
    return (await probe(input)).isDone
  } catch (cause) {
    if (cause instanceof OperationRefused) return false
    throw cause
  }
}

export interface GasPrice {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

export interface GasPrices {
  /** Of the newest block. */
  readonly baseFee: bigint
  /** Less does not get into the next block for certain, and one that waits keeps all others waiting. */
  readonly least: GasPrice
  readonly slow: GasPrice
  readonly standard: GasPrice
  readonly fast: GasPrice
  /** More is not paid for anybody: clients like viem’s double what a node suggests, and nobody needs more than they do. */
  readonly most: GasPrice
}

export const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)
export const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** What is paid for a bundle of operations that pay `most`: what gets it done fast, if they pay that. */
export const bundlePrice = ({ fast }: GasPrices, most: GasPrice): GasPrice => ({
  maxFeePerGas: smaller(fast.maxFeePerGas, most.maxFeePerGas),
  maxPriorityFeePerGas: smaller(fast.maxPriorityFeePerGas, most.maxPriorityFeePerGas),
})

/** What several operations pay, whichever pays least: at this price none of them costs the bundler anything. */
export function leastOf(all: readonly { readonly maxFee: bigint; readonly priorityFee: bigint }[]): GasPrice {
  const least = (fees: readonly bigint[]) => fees.reduce(smaller, fees[0] ?? 0n)
  return {
    maxFeePerGas: least(all.map(({ maxFee }) => maxFee)),
    maxPriorityFeePerGas: least(all.map(({ priorityFee }) => priorityFee)),
  }
}

const block = v.object({ baseFeePerGas: v.optional(quantity, '0x0') })

/** In thousandths of the base fee, which rises by an eighth a block at most, and of what a node suggests as a tip. */
const paces = {
  least: [1_125n, 1_000n],
  slow: [1_250n, 1_050n],
  standard: [1_500n, 1_100n],
  fast: [2_000n, 1_300n],
  most: [3_000n, 2_500n],
} as const

export async function readPrices(chain: Chain, signal: AbortSignal): Promise<GasPrices> {
  const [{ baseFeePerGas }, tip] = await Promise.all([
    chain.read(block, 'eth_getBlockByNumber', ['latest', false], { signal }),
    tipOf(chain, signal),
  ])
  const price = (pace: keyof typeof paces): GasPrice => {
    const maxPriorityFeePerGas = (tip * paces[pace][1]) / 1_000n
    const maxFeePerGas = (baseFeePerGas * paces[pace][0]) / 1_000n + maxPriorityFeePerGas
    return { maxFeePerGas, maxPriorityFeePerGas }
  }
  return {
    baseFee: baseFeePerGas,
    least: price('least'),
    slow: price('slow'),
    standard: price('standard'),
    fast: price('fast'),
    most: price('most'),
  }
}

async function tipOf(chain: Chain, signal: AbortSignal): Promise<bigint> {
  try {
    return await chain.read(quantity, 'eth_maxPriorityFeePerGas', [], { signal })
  } catch (cause) {
    // Not every node knows the method.
    if (cause instanceof RpcError) return 0n
    throw cause
  }
}
