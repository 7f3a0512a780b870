/** The views of sending and receiving, against a real kit, a chain that the test makes up, and a gateway that answers as it says. */
import { type AdapterHandle, type Kit, selectRoute, selectView } from '@latchkey/core'
import { contextOf, push } from '@latchkey/core/screen'
import { createFakeAdapter, createFakeWallet, createTestKit, type FakeAnswer } from '@latchkey/core/testing'
import { asAddress } from '@latchkey/spec/caip'
import { limits } from '@latchkey/spec/limits'
import { act } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type DrawnView, drawView } from '../../testing/drawView.js'

const me = '0x00000000000000000000000000000000000000A1'
const other = '0x00000000000000000000000000000000000000B2'
const usdc = '0x00000000000000000000000000000000000000C3'
const gatewayUrl = 'https://gateway.test'
const coins = 2n * 10n ** 18n
const fee = { gas: 25_200n, likely: 10n ** 14n, most: 3n * 10n ** 14n, fields: { gas: 25_200n } }

// The first view brings its code along, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 20_000 })

const drawn: DrawnView[] = []
const kits: Kit[] = []
afterEach(() => {
  for (const view of drawn.splice(0)) view.remove()
  for (const kit of kits.splice(0)) kit.destroy()
})

interface WorldInput {
  readonly features?: NonNullable<Parameters<typeof createTestKit>[0]>['features']
  readonly hasGateway?: boolean
  readonly chain?: Partial<AdapterHandle>
  readonly balances?: () => FakeAnswer
  readonly asks?: readonly 'sendTransaction'[]
}

const holdings = () => ({
  json: {
    balances: [
      {
        name: 'Ether',
        symbol: 'ETH',
        chainId: 'eip155:1',
        price: 2000,
        quantity: { decimals: '18', numeric: '2' },
      },
      {
        name: 'USD Coin',
        symbol: 'USDC',
        chainId: 'eip155:1',
        address: `eip155:1:${usdc}`,
        price: 1,
        quantity: { decimals: '6', numeric: '100' },
      },
    ],
  },
})

async function create(input: WorldInput = {}) {
  const { chain = {}, balances = holdings, asks = [], features = {}, hasGateway = true } = input
  const wallet = createFakeWallet({ name: 'Demo', accounts: [me, other], asks })
  const transfers: Partial<AdapterHandle> = {
    getFee: async () => fee,
    prepareTransfer: async ({ to, amount, token }) => ({ to: token ?? to, value: token ? 0n : amount }),
    readAddress: async (text) => asAddress(text),
    isContract: async () => false,
    ...chain,
  }
  const base = createFakeAdapter({
    wallets: [wallet],
    getBalance: async () => ({ value: coins, decimals: 18, symbol: 'ETH' }),
  })
  const adapter = {
    ...base,
    start: (lent: Parameters<typeof base.start>[0]) => ({ ...base.start(lent), ...transfers }),
  }
  const world = createTestKit({
    wallets: [wallet],
    adapters: [adapter],
    features: { analytics: false, ...features },
    ...(hasGateway && { gatewayUrl }),
  })
  world.fetch.always(({ url }) => {
    if (url.includes('/v1/supported-chains')) return { json: { http: ['eip155:1'], ws: [] } }
    return url.includes('/balance?') ? balances() : { status: 404 }
  })
  kits.push(world.kit)
  await world.kit.connect({ connectorId: 'fake' })
  const draw = async (
    view: 'WalletSend' | 'WalletSendPreview' | 'WalletSendSelectToken' | 'WalletReceive',
    send?: object,
  ) => {
    const found = await drawView(world.kit, view, send ? { send } : {})
    drawn.push(found)
    await found.loaded()
    return found
  }
  /** Past the pause after the last key, and whatever was asked then. */
  const quoted = async (view: DrawnView) => {
    await act(() => world.clock.advanceAsync(limits.sendTypingWait))
    await act(() => world.clock.advanceAsync(limits.sendTypingWait))
    await view.settle()
  }
  return { ...world, wallet, draw, quoted }
}

async function filled(input: WorldInput = {}, send: object = { to: other, amount: '1' }) {
  const world = await create(input)
  world.kit.open({ view: 'WalletSend' })
  const view = await world.draw('WalletSend', send)
  await soon(async () => {
    await world.quoted(view)
    expect(view.button('Review')).toBeDefined()
  })
  return { ...world, view }
}

describe('the form', () => {
  test('the one button says what is missing, the first thing first', async () => {
    const { draw, quoted, kit } = await create()
    kit.open({ view: 'WalletSend' })
    const view = await draw('WalletSend')
    await soon(() => expect(view.button('Enter an amount').getAttribute('aria-disabled')).toBe('true'))
    await view.type('Amount in ETH', '3')
    expect(view.text).toContain('Not enough ETH')
    expect(view.button('Receive')).toBeDefined()
    await view.type('Amount in ETH', '1')
    expect(view.button('Enter a receiver').getAttribute('aria-disabled')).toBe('true')
    await view.type('To', 'not an address')
    await quoted(view)
    expect(view.text).toContain('This is no address or name')
    expect(view.button('Check the receiver').getAttribute('aria-disabled')).toBe('true')
    await view.type('To', other)
    await soon(async () => {
      await quoted(view)
      expect(view.button('Review').getAttribute('aria-disabled')).toBe('false')
    })
  })

  test('[S5-07] the amount in dollars and back, and the fee with its most', async () => {
    const { view } = await filled()
    expect(view.text).toContain('$2,000.00')
    expect(view.text).toContain('$0.20 · 0.0001 COIN')
    expect(view.text).toContain('at most 0.0003 COIN')
    await view.press('Show the amount in US dollars')
    expect(view.find('input')?.getAttribute('value')).toBe('2000')
  })

  test('[D-14] a key that cannot belong to an amount changes nothing', async () => {
    const { view } = await filled()
    await view.type('Amount in ETH', '1x')
    expect(view.find('input')?.getAttribute('value')).toBe('1')
    await view.type('Amount in ETH', '1.0000000000000000001')
    expect(view.text).toContain('ETH has 18 decimals only')
  })

  test('[D-13] tokens that could not be loaded are not no tokens', async () => {
    const failing = { balances: () => ({ status: 500 }), chain: { getBalance: undefined } }
    const { draw, clock, kit } = await create(failing as unknown as WorldInput) // an adapter that cannot read balances
    kit.open({ view: 'WalletSend' })
    const view = await draw('WalletSend')
    await act(() => clock.advanceAsync(limits.accountReadDeadline))
    await soon(() => expect(view.text).toContain('Your tokens could not be loaded'))
    expect(view.button('Try again')).toBeDefined()
  })

  test('[S5-08] another try is offered when it is allowed, and the seconds are told until then', async () => {
    let isUp = false
    const { draw, clock, kit } = await create({ balances: () => (isUp ? holdings() : { status: 500 }) })
    kit.open({ view: 'WalletSend' })
    const form = await draw('WalletSend')
    const list = await draw('WalletSendSelectToken')
    await soon(async () => {
      await act(() => clock.advanceAsync(1000))
      expect(form.text).toContain('Other tokens could not be loaded.')
    })
    isUp = true
    for (const view of [form, list]) {
      expect(view.text).toContain('Other tokens could not be loaded.')
      expect(view.button('Try again in').getAttribute('aria-disabled')).toBe('true')
    }
    await act(() => clock.advanceAsync(limits.tokenBalanceRetryWait))
    expect(list.button('Try again').textContent).toBe('Try again')
    await list.press('Try again')
    await soon(async () => {
      await list.settle()
      expect(list.text).toContain('100.000 USDC')
    })
    expect(list.text).not.toContain('could not be loaded')
  })

  test('where there is too little of a token, a swap is opened for that token', async () => {
    const { kit, view } = await filled({}, { to: other, amount: '1', token: usdc })
    await view.type('Amount in USDC', '101')
    await view.press('Swap')
    expect(selectRoute(kit.store.get())).toMatchObject({ view: 'Swap', data: { swap: { to: usdc } } })
  })

  test('nothing is swapped or bought without a gateway, nor what the app does not list', async () => {
    const ways = async (input: WorldInput) => {
      const { draw, kit } = await create(input)
      kit.open({ view: 'WalletSend' })
      const view = await draw('WalletSend')
      await soon(() => view.type('Amount in ETH', '3'))
      return view.all('section button').map(({ textContent }) => textContent)
    }
    expect(await ways({})).toEqual(['Receive', 'Buy', 'Swap', 'Other network'])
    expect(await ways({ hasGateway: false })).toEqual(['Receive', 'Other network'])
    const walletFeaturesOrder = ['onramp', 'send'] as const
    expect(await ways({ features: { walletFeaturesOrder } })).toEqual(['Buy', 'Other network'])
  })

  test.each(['WalletSend', 'WalletSendPreview', 'WalletSendSelectToken'] as const)(
    '%s says that sending is switched off',
    async (id) => {
      const { draw } = await create({ features: { send: false } })
      expect((await draw(id)).text).toContain('Sending is switched off')
    },
  )

  test('what is already in the form stays when the view is drawn again', async () => {
    const { view, kit, draw } = await filled()
    await view.type('Amount in ETH', '0.5')
    view.remove()
    drawn.splice(0)
    const again = await draw('WalletSend')
    expect(again.find('input')?.getAttribute('value')).toBe('0.5')
    act(() => {
      kit.close()
      kit.open({ view: 'WalletSend' })
    })
    await again.settle()
    expect(again.find('input')?.getAttribute('value')).toBe('')
  })
})

describe('the review', () => {
  test('[D-14] [D-11] shows every digit, the whole address, who pays and the most it can cost', async () => {
    const { draw } = await filled({}, { to: other, amount: '1.000000000000000001' })
    const view = await draw('WalletSendPreview')
    for (const text of ['1.000000000000000001 ETH', other, '0x0000…00A1', '1.000300000000000001 ETH'])
      expect(view.text).toContain(text)
  })

  test('[D-19] an address that looks like an earlier one needs a tick', async () => {
    const alike = '0x0000000000000000000000000000000000000FB2'
    const { view, draw, context, quoted } = await filled({}, { to: alike, amount: '1' })
    context.storage.write('recipients', { eip155: ['0x00000000000000000000000000000000000F0FB2'] })
    await view.type('Amount in ETH', '0.9')
    await quoted(view)
    const review = await draw('WalletSendPreview')
    await soon(() => expect(review.text).toContain('looks like one you have sent to'))
    expect(review.button('Send').getAttribute('aria-disabled')).toBe('true')
    const box = review.find('input[type=checkbox]') as HTMLInputElement // the only one
    await act(() => box.click())
    expect(review.button('Send').getAttribute('aria-disabled')).toBe('false')
  })

  test('[S8-32] a refusal is told in place, and the next press asks again', async () => {
    const { draw, wallet } = await filled({ asks: ['sendTransaction'] })
    const view = await draw('WalletSendPreview')
    await view.press('Send')
    await soon(() => expect(view.text).toContain('Confirm in Demo'))
    wallet.reject('sendTransaction')
    await soon(async () => {
      await view.settle()
      expect(view.text).toContain('Declined in Demo. Nothing was sent.')
    })
    await soon(async () => {
      await view.settle()
      expect(view.button('Try again').getAttribute('aria-disabled')).toBe('false')
    })
    await view.press('Try again')
    wallet.approve('sendTransaction')
    await soon(async () => {
      await view.settle()
      expect(view.text).toContain('On its way')
    })
  })

  test('[D-11] another account leads back to the form, which says why', async () => {
    const { view: form, kit, wallet, draw } = await filled()
    push(contextOf(kit), { view: 'WalletSendPreview' })
    await draw('WalletSendPreview')
    act(() => wallet.changeAccounts([other]))
    await soon(() => expect(selectView(kit.store.get())).toBe('WalletSend'))
    await form.settle()
    expect(form.text).toContain('The account changed to 0x0000…00B2')
  })
})

describe('the list of tokens', () => {
  test('[S5-07] what is held comes with quantity and worth, and one press chooses it', async () => {
    const { draw, view: form, kit } = await filled()
    push(contextOf(kit), { view: 'WalletSendSelectToken' })
    const view = await draw('WalletSendSelectToken')
    expect(view.text).toContain('100.000 USDC')
    expect(view.text).toContain('$4,000.00')
    await view.press('USD Coin')
    expect(selectView(kit.store.get())).toBe('WalletSend')
    await form.settle()
    expect(form.button('Token: USDC')).toBeDefined()
  })

  test('nothing that fits is told with what was searched for', async () => {
    const { draw } = await filled()
    const view = await draw('WalletSendSelectToken')
    await view.type('Search your tokens', 'doge')
    expect(view.text).toContain('You hold nothing called “doge”.')
  })
})

describe('receive', () => {
  test('[D-11] the address is that of the account that signs, and the network is named', async () => {
    const { draw, wallet } = await create()
    const view = await draw('WalletReceive')
    expect(view.text).toContain(me)
    expect(view.text).toContain('What is sent on another kind of network is lost.')
    act(() => wallet.changeAccounts([other]))
    await view.settle()
    expect(view.text).toContain(other)
    expect(view.text).not.toContain(me)
  })
})
