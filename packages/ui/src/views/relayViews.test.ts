/** Connecting through the relay: the code, the ways to a wallet, and everything that can go wrong. */
import { selectAccount } from '@latchkey/core'
import { contextOf } from '@latchkey/core/screen'
import { createFakeWallet, createTestKit } from '@latchkey/core/testing'
import { LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { drawView } from '../testing/drawView.js'
import { drawn, kits, world } from '../testing/relayWorld.js'
import { acme, directoryWallet } from '../testing/wallets.js'

test('[S2-05] without a chosen wallet there is a code for any, as soon as the link is there', async () => {
  const { relay, draw, show } = await world()
  const view = await draw('ConnectingWalletConnectBasic')
  expect(relay.asked).toBe(1)
  expect(view.text).toContain('Preparing a code')
  expect(view.find('[role="img"]')).toBeNull()
  expect(view.button('Copy link').getAttribute('aria-disabled')).toBe('true')
  await show(view, 'a')
  expect(view.text).toContain('Scan with your phone')
  expect(view.find('[role="img"]')?.getAttribute('aria-label')).toBe('QR code to connect your wallet')
  expect(view.button('Copy link').getAttribute('aria-disabled')).toBe('false')
})

test('[S9-03] [S4-09] [D-10] a code counts down, is taken away 10 s before it dies, and the next one takes its place', async () => {
  const { draw, show, pass } = await world()
  const view = await draw('ConnectingWalletConnectBasic')
  await show(view, 'a')
  const first = view.find('path[d^="M0"]')?.getAttribute('d')
  expect(view.text).toContain('New code in 3:50')
  await pass(view, 65_000)
  expect(view.text).toContain('New code in 2:45')
  await pass(view, limits.pairingLifetime - limits.pairingMargin - 65_000)
  expect(view.text).toContain('Getting a new code')
  expect(view.find('[role="img"]')).toBeNull()
  expect(view.button('Copy link').getAttribute('aria-disabled')).toBe('true')
  await show(view, 'c')
  expect(view.text).toContain('New code in 3:50')
  expect(view.find('path[d^="M0"]')?.getAttribute('d')).not.toBe(first)
})

test('the wallet approves, and the modal has done its work', async () => {
  const { kit, relay, draw, show } = await world()
  const view = await draw('ConnectingWalletConnect', { wallet: acme })
  await show(view, 'a')
  act(() => relay.approve('connect'))
  await view.settle()
  expect(selectAccount(kit.store.get())?.address).toBe('0x00000000000000000000000000000000000000A1')
  expect(kit.store.get().modal.isOpen).toBe(false)
})

test('[S9-04] what is remembered is the wallet that was chosen, not the relay', async () => {
  const { kit, relay, draw, show } = await world({ customWallets: [{ id: 'own', name: 'Own' }] })
  const view = await draw('Connect')
  await view.seen('Own')
  await view.press('Own')
  await show(view, 'a')
  act(() => relay.approve('connect'))
  await view.settle()
  expect(contextOf(kit).storage.read('recentWallets')).toEqual([{ id: 'own' }])
})

test('[D-10] a refusal is told, and tried again in place with a new code', async () => {
  const { relay, draw, show } = await world()
  const view = await draw('ConnectingWalletConnectBasic')
  await show(view, 'a')
  act(() => relay.reject('connect'))
  await view.settle()
  expect(view.text).toContain('Request declined')
  await view.press('Try again')
  expect(relay.asked).toBe(2)
  await show(view, 'c')
  expect(view.text).toContain('Scan with your phone')
})

test.each([
  ['pairing.expired', 'This code has expired', 'Get a new code'],
  ['request.failed', 'Could not connect', 'Try again'],
] as const)('[D-10] after %s there is a reason and a way on', async (code, title, again) => {
  const { relay, draw } = await world()
  const view = await draw('ConnectingWalletConnectBasic')
  const cause = code === 'request.failed' ? new Error('The relay closed the door') : new LatchkeyError(code)
  act(() => relay.reject('connect', cause))
  await view.settle()
  expect(view.text).toContain(title)
  if (code === 'request.failed') expect(view.text).toContain('The relay closed the door')
  await view.press(again)
  expect(relay.asked).toBe(2)
})

test('[D-10] a relay that does not answer is named, with the seconds until the next try', async () => {
  const { kit, clock, draw, show, pass } = await world()
  const view = await draw('ConnectingWalletConnectBasic')
  await show(view, 'a')
  const lost = { status: 'lost', retryAt: clock.now() + 8000, error: undefined } as const
  act(() => contextOf(kit).store.set({ relay: lost }))
  expect(view.text).toContain('No connection')
  expect(view.text).toContain('Next try in 8 s')
  await pass(view, 3000)
  expect(view.text).toContain('Next try in 5 s')
  act(() =>
    contextOf(kit).store.set({ relay: { status: 'connected', retryAt: undefined, error: undefined } }),
  )
  expect(view.text).toContain('Scan with your phone')
})

test('a code that nobody sees is given up with the modal', async () => {
  const { kit, relay, draw, show } = await world()
  const view = await draw('ConnectingWalletConnectBasic')
  await show(view, 'a')
  act(() => void kit.close({ reason: 'close-button' }))
  await view.settle()
  expect(relay.prompts).toHaveLength(0)
  expect(kit.store.get().connections.eip155).toMatchObject({ status: 'disconnected', error: undefined })
})

test('without a relay the view says so', async () => {
  const { kit } = createTestKit({ wallets: [createFakeWallet()] })
  kits.push(kit)
  const view = await drawView(kit, 'ConnectingWalletConnectBasic')
  drawn.push(view)
  expect(view.text).toContain('Phone wallets are not set up')
})

test('the tabs are the ways that the wallet has, and the first is one that works at once', async () => {
  const { draw } = await world()
  const view = await draw('ConnectingWalletConnect', { wallet: acme })
  expect(view.all('[role="tab"]').map(({ textContent }) => textContent)).toEqual([
    'Browser',
    'Phone',
    'Desktop',
    'Web',
  ])
  expect(view.find('[aria-selected="true"]')?.textContent).toBe('Phone')
  await view.press('Browser')
  expect(view.text).toContain('Acme is not in this browser')
  await view.press('Desktop')
  expect(view.text).toContain('Preparing a link')
})

test('a wallet with one way has no tabs', async () => {
  const { draw } = await world()
  const view = await draw('ConnectingWalletConnect', {
    wallet: directoryWallet('one', { mobile_link: 'one://' }),
  })
  expect(view.find('[role="tablist"]')).toBeNull()
})

test('an extension that is installed meanwhile can be asked at once', async () => {
  const { adapter, draw } = await world()
  const view = await draw('ConnectingWalletConnect', { wallet: acme })
  await view.press('Browser')
  const extension = createFakeWallet({ id: 'acme-extension', name: 'Acme' })
  Object.assign(extension.connector, { rdns: 'test.acme', installed: true })
  act(() => adapter?.announce(extension))
  expect(view.text).toContain('Connect with Acme')
})

test('the focus goes on to what comes after a retry', async () => {
  const { relay, draw } = await world()
  const view = await draw('ConnectingWalletConnectBasic')
  act(() => relay.reject('connect'))
  await view.settle()
  const status = view.find('[role="status"]')
  if (!(status instanceof HTMLElement)) throw new Error('no status')
  const focus = vi.spyOn(status, 'focus')
  await view.press('Try again')
  expect(focus).toHaveBeenCalledOnce()
})

test.each(['ConnectingWalletConnectBasic', 'ConnectingWalletConnect', 'AllWallets'] as const)(
  '[S9-13] %s asks for the terms first where it is opened without Connect before it',
  async (id) => {
    const { kit, relay, draw } = await world({
      isMobile: true,
      termsConditionsUrl: '/terms',
      features: { legalCheckbox: true },
    })
    const view = await draw(id)
    expect(view.text).toContain('Accept the terms first')
    expect(view.all('button')).toHaveLength(0)
    expect(relay.asked).toBe(0)
    act(() => contextOf(kit).store.set({ hasAcceptedTerms: true }))
    await view.settle()
    expect(view.text).not.toContain('Accept the terms first')
    expect(relay.asked).toBe(1)
    // It may be taken back.
    expect(view.find('input[type="checkbox"]')).not.toBeNull()
  },
)

test('[D-10] what was declined in the extension is not told of the phone, which is asked at once', async () => {
  const { kit, relay, adapter, draw, show } = await world()
  const extension = createFakeWallet({ id: 'acme-extension', name: 'Acme', asks: ['connect'] })
  Object.assign(extension.connector, { rdns: 'test.acme', installed: true })
  act(() => adapter?.announce(extension))
  const view = await draw('ConnectingWalletConnect', { wallet: acme })
  act(() => void kit.connect({ connectorId: 'acme-extension' }).catch(() => {}))
  await view.settle()
  act(() => extension.reject('connect'))
  await view.settle()
  expect(view.text).toContain('Request declined')
  expect(relay.asked).toBe(0)
  await view.press('Phone')
  expect(relay.asked).toBe(1)
  expect(view.text).not.toContain('Request declined')
  await show(view, 'a')
  expect(view.text).toContain('Scan with your phone')
})

test.each([false, true])(
  '[D-10] a pairing that is stopped under the view can be started again (phone: %s)',
  async (isMobile) => {
    const { kit, relay, draw, show } = await world({ isMobile })
    const view = await draw('ConnectingWalletConnect', { wallet: acme })
    await show(view, 'a')
    act(() => void kit.close({ reason: 'close-button' }))
    await view.settle()
    expect(view.text).toContain('The request was stopped.')
    await view.press('Try again')
    expect(relay.asked).toBe(2)
    await show(view, 'c')
    expect(view.text).toContain(isMobile ? 'Approve the request there' : 'Scan with your phone')
  },
)
