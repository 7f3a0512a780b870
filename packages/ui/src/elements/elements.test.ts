/** The elements on a page: which kit they follow, what they show, what they leave behind. */
import { showToast } from '@latchkey/core/screen'
import { createFakeWallet, createTestKit, settle } from '@latchkey/core/testing'
import { limits } from '@latchkey/spec/limits'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { attachModal } from '../attachModal.js'
import { german } from '../languages/german.js'
import type { Button } from './Button.js'
import { defineElements, elements } from './define.js'
import { contentAtHand, loadContent, loadModal } from './loadModal.js'
// At hand before it is asked for, so that no test waits for the module system.
import '../shell/modalWindow.js'

const patient = { timeout: 10_000 }

defineElements()

const kits: { destroy(): void }[] = []

function createKit(input: Parameters<typeof createTestKit>[0] = {}) {
  const made = createTestKit(input)
  kits.push(made.kit)
  attachModal(made.kit)
  return made
}

function add<Tag extends keyof HTMLElementTagNameMap>(tag: Tag) {
  const element = document.createElement(tag)
  document.body.append(element)
  return element
}

const inner = (element: Element) => {
  const button = element.shadowRoot?.querySelector('button')
  if (!button) throw new Error('The element has no button')
  return button
}

beforeEach(() => document.body.replaceChildren())
afterEach(() => {
  for (const kit of kits.splice(0)) kit.destroy()
  vi.unstubAllGlobals()
})

test('[D-02] the five elements are defined, and defining them again is harmless', () => {
  defineElements()
  for (const [tag, element] of Object.entries(elements)) expect(customElements.get(tag)).toBe(element)
})

test('[S2-01] the modal is appended to the body, unless appending is disabled or embedded mode is on', () => {
  createKit()
  expect(document.querySelectorAll('latchkey-modal')).toHaveLength(1)
  createKit({ disableAppend: true })
  createKit({ enableEmbedded: true })
  expect(document.querySelectorAll('latchkey-modal')).toHaveLength(1)
})

test('[D-03] destroying a kit takes its modal away and leaves the button without a kit', () => {
  const { kit } = createKit()
  const button = add('latchkey-button')
  expect(button.kit).toBe(kit)
  kit.destroy()
  expect(document.querySelector('latchkey-modal')).toBeNull()
  expect(button.kit).toBeUndefined()
  expect(inner(button).disabled).toBe(true)
})

test('[D-03] an element follows the kit it was given, otherwise the first on the page', () => {
  const first = createKit({ id: 'first' }).kit
  const second = createKit({ id: 'second' }).kit
  const plain = add('latchkey-button')
  const bound = add('latchkey-button')
  bound.kit = second
  expect(plain.kit).toBe(first)
  expect(bound.kit).toBe(second)
  inner(bound).click()
  expect(first.store.get().modal.isOpen).toBe(false)
  expect(second.store.get().modal.isOpen).toBe(true)
  first.destroy()
  expect(plain.kit).toBe(second)
})

test('a button that stands on the page before its kit finds it as soon as it comes', () => {
  const button = add('latchkey-button')
  expect(inner(button).disabled).toBe(true)
  expect(inner(button).textContent).toBe('Connect wallet')
  const { kit } = createKit()
  expect(button.kit).toBe(kit)
  expect(inner(button).textContent).toBe('Connect wallet')
})

test('a kit set before the element was defined is not lost', () => {
  const { kit } = createKit()
  const other = createKit({ id: 'other' }).kit
  const element = document.createElement('latchkey-button')
  // What a framework does that sets the property on an element that is not upgraded yet.
  Object.defineProperty(element, 'kit', { value: other, configurable: true, writable: true })
  document.body.append(element)
  expect(element.kit).toBe(other)
  expect(element.kit).not.toBe(kit)
})

test('[S4-01] the button goes from connect over connecting to the account, and keeps its focus', async () => {
  const wallet = createFakeWallet({ asks: ['connect'] })
  const { kit } = createKit({ wallets: [wallet] })
  const button: Button = add('latchkey-button')
  button.focus()
  expect(inner(button).textContent).toBe('Connect wallet')

  const connecting = kit.connect({ connectorId: wallet.connector.id })
  await settle()
  expect(inner(button).textContent).toBe('Connecting…')
  expect(inner(button).ariaBusy).toBe('true')

  wallet.approve('connect')
  await connecting
  const address = wallet.activeAddress ?? ''
  expect(inner(button).textContent).toBe(`${address.slice(0, 6)}…${address.slice(-4)}`)
  expect(inner(button).ariaLabel).toContain(address)
  expect(button.shadowRoot?.activeElement).toBe(inner(button))
})

test('[S7-03] [D-11] an account with a name is shown by it, and read out with the address that signs', async () => {
  const wallet = createFakeWallet()
  const { kit, fetch } = createKit({ wallets: [wallet], gatewayUrl: 'https://gateway.test' })
  fetch.always(({ url }) =>
    url.includes('/v1/identity/') ? { json: { name: 'ada.example' } } : { status: 404 },
  )
  const button = add('latchkey-button')
  await kit.connect({ connectorId: wallet.connector.id })
  // The code that asks is loaded by the module system, which no fake clock moves.
  await vi.waitUntil(() => inner(button).textContent === 'ada.example', { timeout: 10_000 })
  expect(inner(button).ariaLabel).toBe(`Account ${wallet.activeAddress} (ada.example)`)
  wallet.changeAccounts(['0x00000000000000000000000000000000000000B1'])
  expect(inner(button).textContent).toBe('0x0000…00B1')
})

test('connect and account button stand in for each other', async () => {
  const { kit, wallets } = createKit()
  const connect = add('latchkey-connect-button')
  const account = add('latchkey-account-button')
  expect([connect.hidden, account.hidden]).toEqual([false, true])
  await kit.connect({ connectorId: wallets[0].connector.id })
  expect([connect.hidden, account.hidden]).toEqual([true, false])
})

test('[D-11] the account button shows the account that signs after the wallet changed it', async () => {
  const wallet = createFakeWallet()
  const { kit } = createKit({ wallets: [wallet] })
  const account = add('latchkey-account-button')
  await kit.connect({ connectorId: wallet.connector.id })
  wallet.changeAccounts(['0x1111111111111111111111111111111111111111'])
  await settle()
  expect(inner(account).textContent).toBe('0x1111…1111')
})

test('[S5-07] the button writes the balance as the language does, and the app reads it as it was', async () => {
  const { kit, context, wallets } = createKit({ language: german })
  const account = add('latchkey-account-button')
  await kit.connect({ connectorId: wallets[0].connector.id })
  const balance = { value: 1_234_567n * 10n ** 15n, decimals: 18, symbol: 'ETH', formatted: '1234.567' }
  context.store.set({ balances: { eip155: { status: 'ready', balance, retryAt: undefined } } })
  const [shown] = inner(account).children
  expect([shown?.textContent, shown?.getAttribute('dir')]).toEqual(['1.234,567 ETH', 'ltr'])
  expect(kit.store.get().balances.eip155?.balance?.formatted).toBe('1234.567')
})

test('a second press on the button closes the modal', () => {
  const { kit } = createKit()
  const button = add('latchkey-connect-button')
  inner(button).click()
  expect(kit.store.get().modal.isOpen).toBe(true)
  inner(button).click()
  expect(kit.store.get().modal.isOpen).toBe(false)
})

test('attributes change the words, the size and whether it can be pressed', () => {
  createKit()
  const button = add('latchkey-connect-button')
  button.setAttribute('label', 'Log in')
  button.setAttribute('size', 'lg')
  button.setAttribute('disabled', '')
  expect(inner(button).textContent).toBe('Log in')
  expect(inner(button).dataset.size).toBe('lg')
  expect(inner(button).disabled).toBe(true)
})

test('a button says what language it is in and runs its way, and without a kit it is English', () => {
  const language = {
    code: 'he',
    direction: 'rtl',
    page: { 'button.connect': 'חיבור ארנק' },
    load: async () => ({}),
  } as const
  const button = add('latchkey-button')
  expect(inner(button)).toMatchObject({ lang: 'en', dir: 'ltr' })
  const { kit } = createKit({ language })
  expect(inner(button)).toMatchObject({ lang: 'he', dir: 'rtl', textContent: 'חיבור ארנק' })
  expect(button.getAttributeNames()).not.toContain('dir')
  kit.destroy()
  expect(inner(button)).toMatchObject({ lang: 'en', dir: 'ltr', textContent: 'Connect wallet' })
})

test('[S5-14] the theme of the kit is on every element, and follows it', () => {
  const { kit } = createKit({ themeMode: 'light', themeVariables: { '--latchkey-accent': '#ffe600' } })
  const button = add('latchkey-button')
  expect(button.dataset.theme).toBe('light')
  expect(button.style.getPropertyValue('--latchkey-accent')).toBe('#ffe600')
  kit.setTheme({ mode: 'dark' })
  expect(button.dataset.theme).toBe('dark')
})

test('[S5-14] the modal wears the theme when it is opened, and the newest one', () => {
  // The page is never idle.
  vi.stubGlobal('requestIdleCallback', () => 0)
  const { kit } = createKit({ themeMode: 'light', themeVariables: { '--latchkey-accent': '#ffe600' } })
  const modal = document.querySelector('latchkey-modal')
  expect(modal?.dataset.theme).toBeUndefined()
  kit.setTheme({ mode: 'dark' })
  kit.open()
  expect(modal?.dataset.theme).toBe('dark')
  expect(modal?.style.getPropertyValue('--latchkey-accent')).toBe('#ffe600')
  kit.setTheme({ mode: 'light' })
  expect(modal?.dataset.theme).toBe('light')
})

test('[S5-14] before it is opened, the modal wears the theme as soon as the page is idle', () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  createKit({ themeMode: 'light' })
  const modal = document.querySelector('latchkey-modal')
  expect(modal?.dataset.theme).toBeUndefined()
  for (const run of idle) run()
  expect(modal?.dataset.theme).toBe('light')
})

const dialogOf = (modal: Element | null) => modal?.shadowRoot?.querySelector('dialog')

test('the modal opens and closes with the state of its kit', async () => {
  const { kit } = createKit()
  const dialog = () => dialogOf(document.querySelector('latchkey-modal'))
  kit.open()
  await expect.poll(() => dialog()?.open, patient).toBe(true)
  expect(dialog()?.dataset.mode).toBe('modal')
  kit.close()
  // It fades out first.
  await expect.poll(() => dialog()?.open, patient).toBe(false)
})

test('a modal whose window is at hand opens within the press', async () => {
  createKit()
  await loadModal(undefined)
  inner(add('latchkey-button')).click()
  expect(dialogOf(document.querySelector('latchkey-modal'))?.open).toBe(true)
})

test.for([
  { name: 'is drawn once while nobody has opened it', opens: false, times: 1 },
  { name: 'is not drawn for practice where somebody has', opens: true, times: 0 },
])('the content of the modal $name', async ({ opens, times }) => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  const passMoment = async () => {
    for (const run of idle.splice(0)) run()
    await settle()
  }
  const { kit } = createKit()
  const modal = document.querySelector('latchkey-modal')
  // The code has come, so that no moment passes while it is fetched.
  await loadContent(kit)
  // The window is made when its content is at hand, and one moment before that is drawn.
  for (let moments = 0; moments < 10 && !dialogOf(modal); moments++) await passMoment()
  expect(dialogOf(modal)?.open).toBe(false)
  const content = contentAtHand(kit)
  if (!content) throw new Error('The window was made without its content')
  const rehearse = vi.spyOn(content, 'rehearse')
  if (opens) kit.open()
  for (let moments = 0; moments < 3; moments++) await passMoment()
  expect(rehearse).toHaveBeenCalledTimes(times)
})

test('[S2-01] an embedded modal stands where the app put it, open from the start', async () => {
  const { kit } = createKit({ enableEmbedded: true })
  const modal = add('latchkey-modal')
  await expect.poll(() => dialogOf(modal)?.open, patient).toBe(true)
  expect(dialogOf(modal)?.dataset.mode).toBe('embedded')
  expect(kit.store.get().router.history.map(({ view }) => view)).toEqual(['Connect'])
})

test('[S9-12] the account button counts what has not ended, and says so to screen readers', async () => {
  const { kit, context } = createKit()
  const button = add('latchkey-button')
  await kit.connect({ connectorId: 'fake' })
  expect(inner(button).ariaLabel).not.toContain('pending')
  context.store.set({ pendingTransactions: { eip155: 2 } })
  expect(inner(button).lastElementChild?.textContent).toBe('2')
  expect(inner(button).ariaLabel).toMatch(/, 2 pending$/)
  context.store.set({ pendingTransactions: { eip155: 0 } })
  expect(inner(button).ariaLabel).not.toContain('pending')
})

test('[S4-10] a message for the page is shown while the modal is closed, one for the modal is not', async () => {
  const { kit, context, clock } = createKit()
  const modal = document.querySelector('latchkey-modal')
  const said = (role: string) => modal?.shadowRoot?.querySelector(`[role=${role}]`)?.textContent ?? ''
  showToast(context, { variant: 'error', text: 'Only inside' })
  await settle()
  expect(modal?.shadowRoot?.textContent).toBe('')
  clock.advance(limits.toastLifetime)
  showToast(context, { variant: 'success', text: 'Send 5 USDC: confirmed', isForPage: true })
  await expect.poll(() => said('status'), patient).toBe('Send 5 USDC: confirmed')
  expect(modal?.shadowRoot?.querySelector('dialog')?.open).toBe(false)
  clock.advance(limits.toastLifetime)
  expect(said('status')).toBe('')
  showToast(context, { variant: 'error', text: 'Send 5 USDC: failed', isForPage: true })
  expect(said('alert')).toBe('Send 5 USDC: failed')
  kit.open()
  expect(said('alert')).toBe('')
})

test('[D-02] no attribute has a property of its name that cannot be set: React sets what an element has', () => {
  for (const tag of [
    'latchkey-button',
    'latchkey-connect-button',
    'latchkey-account-button',
    'latchkey-network-button',
  ]) {
    const element = document.createElement(tag)
    for (const name of ['namespace', 'balance', 'label', 'size', 'disabled', 'chars-start', 'loading-label'])
      expect(Reflect.set(element, name, 'eip155'), `${tag} ${name}`).toBe(true)
  }
})
