/** Messages and typed data of the embedded wallet: shown in the modal, answered in the wallet's own window, or not at all. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { type Hex, recoverTypedDataAddress } from 'viem'
import { button, expectFact, inModal, local, modal, signed, startSigning } from '../harness/app.js'
import { expect } from '../harness/browse.js'
import { approveWithPin, lockWithPin, openWindow, pressInFrame, walletFrame } from '../harness/embedded.js'
import { ask, closeByForce, isGone, test } from '../harness/embeddedApp.js'
import { greeting } from '../harness/greeting.js'
import { chain } from '../harness/ledger.js'

const accountOf = async (page: Page) => (await page.getByTestId('account').textContent()) as Hex

const isAsked = (page: Page) => walletFrame(page).getByRole('button', { name: 'Reject' }).waitFor()

const refusedByPerson = { code: 4001 }

test('[S6-03] [S2-08] [S4-22] a message is approved in the window, refused there or in the frame, or given up', {
  timeout: 90_000,
}, async ({ enter }) => {
  const { page, problems } = await enter()
  await isGone(page)
  const account = await accountOf(page)

  const message = randomUUID()
  await startSigning(page, 'Sign message', message)
  await isAsked(page)
  await walletFrame(page).getByText(message).waitFor()
  // Whoever presses the X has not answered.
  await inModal(page, 'Close').click()
  await isAsked(page)
  const first = await openWindow(page)
  await lockWithPin(first)
  await first.getByText(message).waitFor()
  await approveWithPin(first)
  await isGone(page)
  const signature = (await signed(page, message)) as Hex
  // ERC-6492: it is a smart account by default, and not on the network yet.
  expect(await chain.verifyMessage({ address: account, message, signature })).toBe(true)

  const hello = ['0x68656c6c6f', account]
  const inFrame = ask(page, 'personal_sign', hello)
  await pressInFrame(page, 'Reject')
  expect(await inFrame).toMatchObject(refusedByPerson)
  await isGone(page)

  const inWindow = ask(page, 'personal_sign', hello)
  const second = await openWindow(page)
  await second.getByRole('button', { name: 'Reject' }).click()
  expect(await inWindow).toMatchObject(refusedByPerson)
  await isGone(page)

  // The modal goes while the window is open: the page has its answer, and the window can do nothing any more.
  const givenUp = ask(page, 'personal_sign', hello)
  const third = await openWindow(page)
  await third.getByLabel('Your PIN').waitFor()
  await closeByForce(page)
  expect(await givenUp).toMatchObject(refusedByPerson)
  problems.expect(/status of 409 .*\/decide/)
  await approveWithPin(third)
  await third.getByRole('heading', { name: 'Taken back' }).waitFor()
})

test('[S4-08] the kind of account is chosen and remembered, and the plain one signs typed data', {
  timeout: 90_000,
}, async ({ enter }) => {
  const { page } = await enter()
  await isGone(page)
  const smart = await accountOf(page)
  await button(page).click()
  await inModal(page, 'Account details').click()
  await modal(page).getByRole('radio', { name: 'Standard account' }).check()
  await expect.poll(() => accountOf(page)).not.toBe(smart)
  const plain = await accountOf(page)
  await closeByForce(page)
  await page.reload()
  await expectFact(page, 'account', plain)

  const text = randomUUID()
  await startSigning(page, 'Sign typed data', text)
  await walletFrame(page).getByText(text).waitFor()
  const tab = await openWindow(page)
  await lockWithPin(tab)
  await approveWithPin(tab)
  await isGone(page)
  const signature = (await signed(page, text)) as Hex
  expect(await recoverTypedDataAddress({ ...greeting(local.id, text), signature })).toBe(plain)
})
