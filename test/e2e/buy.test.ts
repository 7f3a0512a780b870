/** Buying in the sandbox of the local gateway: offers, the card form in its own window, and real tokens on the local chain. */
import type { Page } from 'playwright-core'
import { createPublicClient, http } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { inject } from 'vitest'
import {
  type App,
  button,
  connect,
  expect,
  expectFact,
  inModal,
  modal,
  type OpenInput,
  test,
  titled,
} from '../harness/app.js'
import { expectAccessible } from '../harness/axe.js'
import { layGatewayCable } from '../harness/gatewayCable.js'
import { shootSizes } from '../harness/shots.js'

const { evm, gateway } = inject('origins')
const chain = createPublicClient({ transport: http(evm) })

const said = (page: Page, text: string | RegExp) => modal(page).getByText(text).first().waitFor()
const amount = (page: Page) => modal(page).getByRole('textbox', { name: 'Amount to pay' })
const offer = (page: Page) => inModal(page, /from Sandbox/)

async function openShop(
  open: (input?: OpenInput) => Promise<App>,
  { themeMode = 'dark' }: { themeMode?: 'dark' | 'light' } = {},
): Promise<App> {
  const app = await open({
    hasGateway: true,
    wallets: [{ name: 'Lab', privateKeys: [generatePrivateKey()] }],
    options: { gatewayUrl: gateway, features: { analytics: false }, themeMode },
  })
  await connect(app.page)
  return app
}

async function goToShop(page: Page): Promise<void> {
  // After a reload the wallet is asked first.
  await expectFact(page, 'status', 'connected')
  await button(page).click()
  await titled(page, 'Account').waitFor()
  // An empty account offers it twice.
  await inModal(page, 'Buy').first().click()
  await titled(page, 'Buy').waitFor()
}

/** On to the offers for 100 dollars of ether. */
async function compareEther(page: Page): Promise<void> {
  await amount(page).waitFor()
  if (!(await modal(page).getByText('ETH on Local').isVisible())) {
    await inModal(page, /on Local$/).click()
    await modal(page).getByRole('searchbox', { name: 'Search tokens' }).fill('ether')
    await modal(page).getByRole('grid').getByRole('button').first().click()
  }
  await amount(page).fill('100')
  await inModal(page, 'Compare offers').click()
}

/** Presses the offer, and pays in the window that opens. */
async function openWindow(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await offer(page).click()
  const form = await opened
  await form.getByRole('heading', { name: /^Pay 100/ }).waitFor()
  return form
}

async function pay(form: Page): Promise<void> {
  await form.getByLabel('Card number').fill('4242 4242 4242 4242')
  await form.getByRole('button', { name: /^Pay 100/ }).click()
}

test('[S7-17] [S7-18] [S7-19] [D-18] tokens are bought in the sandbox and arrive on the chain, followed from the press to the balance', async ({
  open,
}) => {
  const { page, wallet } = await openShop(open)
  const [address = '0x'] = wallet('Lab').addresses
  await goToShop(page)
  await amount(page).fill('5')
  await said(page, 'The least is $10.00')
  await expectAccessible(page)
  await shootSizes(page, 'buy.amount.dark')
  await compareEther(page)
  await offer(page).waitFor()
  await expectAccessible(page)
  await shootSizes(page, 'buy.offers.dark')

  const form = await openWindow(page)
  expect(await form.evaluate(() => window.opener)).toBeNull()
  await said(page, 'Continue at Sandbox')
  await expectAccessible(page)
  await shootSizes(page, 'buy.progress.dark')
  expect(await chain.getBalance({ address })).toBe(0n)
  await pay(form)
  await said(page, /ETH arrived$/)
  await said(page, /^You now hold/)
  await expectAccessible(page)
  await shootSizes(page, 'buy.arrived.dark')
  expect(await chain.getBalance({ address })).toBeGreaterThan(0n)
  await inModal(page, 'Done').click()
  await titled(page, 'Account').waitFor()
  await expect.poll(() => button(page).textContent()).not.toContain('0.000 ETH')
})

test('a reload at every step goes on where it was, and a blocked window leaves a link', async ({ open }) => {
  const { page, wallet, problems } = await openShop(open, { themeMode: 'light' })
  // The browser tells its console of the card that the sandbox declines.
  problems.expect(/status of 422 .*\/onramp\/sandbox\//)
  const [address = '0x'] = wallet('Lab').addresses
  await page.context().addInitScript(() => {
    // As a browser does that blocks what a page opens.
    window.open = () => null
  })
  await page.reload()
  await goToShop(page)
  await expectAccessible(page)
  await shootSizes(page, 'buy.amount.light')
  await compareEther(page)
  await offer(page).waitFor()
  await shootSizes(page, 'buy.offers.light')
  // Nothing was begun: the form is empty again.
  await page.reload()
  await goToShop(page)
  await compareEther(page)
  await offer(page).click()
  await said(page, 'Your browser blocked the window')
  await expectAccessible(page)
  await shootSizes(page, 'buy.blocked.light')

  await page.reload()
  await goToShop(page)
  await said(page, 'Continue at Sandbox')
  const opened = page.context().waitForEvent('page')
  await modal(page)
    .getByRole('link', { name: /^Open Sandbox/ })
    .click()
  const form = await opened
  await form.getByLabel('Card number').fill('4000 0000 0000 0002')
  await form.getByRole('button', { name: /^Pay 100/ }).click()
  await form.getByText('The card was declined').waitFor()
  await pay(form)
  await form.getByText(/^Paid|^Delivered/).waitFor()
  await page.reload()
  await goToShop(page)
  await said(page, /ETH arrived$/)
  expect(await chain.getBalance({ address })).toBeGreaterThan(0n)

  // Told once: the next time there is a form.
  await page.reload()
  await goToShop(page)
  await amount(page).waitFor()
})

test('[D-18] [D-13] without the gateway there are estimates that say so, at every step, and it goes on where it was', async ({
  open,
}) => {
  const { page, problems } = await openShop(open)
  const cable = await layGatewayCable(page.context(), problems)
  cable.cut(/onramp/)
  await goToShop(page)
  await said(page, 'The shop does not answer')
  await amount(page).fill('100')
  await inModal(page, 'Compare offers').click()
  await said(page, 'About $98.00 to $99.00 worth of ETH')
  await said(page, /this is not an offer/)
  expect(await offer(page).count()).toBe(0)
  await expectAccessible(page)
  await shootSizes(page, 'buy.estimate.dark')
  cable.mend()
  await inModal(page, 'Try again').click()
  await offer(page).waitFor()

  // The page of the provider cannot be had: the window closes, and nothing was begun.
  cable.cut(/widget/)
  await offer(page).click()
  await said(page, /Nothing was paid\.$/)
  await expect.poll(() => page.context().pages().length).toBe(1)
  await expectAccessible(page)
  await shootSizes(page, 'buy.not-opened.dark')
  cable.mend()

  // Nobody says how far it is; the purchase goes on all the same.
  const form = await openWindow(page)
  cable.cut(/orders/)
  await said(page, 'No connection. Trying again…')
  await shootSizes(page, 'buy.lost.dark')
  cable.mend()
  await pay(form)
  await said(page, /ETH arrived$/)
})
