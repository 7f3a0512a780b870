/** Numbers that would end or stop the chain are refused before it sees them, and ordinary ones go through. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withBounds } from './bounds.js'
import type { ChainAnswer } from './chain.js'
import { type Evm, startEvm } from './startEvm.js'

/** A chain at block 100 that writes down what reaches it; the real one would not survive some of these. */
function recorder() {
  const calls: [string, unknown][] = []
  const chain = withBounds({
    async handle(method, params): Promise<ChainAnswer> {
      if (method === 'eth_blockNumber') return { result: '0x64' }
      calls.push([method, params])
      return { result: true }
    },
  })
  return { calls, ask: (method: string, ...params: unknown[]) => chain.handle(method, params) }
}

const highest = `0x${'f'.repeat(16)}`

test.each([
  ['evm_increaseTime', highest],
  ['evm_increaseTime', 1e19],
  ['evm_increaseTime', '18446744073709551615'],
  ['evm_increaseTime', `0x${'0'.repeat(300)}1`],
  ['evm_setNextBlockTimestamp', highest],
  ['evm_mine', highest],
  ['evm_setIntervalMining', 1e18],
  ['evm_setIntervalMining', [1, 1e18]],
  ['evm_setBlockGasLimit', highest],
  ['hardhat_mine', highest],
  ['hardhat_mine', '0x1', highest],
  ['hardhat_setNonce', `0x${'ab'.repeat(20)}`, highest],
  ['hardhat_setNextBlockBaseFeePerGas', `0x${'f'.repeat(32)}`],
  ['eth_getLogs', { fromBlock: '0x0', toBlock: highest }],
  ['eth_getLogs', { fromBlock: highest }],
  ['eth_newFilter', { toBlock: highest }],
])('%s with %j never reaches the chain', async (method, ...params) => {
  const { calls, ask } = recorder()
  expect(await ask(method, ...params)).toMatchObject({ error: { code: -32602 } })
  expect(calls).toEqual([])
})

test.each([
  ['evm_increaseTime', 86_400],
  ['evm_increaseTime', '0x15180'],
  ['evm_setNextBlockTimestamp', 1_900_000_000],
  ['evm_mine'],
  ['evm_setIntervalMining', 0],
  ['evm_setIntervalMining', [1000, 5000]],
  ['hardhat_mine', '0x3e8', '0x3c'],
  ['hardhat_setNonce', `0x${'ff'.repeat(20)}`, '0x9'],
  ['hardhat_setBalance', `0x${'ff'.repeat(20)}`, `0x${'f'.repeat(64)}`],
  ['eth_getLogs', { fromBlock: '0x0', toBlock: 'latest' }],
  ['eth_getLogs', { fromBlock: '0x1', toBlock: '0x64' }],
  ['eth_getLogs', { blockHash: `0x${'11'.repeat(32)}` }],
  ['eth_getLogs', 'nonsense'],
  ['constructor', highest],
])('%s with %j reaches it as it is', async (method, ...params) => {
  const { calls, ask } = recorder()
  expect(await ask(method, ...params)).toEqual({ result: true })
  expect(calls).toEqual([[method, params]])
})

test.each(['eth_getLogs', 'eth_newFilter'])('%s ends at the newest block, if not before', async (method) => {
  const { calls, ask } = recorder()
  await ask(method, { address: '0x1', fromBlock: '0x1', toBlock: '0x65' })
  expect(calls).toEqual([[method, [{ address: '0x1', fromBlock: '0x1' }]]])
})

test('a subscription has no range', async () => {
  const { calls, ask } = recorder()
  await ask('eth_subscribe', 'logs', { address: '0x1', fromBlock: '0x0', toBlock: highest })
  expect(calls).toEqual([['eth_subscribe', ['logs', { address: '0x1' }]]])
})

test('a range of millions of blocks is refused, however the chain came by them', async () => {
  const long = withBounds({
    handle: async (method) => ({ result: method === 'eth_blockNumber' ? '0x1000000' : [] }),
  })
  const logs = (fromBlock: string) => long.handle('eth_getLogs', [{ fromBlock, toBlock: 'latest' }])
  expect(await logs('0x0')).toMatchObject({ error: { code: -32602 } })
  expect(await logs('earliest')).toMatchObject({ error: { code: -32602 } })
  expect(await logs('0xffff00')).toEqual({ result: [] })
})

describe('the real chain', () => {
  let evm: Evm
  beforeAll(async () => {
    evm = await startEvm({ seeded: false })
  })
  afterAll(() => evm.close())

  test('goes on after each of them', async () => {
    await expect(evm.request('evm_increaseTime', [highest])).rejects.toThrow('invalid params')
    await expect(evm.request('eth_getLogs', [{ fromBlock: '0x0', toBlock: highest }])).rejects.toThrow(
      'invalid params',
    )
    expect(await evm.request('eth_getLogs', [{ fromBlock: '0x0', toBlock: '0xfffffffff' }])).toEqual([])
    const id = await evm.request('eth_newFilter', [{ toBlock: '0xfffffffff' }])
    expect(await evm.request('eth_subscribe', ['logs', { toBlock: highest }])).toMatch(/^0x/)
    await evm.request('evm_mine')
    expect(await evm.request('eth_getFilterChanges', [id])).toEqual([])
    expect(await evm.request('eth_blockNumber')).toBe('0x1')
  })
})
