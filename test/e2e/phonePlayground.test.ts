/** What a newcomer tries first: the playground and the phone side by side. */
import type { Page } from 'playwright-core'
import { expectAccessible } from '../harness/axe.js'
import { desktop } from '../harness/browse.js'
import { test as base, expect } from '../phone/journey.js'
import { alice, bob } from '../phone/people.js'

const test = base.extend('playground', async ({ visit, origins }) => {
  const { page } = await visit(`${origins.playground}/`, {
    viewport: desktop,
    origins: [origins.phone],
    reducedMotion: 'reduce',
  })
  return page
})

const fact = (page: Page, name: string) => page.getByTestId(name).textContent()
const modal = (page: Page) => page.locator('latchkey-modal').getByRole('dialog')

async function openCode(page: Page): Promise<void> {
  await page.locator('latchkey-connect-button').getByRole('button').click()
  await modal(page)
    .getByRole('button', { name: /^WalletConnect/ })
    .click()
  await modal(page).getByRole('button', { name: 'Copy link' }).waitFor()
}

test('the playground says how, and its code is scanned off the screen', async ({ playground, phone }) => {
  const panel = playground.getByRole('region', { name: 'Try it with a phone' })
  await panel.getByRole('link', { name: 'Open the phone' }).waitFor()
  await expectAccessible(playground)

  await openCode(playground)
  // The code is drawn only when its link is there.
  await expect
    .poll(() =>
      modal(playground)
        .getByRole('img', { name: /QR code/ })
        .count(),
    )
    .toBeGreaterThan(0)
  const picture = await playground.screenshot()
  await phone.page.getByRole('button', { name: 'Scan a code' }).click()
  await phone.page
    .getByLabel('Choose a picture')
    .setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: picture })
  await phone.approve('Connect to this app?')
  await expect.poll(() => fact(playground, 'status')).toBe('connected')
  expect(await fact(playground, 'account')).toBe(alice)

  await playground.getByRole('button', { name: 'Sign message' }).click()
  await phone.page
    .getByRole('region', { name: 'Message' })
    .getByText('Hello from the Latchkey playground')
    .waitFor()
  await phone.approve('Sign this message?')
  await playground
    .locator('[data-testid="outcome"][data-status="done"]')
    .getByText(/0x[\da-f]{130}/)
    .waitFor()
  await playground.getByRole('button', { name: 'Send test transaction' }).click()
  await phone.approve('Send this transaction?')
  await playground
    .locator('[data-testid="outcome"][data-status="done"]')
    .getByText(/0x[\da-f]{64}$/)
    .waitFor()

  await phone.changeAccount('bob.eth')
  await expect.poll(() => fact(playground, 'account')).toBe(bob)
  await phone.disconnect('Latchkey playground')
  await expect.poll(() => fact(playground, 'status')).toBe('disconnected')
})

test('the phone is one of the wallets, and opens with the question', async ({ playground, origins }) => {
  await playground.locator('latchkey-connect-button').getByRole('button').click()
  await modal(playground)
    .getByRole('button', { name: /^Latchkey phone/ })
    .click()
  const opening = playground.waitForEvent('popup')
  await modal(playground).getByRole('button', { name: 'Open Latchkey phone' }).click()
  const tab = await opening
  await tab.waitForURL(`${origins.phone}/`)
  await tab.getByRole('button', { name: 'Approve' }).click()
  await expect.poll(() => fact(playground, 'status')).toBe('connected')
  expect(await fact(playground, 'account')).toBe(alice)
})
