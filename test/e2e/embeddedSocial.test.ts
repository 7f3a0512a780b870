/** Signing in to the embedded wallet without a mail: with each service, with Farcaster, with a passkey; and at a second app. */
import type { BrowserContext, Page } from 'playwright-core'
import { inject } from 'vitest'
import type { AppSettings } from '../harness/app.js'
import { test as base, expect } from '../harness/browse.js'
import { modal, nonceComplaint, pressInFrame, walletFrame } from '../harness/embedded.js'
import { serve, strictPolicy } from '../harness/site.js'

const { wallet, gateway, evm } = inject('origins')
const people = `http://localhost:${inject('base') + 10}`

const settings: AppSettings = {
  node: evm,
  networks: [{ id: 31337, name: 'Local' }],
  options: { gatewayUrl: gateway, walletUrl: wallet, features: { analytics: false } },
  adapters: ['eip155'],
}

const test = base
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the needed fixtures from this pattern.
  .extend('sites', { scope: 'file' }, async ({}, { onCleanup }) => {
    // On a phone the kit offers wallets over the relay as well.
    const relay = gateway.replace(/^http/, 'ws')
    const policy = `${strictPolicy}; connect-src 'self' ${evm} ${gateway} ${relay}; frame-src ${wallet}`
    const site = () => serve({ port: 0, folder: inject('pagesFolder'), policy })
    const sites = [await site(), await site()] as const
    onCleanup(async () => void (await Promise.all(sites.map((each) => each.close()))))
    return sites
  })
  .extend('enter', ({ visit, sites }) => {
    const address = (origin: string) =>
      `${origin}/app.html?${new URLSearchParams({ settings: JSON.stringify(settings) })}`
    return async (options: { readonly userAgent?: string } = {}) => {
      const { page, problems } = await visit('about:blank', {
        ...options,
        origins: [...sites.map(({ origin }) => origin), wallet, gateway, evm, people],
        reducedMotion: 'reduce',
      })
      problems.expect(nonceComplaint)
      // The stand-ins have no icon.
      problems.expect(/\/favicon\.ico/)
      await page.goto(address(sites[0].origin))
      return { page, second: () => page.goto(address(sites[1].origin)) }
    }
  })

const openModal = (page: Page) => page.locator('latchkey-button').getByRole('button').click()
const fact = (page: Page, name: string) => page.getByTestId(name).textContent()
const isConnected = (page: Page) =>
  expect.poll(() => fact(page, 'status'), { timeout: 20_000 }).toBe('connected')

async function shownNumber(page: Page): Promise<string> {
  const read = await modal(page)
    .getByText(/^Number to type:/)
    .textContent({ timeout: 20_000 })
  return (read ?? '').replaceAll(/\D/g, '')
}

/** The button of a service: among the first, or behind "more". */
async function rowOf(page: Page, service: string) {
  const list = modal(page).getByRole('list', { name: 'Continue with an account you have' })
  await list.waitFor()
  const first = list.getByRole('button', { name: `Continue with ${service}`, exact: true })
  if (await first.isVisible()) return first
  await list.getByRole('button', { name: 'More services' }).click()
  return list.getByRole('button', { name: service, exact: true })
}

/** Presses the service's button and does in its window what it asks for. Without a person, the service knows them. */
async function signInWith(page: Page, service: string, person?: string): Promise<void> {
  await openModal(page)
  const row = await rowOf(page, service)
  const [tab] = await Promise.all([page.context().waitForEvent('page'), row.click()])
  await tab.getByLabel('The number that it shows').fill(await shownNumber(page))
  await tab.getByRole('button', { name: `Continue to ${service}` }).click()
  if (person) await tab.getByRole('button', { name: person }).click()
  await isConnected(page)
}

test.for(['Google', 'GitHub', 'Apple', 'Facebook', 'X', 'Discord'])(
  '[S1-02] with %s, in a window that asks for the number',
  async (service, { enter }) => {
    const { page } = await enter()
    await signInWith(page, service, 'Alice Local')
    expect(await fact(page, 'account')).toMatch(/^0x[0-9a-fA-F]{40}$/)
  },
)

test('a person of a service has one wallet at every app, and a reload keeps it', async ({ enter }) => {
  const { page, second } = await enter()
  await signInWith(page, 'Google', 'Bob Local')
  const address = await fact(page, 'account')
  await second()
  expect(await fact(page, 'status')).toBe('disconnected')
  await signInWith(page, 'Google')
  expect(await fact(page, 'account')).toBe(address)
  await page.reload()
  await isConnected(page)
  expect(await fact(page, 'account')).toBe(address)
})

test('[S2-12] [F-M] in Telegram, which has no windows, the person leaves in the same tab and comes back signed in', async ({
  enter,
}) => {
  const { page } = await enter({ userAgent: 'Mozilla/5.0 (Linux; Android 15) Telegram-Android/11.4.2' })
  const before = new URL(page.url())
  await openModal(page)
  await (await rowOf(page, 'Google')).click()
  await page.getByRole('button', { name: 'Continue to Google' }).click()
  await page.getByRole('button', { name: 'Alice Local' }).click()
  await isConnected(page)
  expect(await fact(page, 'account')).toMatch(/^0x[0-9a-fA-F]{40}$/)
  expect(page.url()).toBe(before.href)
  expect(page.context().pages()).toHaveLength(1)
})

test('[S1-02] with Farcaster: the code is signed on the phone', async ({ enter }) => {
  const { page } = await enter()
  await openModal(page)
  await (await rowOf(page, 'Farcaster')).click()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await modal(page).getByRole('button', { name: 'Copy link' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toMatch(/^http/)
  const url = await copied()
  const phone = await page.context().newPage()
  await phone.goto(url)
  await phone.getByRole('button', { name: /Alice/ }).click()
  await isConnected(page)
  expect(await fact(page, 'account')).toMatch(/^0x[0-9a-fA-F]{40}$/)
})

/** A passkey in the browser itself, as a phone or a laptop has one. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('[S1-02] [D-31] with a passkey that is made in the wallet’s own window', async ({ enter }) => {
  const { page } = await enter()
  await openModal(page)
  await modal(page).getByRole('button', { name: 'Continue with a passkey' }).click()
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    pressInFrame(page, 'Make a new passkey'),
  ])
  await addAuthenticator(page.context(), tab)
  const told = await walletFrame(page)
    .getByText(/^Type this number in the window/)
    .innerText()
  const number = told.replaceAll(/\D/g, '')
  await tab.getByLabel('The number that the app shows you').fill(number)
  await tab.getByRole('button', { name: 'Make a new wallet with a passkey' }).click()
  await isConnected(page)
  expect(await fact(page, 'account')).toMatch(/^0x[0-9a-fA-F]{40}$/)
})
