/** What the chain says of an account that is about to swap: balances, allowances, and what calls would do. */
import type { Address } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'
import { LatchkeyError } from '@latchkey/spec/errors'
import type { AdapterHandle, Simulation, TransactionFee } from '../../adapter.js'
import type { KitContext } from '../../context.js'
import { networkOf, type Subject } from '../subject.js'
import type { SwapCall, SwapToken } from './types.js'

type Held = Pick<SwapToken, 'address' | 'isNative'>

export interface SwapChain {
  /** In the order of the tokens. */
  balances(subject: Subject, tokens: readonly Held[], signal: AbortSignal): Promise<readonly bigint[]>
  allowance(subject: Subject, token: Address, spender: Address, signal: AbortSignal): Promise<bigint>
  /** `undefined` where the node cannot try several calls at once. */
  simulate(
    subject: Subject,
    calls: readonly SwapCall[],
    tokens: readonly Address[],
    signal: AbortSignal,
  ): Promise<Simulation | undefined>
  /** What a call costs, limit and price included; `gas` where it cannot be estimated yet. */
  fee(
    subject: Subject,
    call: SwapCall,
    options: { readonly gas?: bigint; readonly signal: AbortSignal },
  ): Promise<Pick<TransactionFee, 'most' | 'fields'>>
}

const view = (name: string, inputs: readonly string[]) => ({
  type: 'function',
  name,
  stateMutability: 'view',
  inputs: inputs.map((type) => ({ type })),
  outputs: [{ type: 'uint256' }],
})
const abi = [view('balanceOf', ['address']), view('allowance', ['address', 'address'])]

export function createSwapChain(context: KitContext): SwapChain {
  function placeOf(subject: Subject): { readonly adapter: AdapterHandle; readonly network: Network } {
    const network = networkOf(context, subject)
    const adapter = network && context.jobs.adapters.get(network.chainNamespace)
    if (!network || !adapter) throw new LatchkeyError('network.not-found', { networkId: subject.networkId })
    return { adapter, network }
  }

  async function read(
    subject: Subject,
    call: { readonly address: Address; readonly functionName: string; readonly args: readonly unknown[] },
    signal: AbortSignal,
  ): Promise<bigint> {
    const { networkId } = subject
    const answer = await context.readContract({ call: { ...call, abi }, networkId, signal })
    if (typeof answer === 'bigint') return answer
    throw new LatchkeyError('rpc.failed', { method: 'eth_call', reason: 'the answer is no number' })
  }

  const chain: SwapChain = {
    async balances(subject, tokens, signal) {
      const contracts = tokens.filter(({ isNative }) => !isNative)
      const addresses = contracts.map(({ address }) => address)
      // All in one question, and the native coin also where the app shows another token as its balance.
      const all = await chain.simulate(subject, [], addresses, signal).catch(() => undefined)
      return Promise.all(
        tokens.map(async (token) => {
          const { address: owner } = subject
          if (all?.isSuccess) {
            const change = token.isNative ? all.native : all.tokens[contracts.indexOf(token)]
            if (change) return change.before
          }
          if (!token.isNative) {
            const { address } = token
            return read(subject, { address, functionName: 'balanceOf', args: [owner] }, signal)
          }
          const { adapter, network } = placeOf(subject)
          if (!adapter.getBalance) throw new LatchkeyError('adapter.not-found')
          return (await adapter.getBalance({ network, address: owner, signal })).value
        }),
      )
    },
    allowance: (subject, token, spender, signal) =>
      read(subject, { address: token, functionName: 'allowance', args: [subject.address, spender] }, signal),
    async simulate(subject, calls, tokens, signal) {
      const { adapter, network } = placeOf(subject)
      const transactions = calls.map((call) => ({ ...call }))
      return adapter.simulate?.({
        network,
        address: subject.address,
        calls: transactions,
        tokens,
        signal,
      })
    },
    async fee(subject, call, { gas, signal }) {
      const { adapter, network } = placeOf(subject)
      if (!adapter.getFee) throw new LatchkeyError('adapter.not-found')
      const { address } = subject
      return adapter.getFee({
        network,
        address,
        transaction: { ...call },
        signal,
        ...(gas === undefined ? {} : { gas }),
      })
    },
  }
  return chain
}
