/** The gateway's half of a signature: over the hash that EntryPoint 0.7 checks, in the form that the validator reads. */

import { deployment } from '@latchkey/accounts'
import type { EndpointRequest } from '@latchkey/spec/endpoints'
import { concat, encodeAbiParameters, numberToHex, slice } from 'viem'
import { entryPoint07Address, getUserOperationHash, type UserOperation } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import type { Hex } from '../chain/shapes.js'
import { refuse } from '../http/refusal.js'

export type UserOp = EndpointRequest<'signWithSession'>['body']['userOp']

/** Two limits share one word of an operation, and so do the two fees: half of it is all that each has. */
const mostOfHalf = 2n ** 128n

export function hashOf(userOp: UserOp, chainId: number): Hex {
  if (halvesOf(userOp).some((number) => BigInt(number) >= mostOfHalf))
    throw refuse('parameter', 'A limit or a fee of the operation is too large')
  const optional = (text: Hex | undefined) => (text === undefined ? undefined : BigInt(text))
  const userOperation = {
    ...userOp,
    nonce: BigInt(userOp.nonce),
    callGasLimit: BigInt(userOp.callGasLimit),
    verificationGasLimit: BigInt(userOp.verificationGasLimit),
    preVerificationGas: BigInt(userOp.preVerificationGas),
    maxFeePerGas: BigInt(userOp.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(userOp.maxPriorityFeePerGas),
    paymasterVerificationGasLimit: optional(userOp.paymasterVerificationGasLimit),
    paymasterPostOpGasLimit: optional(userOp.paymasterPostOpGasLimit),
  } as UserOperation<'0.7'> // the fields of that version; what is undefined counts as absent
  return getUserOperationHash({
    chainId,
    entryPointAddress: entryPoint07Address,
    entryPointVersion: '0.7',
    userOperation,
  })
}

function halvesOf(userOp: UserOp): readonly Hex[] {
  const { callGasLimit, verificationGasLimit, maxFeePerGas, maxPriorityFeePerGas } = userOp
  const { paymasterVerificationGasLimit = '0x0', paymasterPostOpGasLimit = '0x0' } = userOp
  const own = [callGasLimit, verificationGasLimit, maxFeePerGas, maxPriorityFeePerGas]
  return [...own, paymasterVerificationGasLimit, paymasterPostOpGasLimit]
}

/**
 * The most that the account may have to pay for gas: nothing where `sponsor` does, the operator's own paymaster. Any
 * other may take what it paid from the account, in tokens that the account once let it have.
 */
export function feeOf(userOp: UserOp, sponsor: Hex | undefined): bigint {
  const { paymaster, callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas } = userOp
  if (paymaster !== undefined && paymaster.toLowerCase() === sponsor) return 0n
  const { paymasterVerificationGasLimit = '0x0', paymasterPostOpGasLimit = '0x0' } = userOp
  const gas = [
    callGasLimit,
    verificationGasLimit,
    preVerificationGas,
    paymasterVerificationGasLimit,
    paymasterPostOpGasLimit,
  ].reduce((sum, limit) => sum + BigInt(limit), 0n)
  return gas * BigInt(maxFeePerGas)
}

/** Who may check the signature: ours, whom the context names, and whom the nonce names, which is what the account goes by. */
export function validatorsOf({ nonce }: UserOp, context: Hex): readonly Hex[] {
  const named = slice(numberToHex(BigInt(nonce), { size: 32 }), 0, 20)
  const all = [deployment.sessionValidator, slice(context, 0, 20), named]
  return all.map((address) => address.toLowerCase() as Hex) // lower case of hex is hex
}

/** Validators of owners, which read the signatures one after the other; others read a list. */
const ownableValidators: ReadonlySet<string> = new Set([
  '0x2483da3a338895199e5e538530213157e931bf06',
  '0x000000000013fdb5234e4e3162a810f54d9f7e98',
])

/** `context` begins with the address of the validator. The hash is signed as a message (EIP-191), as validators check it. */
export async function cosign(input: {
  readonly hash: Hex
  readonly privateKey: Hex
  readonly context: Hex
  /** The app's half. */
  readonly signature: Hex
}): Promise<Hex> {
  const { hash, privateKey, context, signature } = input
  const own = await privateKeyToAccount(privateKey).signMessage({ message: { raw: hash } })
  const validator = slice(context, 0, 20).toLowerCase()
  if (ownableValidators.has(validator)) return concat([signature, own])
  return encodeAbiParameters([{ type: 'bytes[]' }], [[own, signature]])
}
