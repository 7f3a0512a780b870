/** A visitor without a wallet: signs up by email, comes back, and leaves. */
import type { Page } from 'playwright-core'
import { expectAccessible } from '../harness/axe.js'
import { test as base, expect, phone } from '../harness/browse.js'
import {
  modal,
  newEmail,
  nonceComplaint,
  sendEmail,
  shownNumber,
  signInByEmail,
} from '../harness/embedded.js'
import { expectFits } from '../harness/layout.js'

const test = base.extend('open', ({ visit, origins }) => async (options?: Parameters<typeof visit>[1]) => {
  const { page, problems } = await visit(`${origins.playground}/`, options)
  problems.expect(nonceComplaint)
  await page.locator('latchkey-connect-button').getByRole('button').click()
  await modal(page).getByRole('heading', { name: 'Connect wallet' }).waitFor()
  return { page, problems }
})

const fact = (page: Page, name: string) => page.getByTestId(name).textContent()
const status = (page: Page) => expect.poll(() => fact(page, 'status'), { timeout: 20_000 })

test('[S4-12] by email: the mail’s page asks for the number, gives the code, and the wallet is there, also after a reload', {
  timeout: 120_000,
}, async ({ open }) => {
  const { page } = await open()
  const email = newEmail()
  await signInByEmail(page, email)
  await status(page).toBe('connected')
  const address = await fact(page, 'account')
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  await modal(page).waitFor({ state: 'hidden' })

  // S2-01: in the page, and out of sight.
  const frame = page.locator('#w3m-iframe')
  expect(await frame.count()).toBe(1)
  expect(await frame.isVisible()).toBe(false)

  await page.reload()
  await status(page).toBe('connected')
  expect(await fact(page, 'account')).toBe(address)

  // S4-06: what is kept of the sign-in goes when the person does.
  expect(await kept(page)).toContain(email)
  await page.locator('latchkey-account-button').getByRole('button').click()
  await modal(page).getByRole('button', { name: 'Account details' }).click()
  await modal(page).getByText(email).waitFor()
  // The view before has a button of that name too, for as long as it slides away.
  await modal(page).locator('[data-phase="leaving"]').waitFor({ state: 'detached' })
  await modal(page).getByRole('button', { name: 'Disconnect' }).click()
  await status(page).toBe('disconnected')
  expect(await kept(page)).not.toContain(email)
  await page.reload()
  await page.getByTestId('status').waitFor()
  expect(await fact(page, 'status')).toBe('disconnected')
})

const kept = (page: Page) => page.evaluate(() => JSON.stringify(Object.entries(localStorage)))

test('[S5-02] on a phone the number fits, and the next mail waits its 30 seconds', async ({ open }) => {
  const { page } = await open({ viewport: phone, hasTouch: true, isMobile: true })
  await sendEmail(page, newEmail())
  await modal(page).getByRole('heading', { name: 'Check your mail' }).waitFor()
  expect(await shownNumber(page)).toMatch(/^\d\d$/)
  await modal(page)
    .getByRole('button', { name: /^Send again in \d+ s$/ })
    .waitFor()
  await expectFits(page)
  await expectAccessible(page)
  // Back is the way to another address, and the first one is given up.
  await modal(page).getByRole('button', { name: 'Back' }).click()
  await modal(page).getByRole('textbox', { name: 'Email address' }).waitFor()
})
