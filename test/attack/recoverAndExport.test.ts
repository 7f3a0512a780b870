/** The ways back to a wallet and out of it, to their very end, in the wallet's own windows. */
import type { Page } from 'playwright-core'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect } from 'vitest'
import { codeOf, type WalletWorld } from '../../apps/gateway/src/testing/walletWorld.js'
import { takeParcel } from '../../apps/wallet/src/frame/account/takeParcel.js'
import { openRealFrame } from './realFrame.js'
import { createPerson, type OpenWindow, type Person, startWindowWorld, test } from './windowRig.js'

let world: WalletWorld
beforeAll(async () => {
  world = await startWindowWorld()
})
afterAll(() => world.stop())

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

async function enrolPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'With a passkey' }).click()
  await page.getByRole('button', { name: 'Use the passkey' }).click()
}

/** Locked by a passkey already. */
async function ready(openWindow: OpenWindow) {
  const person = await createPerson(world)
  const enrolment = await person.openWindow('enrol')
  const opened = await openWindow(world, enrolment.address)
  await enrolPasskey(opened.page)
  await heading(opened.page, 'Your wallet is locked')
  return { ...opened, person }
}

/** Signed in again where nothing of the wallet is, with a window to bring it there. */
async function onAnotherDevice({ email }: Person) {
  world.clock.shift(31_000)
  const elsewhere = await createPerson(world, await openRealFrame(world), email)
  expect(elsewhere.frame.context.session.require().nextFactor).toBe('recover')
  return { elsewhere, window: await elsewhere.openWindow('recover') }
}

const pin = '271828'

test('[F-N] a passkey without PRF locks the wallet and a code brings it back, on another device too', async ({
  openWindow,
}) => {
  const person = await createPerson(world)
  const enrolment = await person.openWindow('enrol')
  const { page, passkeys } = await openWindow(world, enrolment.address, { hasPrf: false })
  // Cancelled: the next choice is there, and so is another try.
  await passkeys.refuse()
  await page.getByRole('button', { name: 'With a passkey' }).click()
  await page.getByText('No passkey was made').waitFor()
  await passkeys.accept()
  await enrolPasskey(page)
  await heading(page, 'Write this code down')
  const code = (await page.locator('.big-code').textContent()) ?? ''
  expect(code).toMatch(/^(?:[0-9A-Z]{3}-){8}[0-9A-Z]{3}$/)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByLabel('The last two groups').fill(code.slice(-7).toLowerCase())
  await page.getByRole('button', { name: 'Done' }).click()
  await heading(page, 'Your wallet is locked')
  const before = await person.share()

  const { elsewhere, window } = await onAnotherDevice(person)
  const recovery = await openWindow(world, window.address)
  await recovery.page.getByRole('button', { name: 'With your recovery code' }).click()
  await recovery.page
    .getByLabel('Recovery code')
    .fill(code.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))
  await recovery.page.getByRole('button', { name: 'Recover' }).click()
  await recovery.page.getByText('A letter is missing or wrong').waitFor()
  await recovery.page.getByLabel('Recovery code').fill(code)
  await recovery.page.getByRole('button', { name: 'Recover' }).click()
  await heading(recovery.page, 'Your wallet is here')
  const parcel = await window.result()
  expect(parcel.share?.marks).toEqual(before.marks)
  // The frame keeps the new share, proves that the wallet can be rebuilt from what it kept, and only then works with it.
  const { context } = elsewhere.frame
  await takeParcel(context, parcel)
  const share = await context.account.share()
  expect(share).toMatchObject({ deviceId: context.session.require().device.id, marks: before.marks })
  expect(share?.d).not.toEqual(before.d)
  const { devices } = await context.api.call('deviceList', {})
  expect(devices.filter(({ hasShare }) => hasShare)).toHaveLength(2)
})

test('a passkey with PRF brings the wallet to another device by itself', async ({ openWindow }) => {
  const { page, person } = await ready(openWindow)
  // Its own device goes on with the wallet that it made, also after a window.
  await takeParcel(person.frame.context, {})
  const before = await person.frame.context.account.share()
  const { elsewhere, window } = await onAnotherDevice(person)
  // The same authenticator: a passkey that is on all devices of a person.
  await page.goto(window.address)
  await page.getByRole('button', { name: 'With your passkey' }).click()
  await heading(page, 'Your wallet is here')
  const { context } = elsewhere.frame
  await takeParcel(context, await window.result())
  const share = await context.account.share()
  expect(share).toMatchObject({ marks: before?.marks, pins: { passkeys: [{ id: expect.any(String) }] } })
})

test('[D-31] a PIN and the vault bring it back, with a code of the vault’s own; a wrong PIN is told and does not end it', async ({
  openWindow,
}) => {
  const person = await createPerson(world)
  const enrolment = await person.openWindow('enrol')
  const { page, problems } = await openWindow(world, enrolment.address)
  // The first answer of the vault is a nonce for its proofs.
  problems.expect(/401 .*\/v\/code/)
  await page.getByRole('button', { name: 'With a PIN' }).click()
  await page.getByLabel('New PIN').fill(pin)
  await page.getByLabel('Again').fill(pin)
  await page.getByRole('button', { name: 'Set the PIN' }).click()
  const atFirst = world.mail.mails[0]?.id ?? 0
  await page.getByRole('button', { name: 'With your mailbox and your PIN' }).click()
  const setUp = await world.mail.next(person.email, atFirst)
  await page.getByLabel('Code from the vault’s mail').fill(codeOf(setUp.text))
  await page.getByRole('button', { name: 'Set up recovery' }).click()
  await heading(page, 'Your wallet is locked')
  const before = await person.share()

  const { elsewhere, window } = await onAnotherDevice(person)
  const recovery = await openWindow(world, window.address)
  recovery.problems.expect(/401 .*\/v\/(?:code|open)/)
  world.clock.shift(31_000)
  const last = world.mail.mails[0]?.id ?? 0
  await recovery.page.getByRole('button', { name: 'With your mailbox and your PIN' }).click()
  const otp = codeOf((await world.mail.next(person.email, last)).text)
  async function open(typed: string) {
    await recovery.page.getByLabel('Code from the vault’s mail').fill(otp)
    await recovery.page.getByLabel('Your PIN').fill(typed)
    await recovery.page.getByRole('button', { name: 'Recover' }).click()
  }
  await open('314159')
  await recovery.page.getByText('That is not the PIN. Tries left: 4').waitFor()
  await open(pin)
  await heading(recovery.page, 'Your wallet is here')
  const { context } = elsewhere.frame
  await takeParcel(context, await window.result())
  expect(await context.account.share()).toMatchObject({ marks: before.marks })
})

test('[A-61] the words are shown after everything was asked, while a button is held, and nothing of them stays', async ({
  openWindow,
}) => {
  const { page, person } = await ready(openWindow)
  await expect(
    person.frame.context.api.call('exportTicket', {
      body: { walletId: (await person.share()).marks.walletId, hpkePub: 'A'.repeat(87) },
    }),
  ).rejects.toMatchObject({ code: 'FOREIGN_CALLER' })
  world.clock.shift(31_000)
  const window = await person.openWindow('export')
  await page.clock.install()
  await page.goto(window.address)
  const before = world.mail.mails[0]?.id ?? 0
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  const letter = await world.mail.next(person.email, before)
  await page.getByLabel('Code from the mail').fill(codeOf(letter.text))
  await page.getByRole('button', { name: 'Go on' }).click()
  await heading(page, 'Take the keys out of the wallet?')
  await page.getByLabel('Type EXPORT to go on').fill('yes')
  await page.getByRole('button', { name: 'Show the words' }).click()
  await page.getByText('Type the word EXPORT.').waitFor()
  await page.getByLabel('Type EXPORT to go on').fill('export')
  await page.getByRole('button', { name: 'Show the words' }).click()
  await heading(page, 'Is nobody looking?')
  await page.clock.runFor(11_000)
  await heading(page, 'The words of your wallet')
  const listed = () => page.locator('.words li').allTextContents()
  expect(new Set(await listed())).toEqual(new Set(['••••••']))
  const hold = page.getByRole('button', { name: 'Hold to show' })
  await hold.dispatchEvent('pointerdown')
  expect(new Set(await listed())).toEqual(new Set(['••••••']))
  await hold.hover()
  await page.mouse.down()
  const words = await listed()
  await page.mouse.up()
  const { marks } = await person.share()
  const eoa = marks.accounts.find(({ type, namespace }) => type === 'eoa' && namespace === 'eip155')
  expect(mnemonicToAccount(words.join(' ')).address).toBe(eoa?.address)
  expect(new Set(await listed())).toEqual(new Set(['••••••']))
  await page.getByRole('button', { name: 'Done' }).click()
  expect(await page.content()).not.toContain(words[3])
})
