/** Calldata of concentrated exchanges is read word by word; anything but the swap that was asked for is refused. */
import { accountId, asAddress } from '@latchkey/spec/caip'
import { concatHex, encodeFunctionData, numberToHex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { nativeAddress } from './nativeAddress.js'
import { readSwap } from './readCalldata.js'
import type { Hex, SwapQuestion, SwapToken } from './types.js'

const abi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'struct Several { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInputSingle(Single params) payable',
  'function exactInput(Several params) payable',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function multicall(uint256 deadline, bytes[] data) payable',
])

const at = (digit: string): Hex => `0x${digit.repeat(40)}`
const [user, router, wrapped, usdc, dai, thief] = [at('a'), at('b'), at('c'), at('1'), at('2'), at('f')]
const itself: Hex = `0x${'0'.repeat(39)}2`
const now = 1_000_000_000_000
const until = BigInt(now / 1000 + 1200)
const amount = 10n ** 18n
const least = 990n

const token = (address: string): SwapToken => ({
  id: accountId({ networkId: 'eip155:1', address }),
  address: asAddress(address),
  name: 'Token',
  symbol: 'T',
  decimals: 18,
  iconUrl: undefined,
  isNative: address === nativeAddress,
})
const read = (data: Hex, from: string, to: string, target: Hex = router) => {
  const question: SwapQuestion = {
    networkId: 'eip155:1',
    address: asAddress(user),
    from: token(from),
    to: token(to),
    amount,
  }
  return readSwap({ to: target, data, amountOut: 1000n, gas: undefined }, question, now)
}
const refusal = expect.objectContaining({ problem: expect.objectContaining({ code: 'wrong-transaction' }) })
const held = { kind: 'held', minimum: least }

interface Said {
  readonly from?: Hex
  readonly to?: Hex
  readonly recipient?: Hex
  readonly amountIn?: bigint
  readonly minimum?: bigint
}
const single = ({ from = usdc, to = dai, recipient = user, amountIn = amount, minimum = least }: Said = {}) =>
  encodeFunctionData({
    abi,
    functionName: 'exactInputSingle',
    args: [
      {
        tokenIn: from,
        tokenOut: to,
        fee: 500,
        recipient,
        amountIn,
        amountOutMinimum: minimum,
        sqrtPriceLimitX96: 0n,
      },
    ],
  })
const several = (path: readonly Hex[], recipient: Hex = user) =>
  encodeFunctionData({
    abi,
    functionName: 'exactInput',
    args: [
      {
        path: concatHex(
          path.flatMap((each, index) => (index === 0 ? [each] : [numberToHex(500, { size: 3 }), each])),
        ),
        recipient,
        amountIn: amount,
        amountOutMinimum: least,
      },
    ],
  })
const unwrap = (minimum = least, recipient: Hex = user) =>
  encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [minimum, recipient] })
const calls = (data: readonly Hex[], deadline = until) =>
  encodeFunctionData({ abi, functionName: 'multicall', args: [deadline, data] })

describe('the minimum of a swap in ranges', () => {
  test('[D-16] is read over one pool and over several', () => {
    expect(read(calls([single()]), usdc, dai)).toEqual(held)
    expect(read(calls([several([usdc, wrapped, dai])]), usdc, dai)).toEqual(held)
  })

  test('[D-16] is read where the coin goes in or comes out', () => {
    expect(read(calls([single({ from: wrapped })]), nativeAddress, dai)).toEqual(held)
    const out = single({ to: wrapped, recipient: itself })
    expect(read(calls([out, unwrap()]), usdc, nativeAddress)).toEqual(held)
    const all = several([usdc, dai, wrapped], itself)
    expect(read(calls([all, unwrap()]), usdc, nativeAddress)).toEqual(held)
  })

  test('[D-16] is the higher of the two that a swap to the coin is held to', () => {
    const out = single({ to: wrapped, recipient: itself })
    expect(read(calls([out, unwrap(995n)]), usdc, nativeAddress)).toMatchObject({ minimum: 995n })
    expect(read(calls([out, unwrap(0n)]), usdc, nativeAddress)).toEqual(held)
  })
})

describe('calldata in ranges that is not the swap that was shown', () => {
  const toCoin = single({ to: wrapped, recipient: itself })
  test.each([
    ['pays somebody else', calls([single({ recipient: thief })])],
    ['leaves the tokens with the router', calls([single({ recipient: itself })])],
    ['takes more', calls([single({ amountIn: amount + 1n })])],
    ['takes what lies there', calls([single({ amountIn: 0n })])],
    ['starts from another token', calls([single({ from: thief })])],
    ['ends in another token', calls([single({ to: thief })])],
    ['ends in another token after several', calls([several([usdc, wrapped, thief])])],
    ['leads nowhere', calls([several([usdc])])],
    ['goes a long way round', calls([several([usdc, ...Array<Hex>(8).fill(wrapped), dai])])],
    ['is too late', calls([single()], BigInt(now / 1000))],
    ['does something else too', calls([single(), unwrap(0n, thief)])],
    ['does three things', calls([single(), unwrap(), unwrap()])],
    ['does nothing', calls([])],
    ['only unwraps', calls([unwrap()])],
    ['is cut short', calls([single()]).slice(0, -64) as Hex],
    ['says more than it should', `${calls([single()])}${'0'.repeat(64)}` as Hex],
  ])('[D-16] is refused: it %s', (_, data) => {
    expect(() => read(data, usdc, dai)).toThrow(refusal)
  })

  test.each([
    ['unwraps for somebody else', calls([toCoin, unwrap(least, thief)])],
    ['unwraps nothing', calls([toCoin])],
    ['pays the tokens to somebody else', calls([single({ to: wrapped, recipient: thief }), unwrap()])],
  ])('[D-16] is refused where the coin comes out: it %s', (_, data) => {
    expect(() => read(data, usdc, nativeAddress)).toThrow(refusal)
  })

  test('[D-16] is refused when it calls one of the tokens', () => {
    expect(() => read(calls([single()]), usdc, dai, usdc)).toThrow(refusal)
  })
})
