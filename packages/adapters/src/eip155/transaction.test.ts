/** Transactions followed on a real local chain: included, reverted, replaced, cancelled, dropped, taken back. */
import type { FollowedTransaction, Kit } from '@latchkey/core'
import { type Evm, startEvm } from '@latchkey/local'
import { limits, minutes } from '@latchkey/spec/limits'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestWorld, testNetwork } from './testWorld.js'

vi.setConfig({ testTimeout: 30_000 })

const networkId = 'eip155:31337'
let evm: Evm
beforeAll(async () => {
  evm = await startEvm()
}, 60_000)
afterAll(() => evm.close())

const kits: Kit[] = []
afterEach(async () => {
  for (const kit of kits.splice(0)) kit.destroy()
  await evm.request('evm_setAutomine', [true])
  await evm.request('hardhat_mine', ['0x1'])
})

/** A kit with a wallet on a chain that includes nothing by itself. */
async function quietWorld({ isDown = (): boolean => false, isWalletDown = (): boolean => false } = {}) {
  const sent: string[] = []
  const nodes = { busy: 0 }
  const counted: typeof fetch = (...input) => {
    nodes.busy += 1
    return fetch(...input).finally(() => {
      nodes.busy -= 1
    })
  }
  const world = await createTestWorld({
    networks: [testNetwork(31337, evm.url)],
    async fetch(...input) {
      if (isDown()) throw new TypeError('fetch failed')
      return counted(...input)
    },
    wallet: {
      chains: [{ id: 31337, rpcUrl: evm.url }],
      async fetch(url, init) {
        if (isWalletDown()) throw new TypeError('fetch failed')
        const [raw] = String(init?.body).match(/0x02[0-9a-f]{100,}/) ?? []
        if (raw) sent.push(raw)
        return counted(url, init)
      },
    },
  })
  kits.push(world.kit)
  await world.kit.connect({ connectorId: 'dev.latchkey.lab' })
  await evm.request('evm_setAutomine', [false])
  const [from = '', to = ''] = world.wallet.addresses
  const centre = await world.kit.transactions()
  const entry = () => {
    const [first] = centre.store.get().entries
    if (!first) throw new Error('nothing is followed')
    return first
  }
  /** Lets the kit's clock run, and real answers come, until the newest transaction is as the test wants it. */
  async function becomes(isTrue: (entry: FollowedTransaction) => boolean) {
    while (!isTrue(entry())) {
      // A second of the kit's is no second of the node's: nobody is timed out who only had no turn.
      if (nodes.busy === 0) await world.clock.advanceAsync(limits.httpRetryDelay)
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  return { ...world, from, to, centre, entry, becomes, sent }
}

const mine = (blocks = 1) => evm.request('hardhat_mine', [`0x${blocks.toString(16)}`])
const fees = (gwei: number) => ({
  maxFeePerGas: `0x${(gwei * 1e9).toString(16)}`,
  maxPriorityFeePerGas: `0x${(gwei * 1e9).toString(16)}`,
})

test('[S9-12] one that waits is pending, and confirmed with the block that takes it', async () => {
  const world = await quietWorld()
  const hash = await world.kit.sendTransaction({ transaction: { to: world.to, value: 1n } })
  await world.becomes(({ trace }) => trace !== undefined)
  expect(world.entry()).toMatchObject({ hash, status: 'pending', confirmations: 0, networkId })
  await world.clock.advanceAsync(minutes(1))
  expect(world.entry().status).toBe('pending')
  await mine()
  await world.becomes(({ status }) => status !== 'pending')
  expect(world.entry()).toMatchObject({ status: 'confirmed', isFollowed: true })
  await mine(limits.transactionDepth)
  await world.becomes(({ isFollowed }) => !isFollowed)
  expect(world.entry().status).toBe('confirmed')
})

test('[S9-12] one that reverts has failed', async () => {
  const world = await quietWorld()
  const reverts = '0x60006000fd'
  await world.kit.sendTransaction({ transaction: { data: reverts, gas: 100_000n } })
  await mine()
  await world.becomes(({ status }) => status !== 'pending')
  expect(world.entry()).toMatchObject({ status: 'failed', error: 'reverted' })
})

test('[S9-12] one that the wallet sped up is replaced by its twin, however late anybody looks', async () => {
  const world = await quietWorld()
  const send = (fee: number, nonce?: string) =>
    world.wallet.provider.request({
      method: 'eth_sendTransaction',
      params: [{ from: world.from, to: world.to, value: '0x5', ...fees(fee), ...(nonce ? { nonce } : {}) }],
    })
  await world.kit.sendTransaction({ transaction: { to: world.to, value: 5n, ...fees(10) } })
  await world.becomes(({ trace }) => trace !== undefined)
  const nonce = `0x${Number(world.entry().trace?.split(' ')[1]).toString(16)}`
  const twin = await send(30, nonce)
  // One by one: the many blocks of one `hardhat_mine` have no state that could be searched.
  for (let n = 0; n < 60; n += 1) await mine()
  await world.becomes(({ status }) => status !== 'pending')
  expect(world.entry()).toMatchObject({ status: 'replaced', replacement: 'sped-up', replacedBy: twin })
  // So many blocks later nobody asks any more.
  expect(world.entry().isFollowed).toBe(false)
})

test('[S9-12] one that was sped up and reverts has failed, like its twin', async () => {
  const world = await quietWorld()
  const reverts = { data: '0x60006000fd', gas: '0x186a0' } as const
  await world.kit.sendTransaction({ transaction: { ...reverts, ...fees(10) } })
  await world.becomes(({ trace }) => trace !== undefined)
  const nonce = `0x${Number(world.entry().trace?.split(' ')[1]).toString(16)}`
  const twin = await world.wallet.provider.request({
    method: 'eth_sendTransaction',
    params: [{ from: world.from, ...reverts, nonce, ...fees(30) }],
  })
  await mine()
  await world.becomes(({ status }) => status !== 'pending')
  expect(world.entry()).toMatchObject({ status: 'failed', error: 'reverted', replacedBy: twin })
})

test.each([
  ['cancelled', (from: string) => from, '0x0'],
  ['other', (_: string, to: string) => to, '0x7'],
] as const)('[S9-12] a nonce used for something else is told apart: %s', async (how, target, value) => {
  const world = await quietWorld()
  await world.kit.sendTransaction({ transaction: { to: world.to, value: 5n, ...fees(10) } })
  await world.becomes(({ trace }) => trace !== undefined)
  const nonce = `0x${Number(world.entry().trace?.split(' ')[1]).toString(16)}`
  const to = target(world.from, world.to)
  const by = await world.wallet.provider.request({
    method: 'eth_sendTransaction',
    params: [{ from: world.from, to, value, nonce, ...fees(30) }],
  })
  await mine()
  await world.becomes(({ status }) => status !== 'pending')
  expect(world.entry()).toMatchObject({ status: 'replaced', replacement: how, replacedBy: by })
})

test('[D-10] one that the pool forgot is dropped when the chain has gone on without it, not before; and may come back', async () => {
  const world = await quietWorld()
  const hash = await world.kit.sendTransaction({ transaction: { to: world.to, value: 1n } })
  await world.becomes(({ trace }) => trace !== undefined)
  await evm.request('hardhat_dropTransaction', [hash])
  await world.becomes(({ doubt }) => (doubt?.answers ?? 0) >= limits.transactionMissing.answers)
  await world.clock.advanceAsync(limits.transactionMissing.time * 2)
  expect(world.entry().status).toBe('pending')
  await mine(limits.transactionMissing.blocks)
  await world.becomes(({ status }) => status !== 'pending')
  expect(world.entry()).toMatchObject({ status: 'dropped', error: 'unknown', isFollowed: true })
  await evm.request('eth_sendRawTransaction', [world.sent.at(-1)])
  await mine()
  await world.becomes(({ status }) => status !== 'dropped')
  expect(world.entry()).toMatchObject({ status: 'confirmed' })
})

test('[S9-12] one whose block was taken back is pending again, until another block takes it', async () => {
  const world = await quietWorld()
  const before = await evm.request('evm_snapshot')
  await world.kit.sendTransaction({ transaction: { to: world.to, value: 1n } })
  await mine()
  await world.becomes(({ status }) => status === 'confirmed')
  await evm.request('evm_revert', [before])
  await mine(3)
  await world.becomes(({ status }) => status === 'pending')
  await evm.request('eth_sendRawTransaction', [world.sent.at(-1)])
  await mine(2)
  await world.becomes(({ status }) => status === 'confirmed')
})

test('[D-10] while the nodes of the page and of the wallet are down nothing is said, and it goes on when they are back', async () => {
  let isDown = false
  let isWalletDown = false
  const world = await quietWorld({ isDown: () => isDown, isWalletDown: () => isWalletDown })
  isDown = true
  await world.kit.sendTransaction({ transaction: { to: world.to, value: 1n } })
  isWalletDown = true
  await mine()
  await world.clock.advanceAsync(minutes(30))
  expect(world.entry().status).toBe('pending')
  isDown = false
  await world.becomes(({ status }) => status === 'confirmed')
})

test('[D-10] while the nodes of the page are down, that of the wallet tells what became of it', async () => {
  let isDown = false
  const world = await quietWorld({ isDown: () => isDown })
  isDown = true
  await world.kit.sendTransaction({ transaction: { to: world.to, value: 1n } })
  await mine()
  await world.becomes(({ status }) => status === 'confirmed')
})
