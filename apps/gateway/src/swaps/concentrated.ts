/** Swaps on exchanges of concentrated liquidity: the quoter tries them, and one `multicall` with a deadline makes them. */
import { concatHex, encodeFunctionData, numberToHex, parseAbi } from 'viem'
import { nativeToken } from '../chain/account.js'
import { decodeResult } from '../chain/multicall.js'
import type { ConcentratedExchange } from '../chain/networks.js'
import type { Hex } from '../chain/shapes.js'
import type { SwapOrder, Way } from './ways.js'

// The functions write nothing that stays, but are not declared as views: `eth_call` runs them all the same.
const quoterAbi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 sqrtPriceLimitX96; }',
  'function quoteExactInputSingle(Single params) returns (uint256 amountOut, uint160, uint32, uint256)',
  'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256 amountOut, uint160[], uint32[], uint256)',
])

const routerAbi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'struct Several { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInputSingle(Single params) payable returns (uint256)',
  'function exactInput(Several params) payable returns (uint256)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[])',
])

/** How these routers are told to keep what comes out, so that it can be unwrapped. */
const routerItself: Hex = '0x0000000000000000000000000000000000000002'

export function concentratedQuote(
  { quoter }: ConcentratedExchange,
  { path, fees }: Pick<Way, 'path' | 'fees'>,
  amount: bigint,
) {
  const single = singleOf(path, fees)
  const data = single
    ? encodeFunctionData({
        abi: quoterAbi,
        functionName: 'quoteExactInputSingle',
        args: [{ ...single, amountIn: amount, sqrtPriceLimitX96: 0n }],
      })
    : encodeFunctionData({
        abi: quoterAbi,
        functionName: 'quoteExactInput',
        args: [packedPath(path, fees), amount],
      })
  return { to: quoter, data }
}

export function concentratedAmount(answer: Hex | undefined, { fees }: Pick<Way, 'fees'>): bigint | undefined {
  const name = fees.length === 1 ? 'quoteExactInputSingle' : 'quoteExactInput'
  const decoded = decodeResult(quoterAbi, name, answer)
  const first: unknown = Array.isArray(decoded) ? decoded[0] : undefined
  return typeof first === 'bigint' ? first : undefined
}

export function concentratedSwap(order: SwapOrder): Hex {
  const { to, amount, least, user, deadline, way } = order
  const isUnwrapped = to === nativeToken
  const bounds = {
    recipient: isUnwrapped ? routerItself : user,
    amountIn: amount,
    amountOutMinimum: least,
  }
  const single = singleOf(way.path, way.fees)
  const swap = single
    ? encodeFunctionData({
        abi: routerAbi,
        functionName: 'exactInputSingle',
        args: [{ ...single, ...bounds, sqrtPriceLimitX96: 0n }],
      })
    : encodeFunctionData({
        abi: routerAbi,
        functionName: 'exactInput',
        args: [{ path: packedPath(way.path, way.fees), ...bounds }],
      })
  const unwrap = encodeFunctionData({ abi: routerAbi, functionName: 'unwrapWETH9', args: [least, user] })
  const calls = isUnwrapped ? [swap, unwrap] : [swap]
  return encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args: [deadline, calls] })
}

function singleOf([tokenIn, tokenOut]: readonly Hex[], fees: readonly number[]) {
  const [fee] = fees
  return fees.length === 1 && tokenIn && tokenOut && fee !== undefined
    ? { tokenIn, tokenOut, fee }
    : undefined
}

/** Token, fee, token, fee, token: twenty bytes and three in turn. */
export function packedPath(path: readonly Hex[], fees: readonly number[]): Hex {
  return concatHex(
    path.flatMap((token, index) => {
      const fee = fees[index]
      return fee === undefined ? [token] : [token, numberToHex(fee, { size: 3 })]
    }),
  )
}
