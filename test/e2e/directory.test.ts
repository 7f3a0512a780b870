/** The list of all wallets, with the real directory behind it: search, filters, paging, keys, and no gateway. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { button, expectFact, inModal, modal, titled } from '../harness/app.js'
import { expectAccessible } from '../harness/axe.js'
import { startLoneGateway } from '../harness/loneGateway.js'
import { expect, test } from '../harness/remoteApp.js'
import { temporaryFolder } from '../harness/world.js'

const grid = (page: Page) => modal(page).getByRole('grid', { name: 'Wallets' })
const card = (page: Page, name: string) => grid(page).getByRole('button', { name, exact: true })

interface Opened {
  readonly href: string
  /** Whether it happened in the tap itself, as phones demand. */
  readonly isActive: boolean
}

/** Notes what taps open; nothing is there to be opened. */
const watchOpened = (context: BrowserContext) =>
  context.addInitScript(() => {
    const opened: Opened[] = []
    Object.assign(window, { opened })
    HTMLAnchorElement.prototype.click = function () {
      opened.push({ href: this.href, isActive: navigator.userActivation.isActive })
    }
  })
const openedBy = (page: Page) => page.evaluate(() => Reflect.get(window, 'opened') as Opened[])

async function openList(page: Page): Promise<void> {
  await button(page).click()
  await inModal(page, 'All wallets').click()
  await titled(page, 'All wallets').waitFor()
  await card(page, 'MetaMask').waitFor()
}

test('[S9-11] [S2-17] five hundred wallets are scrolled without growing the page, and searched', async ({
  open,
}) => {
  const { page } = await open()
  const asked: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/getWallets') asked.push(url)
  })
  await openList(page)
  await expectAccessible(page)
  const rows = Number(await grid(page).getAttribute('aria-rowcount'))
  expect(rows * 4).toBeGreaterThan(500)
  const size = () => modal(page).evaluate((dialog) => dialog.querySelectorAll('*').length)
  const before = await size()
  const sizes: number[] = []
  for (let share = 0.1; share <= 1; share += 0.1) {
    await grid(page).evaluate((element, part) => {
      element.scrollTop = element.scrollHeight * part
    }, share)
    // Cards come in place of the skeletons.
    await expect.poll(() => grid(page).getByRole('button').count()).toBeGreaterThan(12)
    sizes.push(await size())
  }
  expect(Math.max(...sizes)).toBeLessThan(before * 2)
  const pages = () =>
    asked.flatMap(({ searchParams }) =>
      searchParams.get('entries') === '40' ? [searchParams.get('page')] : [],
    )
  await expect.poll(() => pages().length).toBeGreaterThan(10)
  // None was asked for twice.
  expect(new Set(pages()).size).toBe(pages().length)

  await modal(page).getByRole('searchbox', { name: 'Search wallets' }).fill('  rainbow ')
  await card(page, 'Rainbow').waitFor()
  const search = asked.at(-1)?.searchParams
  expect([search?.get('search'), search?.get('entries')]).toEqual(['rainbow', '100'])
  await modal(page).getByRole('searchbox').fill('no such wallet at all')
  await modal(page).getByText('No wallet found').waitFor()
  await expectAccessible(page)
  await inModal(page, 'Show all wallets').click()
  await card(page, 'MetaMask').waitFor()
})

test('the list is walked with the keyboard alone', async ({ open }) => {
  const { page } = await open()
  await openList(page)
  const focused = () =>
    page.evaluate(() => {
      let element = document.activeElement
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      return element?.getAttribute('title') ?? element?.getAttribute('aria-label')
    })
  const names = await grid(page)
    .getByRole('button')
    .evaluateAll((cards) => cards.map((each) => each.getAttribute('title')))
  await modal(page).getByRole('searchbox').focus()
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe(names[0])
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toBe(names[1])
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe(names[5])
  await page.keyboard.press('Home')
  expect(await focused()).toBe(names[4])
  // One stop: Tab leaves the grid, and comes back to where it was.
  await page.keyboard.press('Shift+Tab')
  expect(await focused()).not.toBe(names[4])
  await page.keyboard.press('Tab')
  expect(await focused()).toBe(names[4])
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Control+Home')
  expect(await focused()).toBe(names[0])
  await page.keyboard.press('Enter')
  await expectFact(page, 'view', 'ConnectingWalletConnect')
})

test('[S2-16] an excluded wallet is neither listed nor found', async ({ open }) => {
  const { page } = await open({ options: { excludeWalletIds: ['io.metamask'] } })
  await button(page).click()
  await inModal(page, 'All wallets').click()
  await card(page, 'Rainbow').waitFor()
  expect(await card(page, 'MetaMask').count()).toBe(0)
  await modal(page).getByRole('searchbox').fill('metamask')
  await expect.poll(() => card(page, 'MetaMask').count()).toBe(0)
})

test('[S9-11] [S9-13] featured, custom and recommended wallets stand in the list, and lead to their own screen', async ({
  open,
}) => {
  const { page } = await open({
    options: {
      featuredWalletIds: ['me.rainbow'],
      customWallets: [{ id: 'own', name: 'Own wallet', mobile_link: 'own://' }],
    },
  })
  await button(page).click()
  const rows = modal(page).getByRole('list', { name: 'Wallets' }).getByRole('button')
  await modal(page).getByRole('button', { name: 'Own wallet' }).waitFor()
  const names = await rows.evaluateAll((each) => each.map((row) => row.textContent ?? ''))
  expect(names[0]).toContain('WalletConnect')
  expect(names[1]).toContain('Rainbow')
  expect(names[2]).toContain('Own wallet')
  expect(names.at(-1)).toContain('All wallets')
  expect(names).toHaveLength(6)
  await expectAccessible(page)
  await inModal(page, 'Rainbow').click()
  await titled(page, 'Rainbow').waitFor()
  await modal(page).getByRole('img', { name: 'QR code to connect Rainbow' }).waitFor()
  await inModal(page, 'Get it').click()
  await titled(page, 'Get Rainbow').waitFor()
  await modal(page).getByRole('tab', { name: 'iPhone' }).click()
  await expectAccessible(page)
})

test('[D-10] [D-13] a directory that is down says so, shows the best known wallets, and recovers in place', async ({
  open,
}) => {
  let isDown = true
  const { page, problems } = await open({
    prepare: (context) =>
      context.route(/\/getWallets/, (route) => (isDown ? route.abort() : route.continue())),
  })
  problems.expect(/Failed to load resource|getWallets/)
  await button(page).click()
  // The widget's own copy, so that Connect is never empty.
  await modal(page).getByRole('list', { name: 'Wallets' }).getByRole('button', { name: 'MetaMask' }).waitFor()
  await inModal(page, 'All wallets').click()
  await modal(page).getByRole('alert').getByText('could not be loaded').waitFor({ timeout: 30_000 })
  await card(page, 'MetaMask').waitFor()
  await expectAccessible(page)
  isDown = false
  await inModal(page, 'Try again').click()
  await expect.poll(() => grid(page).getAttribute('aria-rowcount'), { timeout: 20_000 }).toMatch(/^1\d\d$/)
  expect(await modal(page).getByText('could not be loaded').count()).toBe(0)
})

test('[D-24] on a phone the button waits for its link, and one tap opens the app with the pairing', async ({
  open,
}) => {
  const { page } = await open({
    isOnPhone: true,
    options: { customWallets: [{ id: 'own', name: 'Own wallet', mobile_link: 'own://' }] },
    prepare: watchOpened,
  })
  const opened = () => openedBy(page)
  await button(page).tap()
  await modal(page).getByRole('button', { name: 'Own wallet' }).waitFor()
  await expect
    .poll(() => page.evaluate(() => window.kit.store.get().connections.eip155?.attempt?.uri), {
      timeout: 20_000,
    })
    .toMatch(/^wc:/)
  const uri = await page.evaluate(() => window.kit.store.get().connections.eip155?.attempt?.uri)
  await modal(page).getByRole('button', { name: 'Own wallet' }).tap()
  const href = `own://wc?uri=${encodeURIComponent(uri ?? '')}`
  await expect.poll(opened).toEqual([{ href, isActive: true }])
  await titled(page, 'Own wallet').waitFor()
  await inModal(page, 'Open Own wallet').tap()
  await expect.poll(async () => (await opened()).length).toBe(2)
  // Nothing opened: the page is still in sight.
  await modal(page).getByText('Own wallet did not open').waitFor()
  await inModal(page, 'QR code').tap()
  await modal(page).getByRole('img', { name: 'QR code to connect Own wallet' }).waitFor()
})

test('[D-24] on a phone the wallets that are recommended open from there, those without a pairing link in their own browser', async ({
  open,
}) => {
  const { page } = await open({ isOnPhone: true, prepare: watchOpened })
  await button(page).tap()
  const row = modal(page).getByRole('button', { name: 'Phantom' })
  await row.getByText('Opens this page in its own browser').waitFor()
  await row.tap()
  const address = encodeURIComponent(page.url())
  const origin = encodeURIComponent(new URL(page.url()).origin)
  const href = `https://phantom.app/ul/browse/${address}?ref=${origin}`
  await expect.poll(() => openedBy(page)).toEqual([{ href, isActive: true }])
  await modal(page).getByText('This page opens in Phantom').waitFor()
  // Nothing opened: the page is still in sight.
  await modal(page).getByText('Phantom did not open').waitFor()
  await inModal(page, 'Get the app').tap()
  await expect.poll(async () => (await openedBy(page)).at(-1)?.href).toMatch(/^https:\/\/apps\.apple\.com\//)
  await inModal(page, 'Copy address').tap()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
})

test('[D-24] in Telegram no wallet is recommended that it does not open, and what is left is said', async ({
  open,
}) => {
  const telegram = (context: BrowserContext) =>
    context.addInitScript(() => Object.assign(window, { TelegramWebviewProxy: {} }))
  const { page } = await open({
    isOnPhone: true,
    options: { customWallets: [{ id: 'own', name: 'Own wallet', mobile_link: 'own://' }] },
    prepare: async (context) => {
      await telegram(context)
      await watchOpened(context)
    },
  })
  await button(page).tap()
  await inModal(page, 'Own wallet').tap()
  await modal(page).getByText('Own wallet does not open from here').waitFor()
  expect(await inModal(page, 'Open Own wallet').count()).toBe(0)
  expect(await openedBy(page)).toEqual([])
  const copied = async () => {
    await inModal(page, 'Copy link').tap()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  await expect.poll(copied, { timeout: 20_000 }).toMatch(/^wc:/)
  await inModal(page, 'QR code').tap()
  await modal(page).getByRole('img', { name: 'QR code to connect Own wallet' }).waitFor()
})

test('[D-24] a wallet that takes no pairing is never shown with a code to scan', async ({ open }) => {
  const { page } = await open({ isOnPhone: true })
  await button(page).tap()
  await inModal(page, 'All wallets').tap()
  await modal(page).getByRole('searchbox', { name: 'Search wallets' }).fill('taho')
  await card(page, 'Taho').tap()
  await modal(page).getByText('Taho cannot be reached from here').waitFor()
  await modal(page).getByText('It is an extension for the browser of a computer').waitFor()
  expect(
    await modal(page)
      .getByRole('img', { name: /QR code/ })
      .count(),
  ).toBe(0)
})

test('[D-24] opened before its link is there, the wallet’s button can only be pressed when it is', async ({
  open,
}) => {
  let mend = () => {}
  const { page } = await open({
    isOnPhone: true,
    options: { customWallets: [{ id: 'own', name: 'Own wallet', mobile_link: 'own://' }] },
    prepare: async (context) => {
      // The relay takes its time: the link is ready when it has answered.
      await context.routeWebSocket(/\/relay/, async (socket) => {
        await new Promise<void>((resolve) => {
          mend = resolve
        })
        socket.connectToServer()
      })
    },
  })
  await button(page).tap()
  await modal(page).getByRole('button', { name: 'Own wallet' }).tap()
  await titled(page, 'Own wallet').waitFor()
  const go = modal(page).getByRole('button', { name: 'Open Own wallet' })
  await go.waitFor()
  expect(await go.isDisabled()).toBe(true)
  mend()
  await expect.poll(() => go.isDisabled(), { timeout: 30_000 }).toBe(false)
})

test('certified wallets are shown by themselves, as the operator certified them', async ({ open }) => {
  const file = join(temporaryFolder(), 'directory.json')
  const badge_type = 'certified'
  const add = [{ slug: 'sealed', name: 'Sealed wallet', badge_type, mobile_link: 'sealed://' }]
  writeFileSync(file, JSON.stringify({ add, override: { metamask: { badge_type } } }))
  const lone = await startLoneGateway({ offset: 400, env: { LATCHKEY_DIRECTORY: file } })
  const { page } = await open({
    // The app keeps its gateway; this operator's list is in the place of the other.
    prepare: (context) =>
      context.route('**/getWallets?*', async (route) => {
        const { search } = new URL(route.request().url())
        const answer = await fetch(`${lone.origin}/getWallets${search}`)
        await route.fulfill({
          status: answer.status,
          headers: { 'access-control-allow-origin': '*', 'content-type': 'application/json' },
          body: await answer.text(),
        })
      }),
  })
  await openList(page)
  await inModal(page, 'Certified').click()
  await card(page, 'Sealed wallet').waitFor()
  await card(page, 'MetaMask').waitFor()
  await expect.poll(() => grid(page).getByRole('button').count()).toBe(2)
  await expectAccessible(page)
  await inModal(page, 'Certified').click()
  await expect.poll(() => grid(page).getByRole('button').count()).toBeGreaterThan(10)
})
