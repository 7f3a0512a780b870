/** Trials of calls on a real local chain: what they would change, and nothing changed. */

import { createFakeClock } from '@latchkey/core/testing'
import { addresses, type Evm, localAccounts, startEvm, tokens } from '@latchkey/local'
import { asAddress } from '@latchkey/spec/caip'
import { encodeFunctionData, erc20Abi, maxUint256, parseAbi, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReads, type Reads } from './reads.js'
import { testNetwork } from './testWorld.js'

let evm: Evm
let reads: Reads
const [person, other] = localAccounts().people.map(({ address }) => asAddress(address))
if (!person || !other) throw new Error('the local chain has people')
const { signal } = new AbortController()
const [usdc, weth, usdt] = [addresses.usdc, addresses.weth, addresses.usdt].map((each) => asAddress(each))
if (!usdc || !weth || !usdt) throw new Error('the local chain has tokens')

beforeAll(async () => {
  evm = await startEvm()
  reads = createReads({
    options: {},
    networks: [],
    clock: createFakeClock(),
    fetch: globalThis.fetch,
    rpcUrls: () => [evm.url],
  } as never) // what reads need of a context
}, 60_000)
afterAll(async () => {
  reads.stop()
  await evm.close()
})

const network = () => testNetwork(31337, evm.url)
const trial = (calls: readonly object[], watched = [usdc, weth]) =>
  reads.simulate({
    network: network(),
    address: person,
    signal,
    calls: calls as readonly Record<string, unknown>[],
    tokens: watched,
  })

const routerAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])
const amount = parseUnits('100', tokens.usdc.decimals)
const approve = (token: string, value: bigint) => ({
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [addresses.router, value] }),
})
const swap = (functionName: 'swapExactTokensForTokens' | 'swapExactTokensForETH', minimum = 0n) => ({
  to: addresses.router,
  data: encodeFunctionData({
    abi: routerAbi,
    functionName,
    args: [amount, minimum, [addresses.usdc, addresses.weth], person as `0x${string}`, maxUint256],
  }),
})
const spent = (change: { before: bigint; after: bigint } | undefined) =>
  change ? change.before - change.after : undefined

test('[D-16] an approval and the swap that needs it are tried together, and what arrives is measured', async () => {
  const answer = await trial([approve(addresses.usdc, amount), swap('swapExactTokensForTokens')])
  if (!answer?.isSuccess) throw new Error(`it would fail: ${JSON.stringify(answer)}`)
  expect(spent(answer.tokens[0])).toBe(amount)
  expect(-(spent(answer.tokens[1]) ?? 0n)).toBeGreaterThan(parseEther('0.033'))
  expect(spent(answer.native)).toBe(0n)
  // Nothing happened: no allowance is left behind, and the next trial starts from the same balances.
  const again = await trial([])
  expect(again).toMatchObject({ isSuccess: true, tokens: [{ before: answer.tokens[0]?.before }, {}] })
})

test('[D-16] native coins that come back in the middle are counted', async () => {
  const answer = await trial([approve(addresses.usdc, amount), swap('swapExactTokensForETH')])
  if (!answer?.isSuccess) throw new Error('it would fail')
  expect(-(spent(answer.native) ?? 0n)).toBeGreaterThan(parseEther('0.033'))
})

test('[D-16] the call that would fail is named, with the words of its contract', async () => {
  expect(await trial([swap('swapExactTokensForTokens')])).toMatchObject({ isSuccess: false, failedAt: 0 })
  const tooMuch = await trial([
    approve(addresses.usdc, amount),
    swap('swapExactTokensForTokens', parseEther('1')),
  ])
  expect(tooMuch).toMatchObject({ isSuccess: false, failedAt: 1 })
  const silent = await trial([approve(addresses.usdt, 1n), approve(addresses.usdt, 2n)], [usdt])
  expect(silent).toEqual({ isSuccess: false, failedAt: 1, reason: 'reset the allowance to zero first' })
})

test('[D-16] value is sent, and more than there is fails', async () => {
  const sent = await trial([{ to: other, value: 5n }], [])
  expect(sent).toMatchObject({ isSuccess: true })
  if (sent?.isSuccess) expect(spent(sent.native)).toBe(5n)
  expect(await trial([{ to: other, value: parseEther('1000000') }], [])).toEqual({
    isSuccess: false,
    failedAt: 0,
    reason: undefined,
  })
})

test('an address that is no token gives no measure', async () => {
  const refusing = asAddress(addresses.pairFactory)
  await expect(trial([], [refusing])).rejects.toMatchObject({ code: 'rpc.failed' })
})

test('a node that lends no programs is not mistaken for a success', async () => {
  const plain = createReads({
    options: {},
    networks: [],
    clock: createFakeClock(),
    fetch: async (_: string, { body }: { body: string }) =>
      new Response(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(body).id, result: '0x' })),
    rpcUrls: () => ['https://node.test'],
  } as never) // what reads need of a context
  const answer = plain.simulate({ network: network(), address: person, signal, calls: [], tokens: [] })
  await expect(answer).resolves.toBeUndefined()
  plain.stop()
})
