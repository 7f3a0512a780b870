/** Connecting through the relay: the code, the links, the ways, and everything that can go wrong. */
import { type Kit, selectAccount } from '@latchkey/core'
import { contextOf } from '@latchkey/core/screen'
import { createFakeClock, createFakeWallet, createTestKit, type TestKitInput } from '@latchkey/core/testing'
import { LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type DrawnView, drawView } from '../testing/drawView.js'
import { createFakeRelay, pairingUri } from '../testing/fakeRelay.js'
import { acme, directoryWallet } from '../testing/wallets.js'

const drawn: DrawnView[] = []
const kits: Kit[] = []
afterEach(() => {
  for (const view of drawn.splice(0)) view.remove()
  for (const kit of kits.splice(0)) kit.destroy()
  vi.restoreAllMocks()
})

async function world(input: TestKitInput = {}) {
  const relay = createFakeRelay()
  const clock = createFakeClock()
  const { kit, adapters } = createTestKit({ ...input, wallets: [relay], clock })
  kits.push(kit)
  return {
    kit,
    relay,
    clock,
    adapter: adapters[0],
    async draw(...view: Parameters<typeof drawView> extends [Kit, ...infer Rest] ? Rest : never) {
      kit.open({ view: view[0], ...(view[1] && { data: view[1] }) })
      const shown = await drawView(kit, ...view)
      drawn.push(shown)
      return shown
    },
    /** The relay hands out a link. */
    async show(view: DrawnView, digit: string) {
      act(() => relay.showLink(pairingUri(digit)))
      await view.settle()
    },
    async pass(view: DrawnView, ms: number) {
      await act(() => clock.advanceAsync(ms))
      await view.settle()
    },
  }
}

/** What a press opened: the link, the window, and whether it happened in the press itself. */
function watchLinks() {
  const opened: { readonly href: string; readonly target: string }[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push({ href: this.href, target: this.target })
  })
  return opened
}

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
  ['connection.pairing-expired', 'This code has expired', 'Get a new code'],
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

test('desktop and web open the wallet with the pairing', async () => {
  const opened = watchLinks()
  const { draw, show } = await world()
  const view = await draw('ConnectingWalletConnect', { wallet: acme })
  await show(view, 'a')
  await view.press('Web')
  await view.press('Open Acme')
  expect(opened.at(-1)).toEqual({
    href: `https://web.acme.example/wc?uri=${encodeURIComponent(pairingUri('a'))}`,
    target: '_blank',
  })
  await view.press('Desktop')
  await view.press('Open Acme')
  expect(opened.at(-1)).toEqual({
    href: `acmedesk://wc?uri=${encodeURIComponent(pairingUri('a'))}`,
    target: '_self',
  })
})

test('[S3-09] on a phone the button waits for the link, opens the app in the press, and remembers where it led', async () => {
  const opened = watchLinks()
  const { kit, draw, show } = await world({ isMobile: true })
  const view = await draw('ConnectingWalletConnect', { wallet: acme })
  expect(view.button('Open Acme').getAttribute('aria-disabled')).toBe('true')
  await view.press('Open Acme')
  expect(opened).toEqual([])
  await show(view, 'a')
  expect(view.button('Open Acme').getAttribute('aria-disabled')).toBe('false')
  await view.press('Open Acme')
  expect(opened).toEqual([
    { href: `https://go.acme.example/wc?uri=${encodeURIComponent(pairingUri('a'))}`, target: '_blank' },
  ])
  expect(contextOf(kit).storage.read('deepLink')).toEqual({ name: 'Acme', href: 'https://go.acme.example/' })
})

test('an app that does not open is noticed, and every other way is offered', async () => {
  const opened = watchLinks()
  const { kit, draw, show, pass } = await world({ isMobile: true })
  const view = await draw('ConnectingWalletConnect', { wallet: acme })
  await show(view, 'a')
  await view.press('Open Acme')
  expect(view.text).toContain('Continue in Acme')
  await pass(view, 3000)
  expect(view.text).toContain('Acme did not open')
  await view.press('Other link')
  expect(opened.at(-1)?.href).toBe(`acme://wc?uri=${encodeURIComponent(pairingUri('a'))}`)
  expect(contextOf(kit).storage.read('deepLink')).toEqual({ name: 'Acme', href: 'acme://' })
  await view.press('Get the app')
  expect(opened.at(-1)?.href).toBe('https://acme.example/')
  await view.press('QR code')
  expect(view.find('[role="img"]')?.getAttribute('aria-label')).toBe('QR code to connect Acme')
  await view.press('Open the app instead')
  expect(view.button('Open Acme')).toBeTruthy()
})

test('a page that is left for the app says nothing of the kind', async () => {
  watchLinks()
  const { draw, show, pass } = await world({ isMobile: true })
  const view = await draw('ConnectingWalletConnect', { wallet: acme })
  await show(view, 'a')
  await view.press('Open Acme')
  act(() => void globalThis.dispatchEvent(new Event('blur')))
  await pass(view, 3000)
  expect(view.text).not.toContain('did not open')
})

test('[D-24] on a phone the pairing is ready before the tap, and the tap on a wallet of the list opens its app', async () => {
  const opened = watchLinks()
  const { kit, relay, draw, show } = await world({
    isMobile: true,
    customWallets: [{ id: 'own', name: 'Own', mobile_link: 'own://' }],
  })
  const view = await draw('Connect')
  expect(relay.asked).toBe(1)
  await show(view, 'a')
  await view.seen('Own')
  await view.press('Own')
  expect(opened).toEqual([{ href: `own://wc?uri=${encodeURIComponent(pairingUri('a'))}`, target: '_self' }])
  expect(kit.store.get().router.history.at(-1)?.view).toBe('ConnectingWalletConnect')
  // The same pairing goes on.
  expect(relay.asked).toBe(1)
})

test('on a computer nothing is paired before a wallet is chosen', async () => {
  const { relay, draw } = await world({ customWallets: [{ id: 'own', name: 'Own', mobile_link: 'own://' }] })
  const view = await draw('Connect')
  expect(relay.asked).toBe(0)
  await view.seen('Own')
  await view.press('Own')
  expect(relay.asked).toBe(1)
})

test('[S9-13] no pairing is prepared before the terms are accepted', async () => {
  const { kit, relay, draw } = await world({
    isMobile: true,
    termsConditionsUrl: '/terms',
    features: { legalCheckbox: true },
  })
  const view = await draw('Connect')
  expect(relay.asked).toBe(0)
  act(() => contextOf(kit).store.set({ hasAcceptedTerms: true }))
  await view.settle()
  expect(relay.asked).toBe(1)
})
