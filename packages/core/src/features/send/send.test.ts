/** The send form over time: what stays as it was agreed to, and what is told of a list that did not come. */
import { asAddress } from '@latchkey/spec/caip'
import { limits } from '@latchkey/spec/limits'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { push } from '../../actions/navigate.js'
import type { AdapterHandle } from '../../adapter.js'
import { startFeature } from '../../feature.js'
import { createFakeAdapter, createFakeWallet, createTestKit } from '../../testing/index.js'
import { send, tokens } from '../onDemand.js'
import { sendNeed } from './sendState.js'

const me = '0x00000000000000000000000000000000000000A1'
const stranger = '0x00000000000000000000000000000000000000B2'
const wei = 10n ** 18n

// The first test brings the code along, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 20_000 })

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** What the chain and the gateway say, which a test may change at any time. */
async function create({ isMute = false } = {}) {
  const chain = { held: 2n * wei, price: 2000, most: wei / 10n, isUp: true, isMute }
  const wallet = createFakeWallet({ accounts: [me], asks: ['sendTransaction'] })
  const base = createFakeAdapter({
    wallets: [wallet],
    getBalance: async () =>
      chain.isMute ? new Promise<never>(() => {}) : { value: chain.held, decimals: 18, symbol: 'ETH' },
  })
  const transfers: Partial<AdapterHandle> = {
    getFee: async () => ({ gas: 21_000n, likely: chain.most, most: chain.most, fields: {} }),
    prepareTransfer: async ({ to, amount }) => ({ to, value: amount }),
    readAddress: async (text) => asAddress(text),
    isContract: async () => false,
  }
  const world = createTestKit({
    wallets: [wallet],
    adapters: [{ ...base, start: (lent) => ({ ...base.start(lent), ...transfers }) }],
    gatewayUrl: 'https://gateway.test',
    features: { analytics: false },
  })
  world.fetch.always(({ url }) => {
    if (url.includes('/v1/supported-chains')) return { json: { http: ['eip155:1'], ws: [] } }
    if (!url.includes('/balance?') || !chain.isUp) return { status: 500 }
    const quantity = { decimals: '18', numeric: `${Number(chain.held) / 1e18}` }
    const ether = { name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', price: chain.price, quantity }
    return { json: { balances: [ether] } }
  })
  await world.kit.connect({ connectorId: 'fake' })
  world.kit.open({ view: 'WalletSend' })
  const form = await startFeature(world.context, send)
  if (!form) throw new Error('sending is on')
  const stop = form.follow()
  const state = () => form.store.get()
  const ready = () =>
    soon(async () => {
      await world.clock.advanceAsync(limits.sendTypingWait)
      expect(sendNeed(state())).toBeUndefined()
    })
  /** Every status that the quote has while the list of tokens is read again. */
  const pastRefresh = async () => {
    const seen = new Set<string>()
    const unsubscribe = form.store.subscribe(({ quote }) => seen.add(quote.status))
    await world.clock.advanceAsync(limits.balanceCache + limits.sendTypingWait)
    await world.clock.advanceAsync(limits.sendTypingWait)
    unsubscribe()
    return [...seen]
  }
  return { ...world, wallet, chain, form, state, ready, pastRefresh, stop }
}

async function filled(fill: { max?: true; dollars?: string } = {}) {
  const world = await create()
  const { form, state } = world
  await soon(async () => {
    await world.clock.advanceAsync(1)
    expect(state().tokens.status).toBe('ready')
  })
  form.typeRecipient(stranger)
  if (fill.max) form.useMax()
  else if (fill.dollars) {
    form.switchUnit()
    form.typeAmount(fill.dollars)
  } else form.typeAmount('1')
  await world.ready()
  return world
}

describe('a list of tokens that is read again', () => {
  test('changes the form in silence', async () => {
    const { chain, state, pastRefresh, form } = await filled({ dollars: '1000' })
    chain.price = 4000
    expect(await pastRefresh()).toEqual(['ready'])
    expect(form.store.get().token?.price).toBe('4000')
    expect(state().quote).toMatchObject({ status: 'ready', warnings: ['first-time-recipient'] })
  })

  test('changes no number of the review: neither a worth nor everything, only what is held', async () => {
    const { chain, context, state, pastRefresh } = await filled({ max: true })
    expect(state().amount.text).toBe('1.9')
    push(context, { view: 'WalletSendPreview' })
    chain.price = 4000
    chain.most = wei / 5n
    expect(await pastRefresh()).not.toContain('loading')
    expect(state().amount.text).toBe('1.9')
    expect(state().token?.price).toBe('2000')
    expect(state().quote).toMatchObject({ fee: { most: wei / 10n } })
    expect(sendNeed(state())).toBeUndefined()
    chain.held = wei
    await pastRefresh()
    expect(sendNeed(state())).toBe('not-enough')
  })

  test('the fee of an amount that somebody typed stays young in the review', async () => {
    const { chain, context, state, pastRefresh } = await filled()
    push(context, { view: 'WalletSendPreview' })
    chain.most = wei / 5n
    expect(await pastRefresh()).toEqual(['ready'])
    expect(state().quote).toMatchObject({ fee: { most: wei / 5n } })
  })

  test('changes nothing of what the wallet shows, also without our views', async () => {
    const { chain, form, kit, state, pastRefresh, wallet } = await filled({ dollars: '1000' })
    kit.close()
    const { amount, quote } = state()
    const sending = form.submit()
    await soon(() => expect(wallet.prompts).toHaveLength(1))
    chain.price = 4000
    await pastRefresh()
    expect(state()).toMatchObject({ step: 'initiated', amount, quote, token: { price: '2000' } })
    wallet.reject('sendTransaction')
    await sending
    await pastRefresh()
    expect(state().token?.price).toBe('4000')
  })
})

test('[D-19] warnings stay while the fee is asked for again', async () => {
  const { form, state } = await filled()
  form.retry()
  expect(state().quote).toMatchObject({ status: 'loading', warnings: ['first-time-recipient'] })
})

test('what an app fills in again is there again, though it is the same object', async () => {
  const { form, kit, state, ready } = await create()
  const prefill = { to: stranger, amount: '1' }
  form.fill(prefill)
  await ready()
  form.typeAmount('0.5')
  form.fill(prefill)
  expect(state().amount.text).toBe('0.5')
  kit.close()
  kit.open({ view: 'WalletSend', data: { send: prefill } })
  form.fill(prefill)
  await ready()
  expect(state()).toMatchObject({ amount: { text: '1' }, recipientText: stranger })
})

describe('a list of tokens that does not come', () => {
  test('[D-13] code that did not arrive is a failure, and is asked for again', async () => {
    const load = vi.spyOn(tokens, 'load').mockRejectedValueOnce(new Error('offline'))
    const { form, state, clock } = await create()
    await soon(async () => {
      await clock.advanceAsync(1)
      expect(state().tokens).toMatchObject({ status: 'failed', items: [{ symbol: 'COIN' }] })
    })
    form.retry()
    await soon(async () => {
      await clock.advanceAsync(1)
      expect(state().tokens).toMatchObject({ status: 'ready', items: [{ symbol: 'ETH' }] })
    })
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('[D-10] a chain that never answers is told as well, and asked again', async () => {
    const { chain, form, clock, state } = await create({ isMute: true })
    chain.isUp = false
    await soon(async () => {
      await clock.advanceAsync(limits.accountReadDeadline)
      expect(state().tokens).toMatchObject({ status: 'failed', items: [] })
    })
    chain.isUp = true
    chain.isMute = false
    await clock.advanceAsync(limits.tokenBalanceRetryWait)
    form.retry()
    await soon(async () => {
      await clock.advanceAsync(1)
      expect(state().tokens).toMatchObject({ status: 'ready', items: [{ symbol: 'ETH' }] })
    })
  })

  test('[S5-08] a failure says when another try is allowed', async () => {
    const { chain, clock, state, pastRefresh } = await filled()
    chain.isUp = false
    await pastRefresh()
    await clock.advanceAsync(limits.accountReadDeadline)
    expect(state().tokens.status).toBe('failed')
    const left = (state().tokens.retryAt ?? 0) - clock.now()
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(limits.tokenBalanceRetryWait)
  })
})
