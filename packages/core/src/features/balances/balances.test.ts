/** Balances: of the account shown, honest about failure, and gentle with a failing service. */

import { limits } from '@latchkey/spec/limits'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NativeBalance } from '../../adapter.js'
import { contextOf } from '../../context.js'
import { startFeature } from '../../feature.js'
import { selectBalance } from '../../select.js'
import { createFakeAdapter, createFakeWallet, createTestKit, fakeNetwork } from '../../testing/index.js'
import { balances } from '../index.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const two = '0x00000000000000000000000000000000000000A2'
const coins = (value: bigint): NativeBalance => ({ value, decimals: 18, symbol: 'COIN' })
const arrived = (check: () => void) => vi.waitFor(check)

function create(getBalance: (address: string) => Promise<NativeBalance>, testnet?: boolean) {
  const wallet = createFakeWallet()
  const asked: string[] = []
  const adapter = createFakeAdapter({
    wallets: [wallet],
    getBalance: ({ address, network }) => {
      asked.push(`${network.caipNetworkId}:${address}`)
      return getBalance(address)
    },
  })
  const network = fakeNetwork(testnet === undefined ? {} : { testnet })
  const world = createTestKit({ wallets: [wallet], adapters: [adapter], networks: [network] })
  return { ...world, wallet, asked, balance: () => selectBalance(world.kit.store.get()) }
}

test('[S4-04] connecting brings the balance into the state, truncated to 3 decimals', async () => {
  const { kit, balance } = create(async () => coins(1_234_999_999_999_999_999n))
  await kit.connect({ connectorId: 'fake' })
  await arrived(() => expect(balance()).toMatchObject({ status: 'ready', balance: { formatted: '1.234' } }))
  kit.destroy()
})

test('[D-11] another account has another balance; a late answer for the old one is dropped', async () => {
  let release = (_: NativeBalance) => {}
  const { kit, wallet, balance } = create((address) =>
    address === two ? Promise.resolve(coins(2n * 10n ** 18n)) : new Promise((resolve) => (release = resolve)),
  )
  await kit.connect({ connectorId: 'fake' })
  await arrived(() => expect(balance()?.status).toBe('loading'))
  wallet.changeAccounts([two])
  await arrived(() => expect(balance()).toMatchObject({ status: 'ready', balance: { formatted: '2.000' } }))
  release(coins(1n))
  await vi.advanceTimersByTimeAsync(10)
  expect(balance()?.balance?.formatted).toBe('2.000')
  kit.destroy()
})

test('[S2-10] of a network that the page did not ask for no balance is asked, and none is missed', async () => {
  const { kit, wallet, balance, asked } = create(async () => coins(1n))
  await kit.connect({ connectorId: 'fake' })
  await arrived(() => expect(balance()?.status).toBe('ready'))
  const before = asked.length
  wallet.changeNetwork('eip155:777')
  await vi.advanceTimersByTimeAsync(10)
  expect(balance()).toBeUndefined()
  expect(asked).toHaveLength(before)
  expect(kit.store.get().toast.isOpen).toBe(false)
  kit.destroy()
})

test('[S5-20] a test network shows 0.00 and nobody is asked', async () => {
  const { kit, balance, asked } = create(async () => coins(1n), true)
  await kit.connect({ connectorId: 'fake' })
  await arrived(() => expect(balance()).toMatchObject({ status: 'ready', balance: { formatted: '0.00' } }))
  expect(asked).toEqual([])
  kit.destroy()
})

describe('a failure', () => {
  async function failing() {
    let isUp = false
    const world = create(() =>
      isUp ? Promise.resolve(coins(10n ** 18n)) : Promise.reject(new Error('down')),
    )
    await world.kit.connect({ connectorId: 'fake' })
    await arrived(() => expect(world.asked.length).toBeGreaterThan(0))
    // Three retries, at 1, 2 and 4 s (S8-33).
    await world.clock.advanceAsync(7000)
    await arrived(() => expect(world.balance()?.status).toBe('failed'))
    return {
      ...world,
      mend: () => {
        isUp = true
      },
    }
  }

  test('[S4-26] [S8-02] [D-13] shows the toast and is not an empty balance', async () => {
    const { kit, balance } = await failing()
    expect(balance()).toMatchObject({ status: 'failed', balance: undefined })
    expect(kit.store.get().toast).toMatchObject({
      isOpen: true,
      variant: 'error',
      text: 'Token Balance Unavailable',
    })
    kit.destroy()
  })

  test('[S4-26] [S5-08] [S9-01] blocks another try for 30 s', async () => {
    const { kit, clock, balance, asked, mend } = await failing()
    const feature = await startFeature(contextOf(kit), balances)
    const before = asked.length
    mend()
    clock.advance(limits.tokenBalanceRetryWait - 1)
    await feature?.refresh('eip155')
    expect(asked.length).toBe(before)
    clock.advance(1)
    await feature?.refresh('eip155')
    expect(balance()).toMatchObject({ status: 'ready', balance: { formatted: '1.000' } })
    kit.destroy()
  })
})

test('[S9-02] the balance asked for again within 30 s comes from the cache', async () => {
  const { kit, asked } = create(async () => coins(1n))
  await kit.connect({ connectorId: 'fake' })
  await arrived(() => expect(asked).toHaveLength(1))
  await kit.getBalance()
  expect(asked).toHaveLength(1)
  kit.destroy()
})

test('after a transaction the balance is read again', async () => {
  let held = 1n
  const { kit, context, balance, asked } = create(async () => coins(held * 10n ** 18n))
  await kit.connect({ connectorId: 'fake' })
  await arrived(() => expect(balance()?.status).toBe('ready'))
  held = 2n
  context.events.emit('TRANSACTION_SETTLED', { networkId: 'eip155:10', kind: 'send', status: 'confirmed' })
  expect(asked).toHaveLength(1)
  context.events.emit('TRANSACTION_SETTLED', { networkId: 'eip155:1', kind: 'send', status: 'confirmed' })
  await arrived(() => expect(balance()).toMatchObject({ status: 'ready', balance: { formatted: '2.000' } }))
  kit.destroy()
})

test('[S8-14] without an account there is nothing to ask', async () => {
  const { kit } = create(async () => coins(1n))
  await expect(kit.getBalance()).rejects.toThrow('CaipNetwork or CaipAddress is undefined')
  kit.destroy()
})

test('[S2-11] balances whose chunk did not arrive are loaded with the next connection', async () => {
  vi.spyOn(balances, 'load').mockRejectedValueOnce(new Error('offline'))
  const { kit, balance } = create(async () => coins(1n))
  await kit.connect({ connectorId: 'fake' })
  await arrived(() => expect(contextOf(kit).log.entries().at(-1)?.text).toBe('Balances were not loaded'))
  expect(balance()).toBeUndefined()
  await kit.disconnect()
  await kit.connect({ connectorId: 'fake' })
  await arrived(() => expect(balance()).toMatchObject({ status: 'ready' }))
  kit.destroy()
})

test('a caller that gives up waits no longer, whatever the chain does', async () => {
  const { kit, asked } = create(() => new Promise(() => {}))
  await kit.connect({ connectorId: 'fake' })
  const controller = new AbortController()
  const given = kit.getBalance({ signal: controller.signal })
  const ended = expect(given).rejects.toMatchObject({ code: 'request.aborted', cause: 'enough' })
  await arrived(() => expect(asked).toHaveLength(1))
  controller.abort('enough')
  await ended
  kit.destroy()
})

test('[S2-11] a feature that is off is never loaded, and one that is on is started once', async () => {
  const start = vi.fn(() => ({}))
  const load = vi.fn(async () => ({ start }))
  const { kit } = createTestKit()
  await expect(
    startFeature(contextOf(kit), { id: 'off', isEnabled: () => false, load }),
  ).resolves.toBeUndefined()
  expect(load).not.toHaveBeenCalled()
  const feature = { id: 'on', isEnabled: () => true, load }
  const [a, b] = await Promise.all([
    startFeature(contextOf(kit), feature),
    startFeature(contextOf(kit), feature),
  ])
  expect(a).toBe(b)
  expect(start).toHaveBeenCalledTimes(1)
})

test('[S2-11] a chunk that did not arrive can be asked for again', async () => {
  const { kit } = createTestKit()
  const load = vi
    .fn<() => Promise<{ start: () => string }>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValueOnce({ start: () => 'here' })
  const feature = { id: 'flaky', isEnabled: () => true, load }
  await expect(startFeature(contextOf(kit), feature)).rejects.toThrow('offline')
  await expect(startFeature(contextOf(kit), feature)).resolves.toBe('here')
})
