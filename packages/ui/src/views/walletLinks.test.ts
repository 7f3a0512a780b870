/** Wallets on this device: the tap that opens them, and what comes where it does not. */
import { selectAccount } from '@latchkey/core'
import { contextOf } from '@latchkey/core/screen'
import { createFakeWallet, createTestKit } from '@latchkey/core/testing'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { drawView } from '../testing/drawView.js'
import { createFakeRelay, pairingUri } from '../testing/fakeRelay.js'
import { drawn, kits, watchLinks, world } from '../testing/relayWorld.js'
import { acme, directoryWallet } from '../testing/wallets.js'

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

const inside = directoryWallet('inside', {
  name: 'Inside',
  supports_wc: false,
  browse_link: 'https://inside.example/browse/{url}?ref={origin}',
  app_store: 'https://apps.apple.com/app/id2',
  homepage: 'https://inside.example',
})

test('[D-24] a wallet that takes no pairing opens this page in its own browser, and the screen says so', async () => {
  const opened = watchLinks()
  const { draw, relay, pass } = await world({ isMobile: true })
  const view = await draw('ConnectingWalletConnect', { wallet: inside })
  expect(view.text).toContain('This page opens in Inside')
  expect(view.text).not.toContain('Approve the request')
  await view.press('Open Inside')
  const page = encodeURIComponent(location.href)
  expect(opened.at(-1)).toEqual({
    href: `https://inside.example/browse/${page}?ref=${encodeURIComponent(location.origin)}`,
    target: '_blank',
  })
  await pass(view, 3000)
  expect(view.text).toContain('Inside did not open')
  // Nothing waits in the relay for a wallet that will not come.
  expect(relay.asked).toBe(0)
})

test('[D-24] its row says where the tap leads, and the tap leads there', async () => {
  const opened = watchLinks()
  const browse_link = 'https://inside.example/browse/{url}'
  const customWallets = [{ id: 'inside', name: 'Inside', browse_link }]
  const { kit, draw } = await world({ isMobile: true, customWallets })
  const list = await draw('Connect')
  await list.seen('Inside')
  expect(list.button('Inside').textContent).toContain('Opens this page in its own browser')
  await list.press('Inside')
  expect(opened).toEqual([
    { href: `https://inside.example/browse/${encodeURIComponent(location.href)}`, target: '_blank' },
  ])
  expect(kit.store.get().router.history.at(-1)).toMatchObject({
    view: 'ConnectingWalletConnect',
    data: { wallet: { id: 'inside' }, openedAt: expect.any(Number) },
  })
  // Later requests have no app to lead to.
  expect(contextOf(kit).storage.read('deepLink')).toBeUndefined()
})

test('[D-24] where nothing opens the wallet the screen says so, and no button is dead', async () => {
  const bare = directoryWallet('bare', { name: 'Bare' })
  const { draw, show } = await world({ isMobile: true })
  const view = await draw('ConnectingWalletConnect', { wallet: bare })
  await show(view, 'a')
  expect(view.text).toContain('Bare does not open from here')
  expect(() => view.button('Open Bare')).toThrow('No button')
  expect(view.button('Copy link').getAttribute('aria-disabled')).toBe('false')
  await view.press('QR code')
  expect(view.find('[role="img"]')?.getAttribute('aria-label')).toBe('QR code to connect Bare')
})

test('[D-24] a wallet that speaks no such protocol is not said to scan a code', async () => {
  const opened = watchLinks()
  const extension = directoryWallet('ext', {
    name: 'Ext',
    supports_wc: false,
    chrome_store: 'https://chromewebstore.google.com/detail/ext',
    homepage: 'https://ext.example',
  })
  const { draw } = await world({ isMobile: true })
  const view = await draw('ConnectingWalletConnect', { wallet: extension })
  expect(view.text).toContain('Ext cannot be reached from here')
  expect(view.text).toContain('extension for the browser of a computer')
  expect(view.find('[role="img"]')).toBeNull()
  await view.press('Website')
  expect(opened.at(-1)?.href).toBe('https://ext.example/')
})

test('a desktop program that answers to a scheme and to the web is offered by both', async () => {
  const opened = watchLinks()
  const { draw, show } = await world()
  const both = { ...acme, desktop_universal: 'https://desk.acme.example' }
  const view = await draw('ConnectingWalletConnect', { wallet: both })
  await show(view, 'a')
  await view.press('Desktop')
  await view.press('Other link')
  expect(opened.at(-1)?.href).toBe(`https://desk.acme.example/wc?uri=${encodeURIComponent(pairingUri('a'))}`)
})

test('[D-24] only what a tap opened can be said not to have opened', async () => {
  watchLinks()
  const { kit, draw, show, pass } = await world({
    isMobile: true,
    customWallets: [
      { id: 'own', name: 'Own', mobile_link: 'own://' },
      { id: 'bare', name: 'Bare' },
    ],
  })
  const list = await draw('Connect')
  await show(list, 'a')
  await list.seen('Own')
  const follow = async () => {
    const { data } = kit.store.get().router.history.at(-1) ?? {}
    const view = await drawView(kit, 'ConnectingWalletConnect', data)
    drawn.push(view)
    return view
  }
  await list.press('Bare')
  const bare = await follow()
  await pass(bare, 3000)
  expect(bare.text).not.toContain('did not open')
  await list.press('Own')
  const own = await follow()
  await pass(own, 3000)
  expect(own.text).toContain('Own did not open')
  // Whoever comes back to it has opened nothing since.
  const again = await follow()
  await pass(again, 3000)
  expect(again.text).not.toContain('did not open')
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

test('[S9-13] the row of an app is not there before the terms are accepted, and goes when that is taken back', async () => {
  const { kit, draw } = await world({ termsConditionsUrl: '/terms', features: { legalCheckbox: true } })
  const view = await draw('Connect')
  const accept = async (hasAcceptedTerms: boolean) => {
    act(() => contextOf(kit).store.set({ hasAcceptedTerms }))
    await view.settle()
    return view.find('slot[name="wallet-row"]')
  }
  expect(view.find('slot[name="wallet-row"]')).toBeNull()
  expect(await accept(true)).not.toBeNull()
  expect(await accept(false)).toBeNull()
})

test('where nobody asks for consent, the row of an app is there at once', async () => {
  const { draw } = await world()
  expect((await draw('Connect')).find('slot[name="wallet-row"]')).not.toBeNull()
})

test('[S4-02] a wallet that is being restored is not given up for a pairing that nobody asked for', async () => {
  const relay = createFakeRelay()
  const extension = createFakeWallet({ id: 'here', asks: ['reconnect'] })
  const first = createTestKit({ wallets: [extension, relay], isMobile: true })
  await first.kit.connect({ connectorId: 'here' })
  const { kit } = first.reload()
  kits.push(kit)
  await vi.waitFor(() => expect(extension.prompts.map(({ kind }) => kind)).toEqual(['reconnect']))
  kit.open({ view: 'Connect' })
  const view = await drawView(kit, 'Connect')
  drawn.push(view)
  await view.loaded()
  expect(relay.asked).toBe(0)
  act(() => extension.approve('reconnect'))
  await view.settle()
  expect(selectAccount(kit.store.get())?.address).toBe('0x00000000000000000000000000000000000000A1')
  // Nor is one started for whoever goes on to their account.
  expect(relay.asked).toBe(0)
})

test('[S9-04] a wallet that was only looked at is not remembered for the one that scanned the code', async () => {
  const { kit, relay, draw, show } = await world({ customWallets: [{ id: 'own', name: 'Own' }] })
  const view = await draw('Connect')
  await view.seen('Own')
  await view.press('Own')
  await view.press('WalletConnect')
  await show(view, 'a')
  act(() => relay.approve('connect'))
  await view.settle()
  expect(contextOf(kit).storage.read('recentWallets')).toBeUndefined()
})
