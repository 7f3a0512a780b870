/** Calls of a smart account, together or not at all (ERC-5792); one call of a plain account is a transaction. */
import { chainNumberOf } from '../../network.js'
import { accountFor } from '../accountFor.js'
import { readBundleParams } from '../parseParams.js'
import { prepareCalls } from '../prepareCalls.js'
import { invalidParams, RpcFailure } from '../rpcFailure.js'
import type { Prepare } from './index.js'
import { sendTransaction } from './sendTransaction.js'

export const sendCalls: Prepare = async (context, { network, method, params }) => {
  const { chainId, from, calls: given, capabilities = {} } = readBundleParams(params)
  if (chainId !== undefined && Number(chainId) !== chainNumberOf(network))
    throw invalidParams('The calls are for another network')
  const unknown = Object.entries(capabilities).filter(([name, value]) => !isOptional(name, value))
  if (unknown.length > 0) throw new RpcFailure(5700, 'The wallet lacks a capability that is not optional')
  const { type, address } = await accountFor(context, network, from)
  const calls = given.map(({ to, value, data }) => ({ to, value, data }))
  if (type === 'smartAccount') return prepareCalls(context, { network, method, calls, answer: 'bundle' })
  const [only] = calls
  if (!only || calls.length > 1)
    throw new RpcFailure(5760, 'This account cannot execute several calls together')
  const transaction = { network, method: 'eth_sendTransaction', params: [{ from: address, ...only }] }
  const prepared = await sendTransaction(context, transaction)
  return {
    ...prepared,
    async finish(signed, last) {
      const outcome = await prepared.finish(signed, last)
      return { ...outcome, result: { id: outcome.result } }
    },
  }
}

/** ERC-5792: a capability says whether it may be left out. Ours is to pay the fee where somebody does. */
function isOptional(name: string, value: unknown): boolean {
  if (name === 'paymasterService' || name === 'atomic') return true
  return typeof value === 'object' && value !== null && 'optional' in value && value.optional === true
}
