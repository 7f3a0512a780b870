/** An operation of the smart account: estimated to be shown, prepared again at the last moment, and handed to the bundler. */
import type { Call, UserOperation } from '@latchkey/accounts'
import type { ApprovalPayload } from '@latchkey/spec/walletApi'
import type { FrameContext } from '../context.js'
import { freeze } from './frozen.js'
import { type Hex, quantityOf } from './parseParams.js'
import type { Prepared } from './prepared.js'
import { RpcFailure } from './rpcFailure.js'
import { sendOperation } from './sendOperation.js'
import { type OwnSmartAccount, openSmartAccount } from './smartAccount.js'
import { waitForOperation } from './waitForOperation.js'

interface Calls {
  readonly network: string
  readonly method: string
  readonly calls: readonly { readonly to: Hex; readonly value: Hex; readonly data: Hex }[]
  /** A transaction has a hash when it is on the network, an operation its own at once; a bundle has an id. */
  readonly answer: 'transaction' | 'operation' | 'bundle'
}

export async function prepareCalls(
  context: FrameContext,
  { network, method, calls, answer }: Calls,
): Promise<Prepared> {
  const own = await openSmartAccount(context, network)
  return prepareOperation(context, own, {
    network,
    method,
    calls: calls.map(({ to, value, data }) => ({ to, value: BigInt(value), data })),
    paramsFor: (fees) => [{ from: own.account.address, calls: [...calls], ...fees }],
    async resultOf(id) {
      if (answer === 'bundle') return { id }
      if (answer === 'operation') return id
      return (await waitForOperation(context, network, id))?.transactionHash ?? id
    },
  })
}

interface Operation {
  readonly network: string
  readonly method: string
  readonly calls: readonly Call[]
  /** What is frozen; the calls follow from it, or stand in it. */
  readonly paramsFor: (fees: { readonly gas: Hex; readonly maxFeePerGas: Hex }) => ApprovalPayload['params']
  /** When nobody can take it back any more, before it is sent; where it fails, nothing is. */
  readonly begin?: () => Promise<void>
  /** `id` is the hash of the operation, which the bundler has. */
  readonly resultOf: (id: Hex) => Promise<unknown>
}

export async function prepareOperation(
  context: FrameContext,
  { account, prepare }: OwnSmartAccount,
  { network, method, calls, paramsFor, begin, resultOf }: Operation,
): Promise<Prepared> {
  const estimate = await prepare(calls)
  const fees = { gas: quantityOf(gasOf(estimate)), maxFeePerGas: quantityOf(estimate.maxFeePerGas) }
  const frozen = await freeze({
    v: 1,
    origin: context.embedder.origin,
    account: account.address,
    namespace: 'eip155',
    chainId: network,
    method,
    params: paramsFor(fees),
  })
  return {
    frozen,
    async atLast() {
      // Prepared again: its nonce, its price and the promise of the paymaster are of now.
      const operation = await prepare(calls)
      return { smartAccount: { isDeployed: operation.factory === undefined, operation } }
    },
    async finish(signed, { smartAccount }) {
      const operation = smartAccount?.operation
      if (signed.kind !== 'signature' || !operation) throw new TypeError('expected a signed operation')
      // The worker writes signatures in hexadecimal.
      const complete = { ...operation, signature: signed.signature as Hex }
      await begin?.()
      const id = await sendOperation(context, network, { account, operation: complete })
      context.sentCalls.add(id)
      return { result: id, state: 'broadcast', reference: id, later: () => resultOf(id) }
    },
  }
}

/** Waits until it is in a block; throws where it was reverted there, or is in none after a while. */
export async function requireDone(context: FrameContext, network: string, id: Hex): Promise<void> {
  const receipt = await waitForOperation(context, network, id)
  if (!receipt) throw new RpcFailure(-32_000, 'The network has not confirmed it in time')
  if (!receipt.isSuccess) throw new RpcFailure(-32_000, 'The network has reverted it')
}

function gasOf(operation: UserOperation): bigint {
  const { callGasLimit, verificationGasLimit, preVerificationGas } = operation
  const { paymasterVerificationGasLimit = 0n, paymasterPostOpGasLimit = 0n } = operation
  const own = callGasLimit + verificationGasLimit + preVerificationGas
  return own + paymasterVerificationGasLimit + paymasterPostOpGasLimit
}
