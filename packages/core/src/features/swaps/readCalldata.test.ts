/** What calldata says is read word by word; anything but the swap that was asked for is refused. */
import { accountId, asAddress } from '@latchkey/spec/caip'
import { encodeFunctionData, erc20Abi, parseAbi, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import type { BuiltSwap } from './exchange.js'
import { nativeAddress } from './nativeAddress.js'
import { approvalData, checkUnread, readApproval, readSwap } from './readCalldata.js'
import type { Hex, SwapQuestion, SwapToken } from './types.js'

const abi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function deposit() payable',
  'function withdraw(uint256 value)',
])

const at = (digit: string): Hex => `0x${digit.repeat(40)}`
const [user, router, wrapped, usdc, dai, thief] = ['a', 'b', 'c', '1', '2', 'f'].map(at) as [
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
] // six in, six out
const now = 1_000_000_000_000
const deadline = BigInt(now / 1000 + 1200)
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
const question = (from: string, to: string): SwapQuestion => ({
  networkId: 'eip155:1',
  address: asAddress(user),
  from: token(from),
  to: token(to),
  amount,
})
const built = (data: Hex, to: string = router): BuiltSwap => ({ to, data, amountOut: 1000n, gas: undefined })
const read = (data: Hex, from: string, to: string, target?: string) =>
  readSwap(built(data, target), question(from, to), now)
const refusal = expect.objectContaining({ problem: expect.objectContaining({ code: 'wrong-transaction' }) })

const tokenNames = [
  'swapExactTokensForTokens',
  'swapExactTokensForTokensSupportingFeeOnTransferTokens',
] as const
const nativeNames = ['swapExactETHForTokens', 'swapExactETHForTokensSupportingFeeOnTransferTokens'] as const
const toNativeNames = ['swapExactTokensForETH', 'swapExactTokensForETHSupportingFeeOnTransferTokens'] as const

interface Said {
  readonly amountIn?: bigint
  readonly path?: readonly Hex[]
  readonly recipient?: Hex
  readonly until?: bigint
}
const tokensFor = (
  functionName: (typeof tokenNames)[number] | (typeof toNativeNames)[number],
  said: Said = {},
) => {
  const { amountIn = amount, path = [usdc, wrapped, dai], recipient = user, until = deadline } = said
  return encodeFunctionData({ abi, functionName, args: [amountIn, least, path, recipient, until] })
}
const nativeFor = (functionName: (typeof nativeNames)[number], said: Said = {}) => {
  const { path = [wrapped, dai], recipient = user, until = deadline } = said
  return encodeFunctionData({ abi, functionName, args: [least, path, recipient, until] })
}

describe('the minimum that an exchange is held to', () => {
  test('[D-16] is read from every function that swaps an exact amount', () => {
    const held = { kind: 'held', minimum: least }
    for (const name of tokenNames) expect(read(tokensFor(name), usdc, dai)).toEqual(held)
    for (const name of nativeNames) expect(read(nativeFor(name), nativeAddress, dai)).toEqual(held)
    for (const name of toNativeNames) {
      expect(read(tokensFor(name, { path: [usdc, wrapped] }), usdc, nativeAddress)).toEqual(held)
    }
  })

  test('[D-16] is the amount itself where a coin is wrapped or unwrapped', () => {
    const held = { kind: 'held', minimum: amount }
    const deposit = encodeFunctionData({ abi, functionName: 'deposit' })
    const withdraw = encodeFunctionData({ abi, functionName: 'withdraw', args: [amount] })
    expect(read(deposit, nativeAddress, wrapped, wrapped)).toEqual(held)
    expect(read(withdraw, wrapped, nativeAddress, wrapped)).toEqual(held)
    expect(() => read(deposit, nativeAddress, wrapped, router)).toThrow(refusal)
    expect(() => read(withdraw, wrapped, nativeAddress, router)).toThrow(refusal)
    expect(() => read(deposit, usdc, wrapped, wrapped)).toThrow(refusal)
  })

  test('[D-16] is unknown for calldata that cannot be read', () => {
    expect(read('0x12345678', usdc, dai)).toEqual({ kind: 'unknown' })
    expect(read('0x', usdc, dai)).toEqual({ kind: 'unknown' })
  })
})

describe('calldata that is not the swap that was shown', () => {
  const [name] = tokenNames
  test.each([
    ['pays somebody else', tokensFor(name, { recipient: thief })],
    ['takes more', tokensFor(name, { amountIn: amount + 1n })],
    ['takes less', tokensFor(name, { amountIn: amount - 1n })],
    ['starts from another token', tokensFor(name, { path: [thief, dai] })],
    ['ends in another token', tokensFor(name, { path: [usdc, thief] })],
    ['leads nowhere', tokensFor(name, { path: [usdc] })],
    ['goes a long way round', tokensFor(name, { path: [usdc, ...Array<Hex>(8).fill(wrapped), dai] })],
    ['is too late', tokensFor(name, { until: BigInt(now / 1000) })],
    ['is of another kind', nativeFor('swapExactETHForTokens')],
    ['is cut short', tokensFor(name).slice(0, -2) as Hex],
    ['says more than it should', `${tokensFor(name)}${'0'.repeat(64)}` as Hex],
  ])('[D-16] is refused: it %s', (_, data) => {
    expect(() => read(data, usdc, dai)).toThrow(refusal)
  })

  test('[D-16] is refused when it calls one of the tokens', () => {
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [thief, amount] })
    expect(() => read(transfer, usdc, dai, usdc)).toThrow(refusal)
    expect(() => read(tokensFor(name), usdc, dai, dai)).toThrow(refusal)
  })
})

describe('calldata that cannot be read', () => {
  test.each([
    'approve(address,uint256)',
    'increaseAllowance(address,uint256)',
    'transfer(address,uint256)',
    'transferFrom(address,address,uint256)',
    'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
    'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
    'setApprovalForAll(address,bool)',
  ])('[D-16] is refused whomever it calls when it is %s', (signature) => {
    const data = `${toFunctionSelector(signature)}${'0'.repeat(128)}` as const
    expect(() => checkUnread(built(data, thief), [])).toThrow(refusal)
  })

  test('[D-16] is refused when it calls any token that is listed, however that is written', () => {
    const listed = [token(usdc), token(dai), token(wrapped)]
    const shouted = `0x${'C'.repeat(40)}`
    expect(() => checkUnread(built('0x12345678', shouted), listed)).toThrow(refusal)
    expect(() => checkUnread(built('0x12345678', router), listed)).not.toThrow()
  })
})

describe('approvals', () => {
  test('[D-16] are written and read for exactly one amount', () => {
    for (const value of [0n, 1n, amount, 2n ** 256n - 1n]) {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, value] })
      expect(approvalData(router, value)).toBe(data)
      expect(readApproval(data)).toEqual({ spender: router, amount: value })
    }
  })

  test('[D-16] that cannot be read are refused', () => {
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [router, 1n] })
    expect(() => readApproval(transfer)).toThrow(refusal)
    expect(() => readApproval(`${approvalData(router, 1n)}00`)).toThrow(refusal)
    expect(() => readApproval('0x')).toThrow(refusal)
    // An address with something before it is not that address to every token.
    const dirty = approvalData(router, 1n).replace('0000bbbb', '0001bbbb')
    expect(() => readApproval(dirty)).toThrow(refusal)
  })
})
