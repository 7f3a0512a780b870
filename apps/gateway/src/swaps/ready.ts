/** Whether a swap works now: what a node says it costs, and whether money and allowance are there. */
import { encodeFunctionData, parseAbi } from 'viem'
import { nativeToken } from '../chain/account.js'
import type { Chain } from '../chain/chain.js'
import { decodeResult, readMany } from '../chain/multicall.js'
import type { Hex } from '../chain/shapes.js'
import { refuse } from '../http/refusal.js'
import { RpcError } from '../rpc/errors.js'
import type { CallOptions } from '../rpc/rpc.js'
import type { ProviderQuestion } from './provider.js'

export const erc20 = parseAbi([
  'function approve(address spender, uint256 value)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function balanceOf(address) view returns (uint256)',
])

/** A tenth more than what the node found, rounded up; a guess where the user cannot do it yet. */
export async function gasOf(
  chain: Chain,
  call: { to: Hex; data: Hex; from: Hex; value: bigint },
  guess: bigint,
  options: CallOptions,
  isReady: () => Promise<boolean> = async () => false,
): Promise<bigint> {
  try {
    const gas = await chain.estimateGas(call, options)
    return (gas * 11n + 9n) / 10n
  } catch (cause) {
    if (!(cause instanceof RpcError)) throw cause
    // Money and allowance are there, and it fails all the same: it would cost gas and give nothing.
    if (await isReady())
      throw refuse('parameter', 'The swap would fail: the price moves more than the slippage allows')
    return guess
  }
}

export async function canPay(
  chain: Chain,
  { from, amount, user }: ProviderQuestion & { readonly user: Hex },
  router: Hex,
  options: CallOptions,
): Promise<boolean> {
  if (from === nativeToken) return (await chain.balance(user, 'latest', options)) > amount
  const [held, allowed] = await Promise.all([
    heldOf(chain, from, user, options),
    allowanceOf(chain, from, user, router, options),
  ])
  return held !== undefined && held >= amount && allowed >= amount
}

/** Undefined where the address is no token. */
export function heldOf(
  chain: Chain,
  token: Hex,
  user: Hex,
  options: CallOptions,
): Promise<bigint | undefined> {
  const data = encodeFunctionData({ abi: erc20, functionName: 'balanceOf', args: [user] })
  return readNumber(chain, token, data, options)
}

/** How much each of several routers may take, in their order. */
export async function allowancesOf(
  chain: Chain,
  token: Hex,
  user: Hex,
  routers: readonly Hex[],
  options: CallOptions & { readonly multicall: Hex | undefined },
): Promise<bigint[]> {
  const reads = routers.map((router) => ({
    to: token,
    data: encodeFunctionData({ abi: erc20, functionName: 'allowance', args: [user, router] }),
  }))
  const answers = await readMany(chain, reads, options)
  return answers.map((answer) => {
    const allowed = decodeResult(erc20, 'allowance', answer)
    if (typeof allowed !== 'bigint') throw refuse('address', 'This address is no token')
    return allowed
  })
}

export async function allowanceOf(
  chain: Chain,
  token: Hex,
  user: Hex,
  router: Hex,
  options: CallOptions,
): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20, functionName: 'allowance', args: [user, router] })
  const allowed = await readNumber(chain, token, data, options)
  if (allowed === undefined) throw refuse('address', 'This address is no token')
  return allowed
}

/** Undefined where the contract answers anything but one number. */
async function readNumber(
  chain: Chain,
  to: Hex,
  data: Hex,
  options: CallOptions,
): Promise<bigint | undefined> {
  try {
    const answer = decodeResult(erc20, 'balanceOf', await chain.call({ to, data }, options))
    return typeof answer === 'bigint' ? answer : undefined
  } catch (cause) {
    if (cause instanceof RpcError) return undefined
    throw cause
  }
}
