/** Swaps on exchanges of constant product: the router quotes, and the functions for tokens with a toll swap. */
import { encodeFunctionData, parseAbi } from 'viem'
import { nativeToken } from '../chain/account.js'
import { decodeResult } from '../chain/multicall.js'
import type { PairExchange } from '../chain/networks.js'
import type { Hex } from '../chain/shapes.js'
import type { SwapOrder } from './ways.js'

const routerAbi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[])',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])

export const pairQuote = ({ router }: PairExchange, path: readonly Hex[], amount: bigint) => ({
  to: router,
  data: encodeFunctionData({ abi: routerAbi, functionName: 'getAmountsOut', args: [amount, path] }),
})

export function pairAmount(answer: Hex | undefined): bigint | undefined {
  const amounts = decodeResult(routerAbi, 'getAmountsOut', answer)
  const last: unknown = Array.isArray(amounts) ? amounts.at(-1) : undefined
  return typeof last === 'bigint' ? last : undefined
}

/** The functions for tokens with a toll: they hold the exchange to what really arrives. */
export function pairSwap({ from, to, amount, least, user, deadline, way: { path } }: SwapOrder): Hex {
  const rest = [least, path, user, deadline] as const
  if (from === nativeToken)
    return encodeFunctionData({
      abi: routerAbi,
      functionName: 'swapExactETHForTokensSupportingFeeOnTransferTokens',
      args: rest,
    })
  return encodeFunctionData({
    abi: routerAbi,
    functionName:
      to === nativeToken
        ? 'swapExactTokensForETHSupportingFeeOnTransferTokens'
        : 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
    args: [amount, ...rest],
  })
}
