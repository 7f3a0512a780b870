/** Another address for a wallet: said yes to in its own window, then a code from the old mailbox and one from the new. */
import { inject } from 'vitest'
import { test as base, expect } from '../harness/browse.js'
import {
  lockWithPin,
  modal,
  newEmail,
  nonceComplaint,
  openWindow,
  readCode,
  signInByEmail,
  typeCode,
} from '../harness/embedded.js'

const test = base.extend('enter', ({ visit, origins }) => async (email: string) => {
  const { page, problems } = await visit(`${origins.playground}/`)
  problems.expect(nonceComplaint)
  await page.locator('latchkey-connect-button').getByRole('button').click()
  await signInByEmail(page, email)
  await expect.poll(() => page.getByTestId('status').textContent(), { timeout: 20_000 }).toBe('connected')
  return { page, problems }
})

const { wallet } = inject('origins')

test('[S4-12] the address is read in the window, and changed by a code to the old one and a code to the new one', {
  timeout: 120_000,
}, async ({ enter }) => {
  const [old, fresh] = [newEmail(), newEmail()]
  const { page, problems } = await enter(old)
  await modal(page).waitFor({ state: 'hidden' })
  await page.locator('latchkey-account-button').getByRole('button').click()
  await modal(page).getByRole('button', { name: 'Account details' }).click()
  await modal(page).getByRole('button', { name: 'Change email address' }).click()
  await modal(page).getByRole('textbox', { name: 'New email address' }).fill(fresh)
  // Before the person said yes in the window, and before the mailbox may get its next mail.
  problems.expect(/status of (?:403|429) .*\/api\/v1\/me\/email\/start/)
  await page.keyboard.press('Enter')

  const tab = await openWindow(page, 'Open the wallet window')
  await tab.getByText(fresh).waitFor()
  await tab.getByRole('button', { name: 'Use this address' }).click()
  await lockWithPin(tab)

  await page.bringToFront()
  await modal(page).getByText('Step 1 of 2').waitFor({ timeout: 45_000 })
  await typeCode(page, await readCode(old, /Change the address of your wallet/))
  await modal(page).getByText('Step 2 of 2').waitFor()
  await typeCode(page, await readCode(fresh, /Confirm your new address/))
  await modal(page).getByRole('button', { name: fresh }).waitFor()
  expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain(old)

  // The old mailbox can take it back: the link alone changes nothing.
  const link = await readCode(old, /was changed/, /http:\S+\/email#\S+/)
  expect(link.startsWith(wallet)).toBe(true)
})
