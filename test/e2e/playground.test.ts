/** The walking skeleton: a visitor of the playground opens the modal, looks around, connects and leaves. */
import type { Locator, Page } from 'playwright-core'
import { expectAccessible } from '../harness/axe.js'
import { test as base, expect, phone, type VisitOptions } from '../harness/browse.js'
import { expectFits } from '../harness/layout.js'
import { shootSizes } from '../harness/shots.js'

const test = base.extend('open', ({ visit, origins }) => async (options?: VisitOptions) => {
  const { page } = await visit(`${origins.playground}/`, options)
  return page
})

const connectButton = (page: Page) => page.locator('latchkey-button').getByRole('button')
const modal = (page: Page) => page.getByRole('dialog')
const titled = (page: Page, name: string) => modal(page).getByRole('heading', { name })

async function openModal(page: Page): Promise<Locator> {
  await connectButton(page).click()
  await titled(page, 'Connect wallet').waitFor()
  return modal(page)
}

/** The element that has the focus, however many shadow roots deep. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    let element = document.activeElement
    const hosts: string[] = []
    while (element?.shadowRoot?.activeElement) {
      hosts.push(element.localName)
      element = element.shadowRoot.activeElement
    }
    return [...hosts, element?.localName].join(' > ')
  })
}

test('[S2-04] a click on the button opens the modal on Connect', async ({ open }) => {
  const page = await open()
  const dialog = await openModal(page)
  await dialog.getByRole('list', { name: 'Wallets' }).waitFor()
  await expect.poll(() => page.getByTestId('modal').textContent()).toBe('open')
})

test('[S2-01] the modal is a custom element at the end of the body, drawn in a shadow root of its own', async ({
  open,
}) => {
  const page = await open()
  await openModal(page)
  const facts = await page.evaluate(() => {
    const element = document.querySelector('latchkey-modal')
    const root = element?.shadowRoot
    return {
      isInBody: element?.parentElement === document.body,
      sheets: root?.adoptedStyleSheets.length ?? 0,
      styleTags: root?.querySelectorAll('style, link').length,
      styleTagsOfPage: document.querySelectorAll('style').length,
    }
  })
  expect(facts).toMatchObject({ isInBody: true, styleTags: 0, styleTagsOfPage: 0 })
  expect(facts.sheets).toBeGreaterThan(0)
})

test('Escape closes the modal and the focus returns to the button', async ({ open }) => {
  const page = await open()
  await openModal(page)
  expect(await focused(page)).toMatch(/^latchkey-modal > /)
  await page.keyboard.press('Escape')
  await modal(page).waitFor({ state: 'hidden' })
  await expect.poll(() => focused(page)).toBe('latchkey-button > button')
})

test('everything works with the keyboard alone, and the focus stays inside', async ({ open }) => {
  const page = await open()
  const button = connectButton(page)
  await button.waitFor()
  for (let steps = 0; steps < 20 && (await focused(page)) !== 'latchkey-button > button'; steps += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await titled(page, 'Connect wallet').waitFor()

  const seen = new Set<string>()
  for (let steps = 0; steps < 15; steps += 1) {
    await page.keyboard.press('Tab')
    seen.add((await focused(page)).split(' > ')[0] ?? '')
  }
  // A native dialog lets the focus out to the browser's own bars, which reads as the body; the page is inert.
  seen.delete('body')
  expect([...seen]).toEqual(['latchkey-modal'])

  await modal(page).getByRole('button', { name: 'Learn how they work' }).press('Enter')
  await titled(page, 'What is a wallet?').waitFor()
  await modal(page).getByRole('button', { name: 'Back' }).press('Enter')
  await titled(page, 'Connect wallet').waitFor()
  await modal(page).getByRole('button', { name: 'Close' }).press('Enter')
  await modal(page).waitFor({ state: 'hidden' })
})

test('a click outside closes the modal, a click inside does not', async ({ open }) => {
  const page = await open()
  await openModal(page)
  await titled(page, 'Connect wallet').click()
  expect(await modal(page).isVisible()).toBe(true)
  await page.mouse.click(8, 400)
  await modal(page).waitFor({ state: 'hidden' })
})

test('[S2-04] connected, the button opens Account; disconnecting leads back to Connect', async ({ open }) => {
  const page = await open()
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: 'Demo Wallet' }).click()
  await expect.poll(() => page.getByTestId('status').textContent()).toBe('connected')
  await modal(page).waitFor({ state: 'hidden' })
  const address = await page.getByTestId('account').textContent()
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  await expect.poll(() => page.getByTestId('balance').textContent()).toMatch(/^[\d.,]+ ETH$/)

  await connectButton(page).click()
  await titled(page, 'Account').waitFor()
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect.poll(() => page.getByTestId('status').textContent()).toBe('disconnected')
})

test('[S4-02] a reload restores the connection', async ({ open }) => {
  const page = await open()
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: 'Demo Wallet' }).click()
  await expect.poll(() => page.getByTestId('status').textContent()).toBe('connected')
  const address = await page.getByTestId('account').textContent()
  await page.reload()
  await expect.poll(() => page.getByTestId('status').textContent()).toBe('connected')
  expect(await page.getByTestId('account').textContent()).toBe(address)
})

test('[D-22] the page runs under a policy without exceptions and asks no other host', async ({
  open,
  origins,
}) => {
  const answer = await fetch(`${origins.playground}/`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'self'")
  // S2-01: the one thing that is not its own.
  const frames = `frame-src ${origins.wallet}`
  expect(policy).toContain(frames)
  expect(policy.replace(frames, '')).not.toMatch(/unsafe-|https?:|wss?:|data:|blob:|\*/)
  // Every complaint, a request to another origin included, fails the test when the visit ends.
  const page = await open()
  await openModal(page)
})

async function useTheme(page: Page, theme: 'light' | 'dark') {
  await page.getByRole('button', { name: /^Use the (light|dark) theme$/ }).waitFor()
  const other = page.getByRole('button', { name: `Use the ${theme} theme` })
  if (await other.isVisible()) await other.click()
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme)
}

test.for(['light', 'dark'] as const)(
  'everyone can use the page and the modal: %s',
  async (theme, { open }) => {
    const page = await open()
    await useTheme(page, theme)
    await shootSizes(page, `playground.${theme}`)
    await expectAccessible(page)
    await openModal(page)
    await shootSizes(page, `connect.${theme}`)
    await expectAccessible(page)
  },
)

test('on a phone nothing sticks out and the modal can be used', async ({ open }) => {
  const page = await open({ viewport: phone, hasTouch: true, isMobile: true })
  await expectFits(page)
  await connectButton(page).tap()
  await titled(page, 'Connect wallet').waitFor()
  await expectFits(page)
  await modal(page).getByRole('button', { name: 'Close' }).tap()
  await modal(page).waitFor({ state: 'hidden' })
})

test('[D-10] [S8-02] with the gateway gone, the page works, connects, and says what it cannot load', async ({
  visit,
  origins,
}) => {
  const { page, problems } = await visit('about:blank', { origins: [origins.playground, origins.wallet] })
  problems.expect(/Failed to load resource: net::ERR_FAILED .*\/gateway\//)
  await page.route('**/gateway/**', (route) => route.abort())
  await page.goto(`${origins.playground}/`)
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: 'Demo Wallet' }).click()
  await expect.poll(() => page.getByTestId('status').textContent()).toBe('connected')

  await modal(page).waitFor({ state: 'hidden' })
  await connectButton(page).click()
  await titled(page, 'Account').waitFor()
  await dialog.getByText('Token Balance Unavailable').waitFor({ timeout: 20_000 })
  // Tried at every node that the page has, one after the other, before it is given up.
  await dialog.getByText('Balance unavailable', { exact: true }).waitFor({ timeout: 40_000 })
})
