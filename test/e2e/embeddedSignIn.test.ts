/** Signing in to an app with the embedded wallet: one press in the frame, verified by the gateway, for both kinds of account. */
import type { Page } from 'playwright-core'
import { expectFact, inModal, titled } from '../harness/app.js'
import { expect } from '../harness/browse.js'
import { pressInFrame } from '../harness/embedded.js'
import { isGone, test } from '../harness/embeddedApp.js'

const account = async (page: Page) => (await page.getByTestId('account').textContent()) ?? ''

test('[S4-14] [S4-15] [D-30] where a session is required, the smart account signs in with one press and keeps it; leaving ends it', {
  timeout: 90_000,
}, async ({ enter }) => {
  const { page } = await enter({ signIn: 'required' })
  // By itself, for the domain is that of the page: no window, no lock.
  await pressInFrame(page, 'Approve')
  await isGone(page)
  await expectFact(page, 'session', await account(page))
  await page.reload()
  await expectFact(page, 'session', await account(page))
  await expectFact(page, 'view', 'none')
  await page.getByRole('button', { name: 'Leave by hook' }).click()
  await expectFact(page, 'status', 'disconnected')
  await expectFact(page, 'session', 'none')
})

test('[S4-16] [S4-17] where none is required, the plain account may refuse, be asked again, sign out and stay connected', {
  timeout: 90_000,
}, async ({ enter }) => {
  const { page } = await enter({ signIn: 'optional', options: { defaultAccountTypes: { eip155: 'eoa' } } })
  await pressInFrame(page, 'Reject')
  // The question stays, and is not asked by itself again.
  await titled(page, 'Sign in').waitFor()
  await expectFact(page, 'session', 'none')
  await inModal(page, 'Try again').click()
  await pressInFrame(page, 'Approve')
  await isGone(page)
  const plain = await account(page)
  await expectFact(page, 'session', plain)
  await page.getByRole('button', { name: 'Sign out by hook' }).click()
  await expectFact(page, 'session', 'none')
  await expectFact(page, 'account', plain)
  expect(await page.getByTestId('status').textContent()).toBe('connected')
})
