/** What a person does about their wallet in its windows over the years: a PIN forgotten, a device given away, one key taken out, a kit for the worst day. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seconds } from '@latchkey/spec/limits'
import { walletLimits } from '@latchkey/spec/walletApi'
import type { Download, Page } from 'playwright-core'
import type { Hex } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect } from 'vitest'
import { codeOf, nextIn, type WalletWorld } from '../../apps/gateway/src/testing/walletWorld.js'
import { takeParcel } from '../../apps/wallet/src/frame/account/takeParcel.js'
import { phone } from '../harness/browse.js'
import { watchProblems } from '../harness/problems.js'
import { openRealFrame } from './realFrame.js'
import { createPerson, type OpenWindow, type Person, startWindowWorld, test } from './windowRig.js'

let world: WalletWorld
beforeAll(async () => {
  world = await startWindowWorld()
})
afterAll(() => world.stop())

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const settings = 'What protects your wallet'
/** Each goes through several windows and mails. */
const patience = { timeout: 120_000 }

/** In a page of its own, as each window is: two that differ behind their path alone would be one. */
async function go(page: Page, address: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(address)
}

/** Between two mails to one person, and two codes. */
const cooldown = () => world.clock.shift(walletLimits.codeCooldown + 1_000)

/** What a press makes somebody write to a person. */
function mailAfter({ email }: Person, act: () => Promise<unknown>, read = codeOf): Promise<string> {
  cooldown()
  const before = world.mail.mails[0]?.id ?? 0
  return act().then(() => nextIn(world.mail, email, before, read))
}

async function choosePin(page: Page, pin: string): Promise<void> {
  await heading(page, 'Choose a PIN')
  await page.getByLabel('New PIN').fill(pin)
  await page.getByLabel('Again').fill(pin)
  await press(page, 'Set the PIN')
}

/** The person shows a passkey, and the code that the mailbox gets. */
async function stepUp(page: Page, person: Person): Promise<void> {
  const code = await mailAfter(person, () => press(page, 'Use your passkey'))
  await page.getByLabel('Code from the mail').fill(code)
  await press(page, 'Go on')
}

/** Locked by a passkey that also brings it back. */
async function lockedByPasskey(openWindow: OpenWindow) {
  const person = await createPerson(world)
  const opened = await openWindow(world, (await person.openWindow('enrol')).address)
  await opened.page.getByRole('button', { name: 'With a passkey' }).click()
  await press(opened.page, 'Use the passkey')
  await heading(opened.page, 'Your wallet is locked')
  return { ...opened, person }
}

const eoaOf = async (person: Person) => {
  const { marks } = await person.share()
  return marks.accounts.find(({ type, namespace }) => type === 'eoa' && namespace === 'eip155')?.address
}

/** Gives the code. */
async function writeCodeDown(page: Page): Promise<string> {
  await heading(page, 'Write this code down')
  const code = (await page.locator('.big-code').textContent()) ?? ''
  await page.getByRole('checkbox').check()
  await press(page, 'Go on')
  await page.getByLabel('The last two groups').fill(code.slice(-7))
  await press(page, 'Done')
  return code
}

test(
  'a PIN that was forgotten is replaced after the days of warning, and not after the mail that stops it',
  patience,
  async ({ openWindow }) => {
    const person = await createPerson(world)
    const { page } = await openWindow(world, (await person.openWindow('enrol')).address)
    await page.getByRole('button', { name: 'With a PIN' }).click()
    await choosePin(page, '271828')
    await page.getByRole('button', { name: 'With a recovery code' }).click()
    await writeCodeDown(page)
    await heading(page, 'Your wallet is locked')

    world.clock.shift(walletLimits.stepUpFresh + 1_000)
    async function change(): Promise<void> {
      await go(page, (await person.openWindow('settings')).address)
      await page.getByRole('button', { name: 'Change: PIN' }).click()
      await heading(page, 'Is it you?')
    }
    const keepLink = (text: string) => /http:\S+\/keep#\S+/.exec(text)?.[0] ?? ''
    await change()
    const link = await mailAfter(person, () => press(page, 'I forgot the PIN'), keepLink)
    await heading(page, 'A new PIN takes time')
    await go(page, link)
    await press(page, 'Keep my PIN')
    await heading(page, 'Your PIN stays')

    await change()
    await press(page, 'I forgot the PIN')
    await heading(page, 'A new PIN takes time')
    world.clock.shift(walletLimits.forgottenPinDelay + 1_000)
    await change()
    const code = await mailAfter(person, () => press(page, 'I forgot the PIN'))
    await page.getByLabel('Code from the mail').fill(code)
    await press(page, 'Go on')
    await choosePin(page, '314159')
    await heading(page, settings)
    const subjects = () =>
      world.mail.mails.filter(({ to }) => to.includes(person.email)).map(({ subject }) => subject)
    await expect.poll(subjects).toContain('Your PIN was replaced')
  },
)

/** The next file that the page saves, in a folder of its own; the seconds to think again pass quickly. */
async function saveFile(page: Page): Promise<{ path: string; remove(): void }> {
  let download: Download | undefined
  page.once('download', (next) => {
    download = next
  })
  await press(page, 'Save the file')
  const isThere = async () => {
    await page.clock.runFor(seconds(2))
    return download !== undefined
  }
  await expect.poll(isThere, { interval: 300, timeout: 20_000 }).toBe(true)
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-kit-'))
  const path = join(folder, 'kit.html')
  await download?.saveAs(path)
  return { path, remove: () => rmSync(folder, { recursive: true }) }
}

test(
  'a kit that was saved opens with its code on a machine without a network, and with no other code',
  patience,
  async ({ browser, openWindow }) => {
    const { page, person } = await lockedByPasskey(openWindow)
    world.clock.shift(walletLimits.stepUpFresh + 1_000)
    await page.clock.install()
    await go(page, (await person.openWindow('settings')).address)
    await press(page, 'Add a recovery code')
    await stepUp(page, person)
    const code = await writeCodeDown(page)
    await heading(page, 'Take a kit for the worst day?')
    const kit = await saveFile(page)
    await press(page, 'Done')
    await heading(page, settings)
    await page.getByText('Written down by you').waitFor()

    const island = await browser.newContext({ offline: true, viewport: phone })
    const problems = await watchProblems(island, { origins: [] })
    problems.expect(/kit\.html$/)
    const opened = await island.newPage()
    try {
      await opened.goto(`file://${kit.path}`)
      await opened
        .getByLabel('Your recovery code')
        .fill(code.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')))
      await press(opened, 'Show the words')
      await opened.getByText('That is no recovery code').waitFor()
      await opened.getByLabel('Your recovery code').fill(code.toLowerCase())
      await press(opened, 'Show the words')
      await heading(opened, 'The words of your wallet')
      const words = await opened.locator('ol code').allTextContents()
      expect(mnemonicToAccount(words.join(' ')).address).toBe(await eoaOf(person))
      await press(opened, 'Hide')
      expect(await opened.content()).not.toContain(words.join('</code></li><li><code>'))
      expect(problems.unexpected()).toEqual([])
    } finally {
      await island.close()
      kit.remove()
    }
  },
)

test('one key leaves alone, as what it is named', patience, async ({ openWindow }) => {
  const { page, person } = await lockedByPasskey(openWindow)
  world.clock.shift(walletLimits.stepUpFresh + 1_000)
  await page.clock.install()
  await go(page, (await person.openWindow('export')).address)
  await heading(page, 'Is it you?')
  await stepUp(page, person)
  await page.getByLabel('What do you take out?').selectOption('One key: Ethereum account')
  await page.getByLabel('Type EXPORT to go on').fill('EXPORT')
  await press(page, 'Show the key')
  await heading(page, 'Is nobody looking?')
  await page.clock.runFor(walletLimits.exportWait + 1_000)
  await heading(page, 'The key of one account')
  await page.getByRole('button', { name: 'Hold to show' }).hover()
  await page.mouse.down()
  const key = (await page.locator('.key').textContent()) ?? ''
  await page.mouse.up()
  expect(privateKeyToAccount(key as Hex).address).toBe(await eoaOf(person))
  await press(page, 'Done')
  expect(await page.content()).not.toContain(key)
})

test(
  'a device that is removed is out at once, and the one that the person sits at is named',
  patience,
  async ({ openWindow }) => {
    const { page, person, problems } = await lockedByPasskey(openWindow)
    cooldown()
    const elsewhere = await createPerson(world, await openRealFrame(world), person.email)
    const recovery = await elsewhere.openWindow('recover')
    await go(page, recovery.address)
    await page.getByRole('button', { name: 'With your passkey' }).click()
    await heading(page, 'Your wallet is here')
    await takeParcel(elsewhere.frame.context, await recovery.result())

    world.clock.shift(walletLimits.stepUpFresh + 1_000)
    await go(page, (await person.openWindow('settings')).address)
    await heading(page, settings)
    const others = page
      .getByRole('listitem')
      .filter({ hasText: 'used today' })
      .filter({ hasNotText: 'this one' })
    await others.getByRole('button', { name: 'Remove' }).click()
    await stepUp(page, person)
    await heading(page, settings)
    await others.waitFor({ state: 'detached' })
    await page.getByText('this one').waitFor()
    await expect(elsewhere.frame.context.api.call('me', {})).rejects.toMatchObject({
      code: 'SESSION_EXPIRED',
    })
    // The last one stays, and the list says why.
    problems.expect(/409 .*\/devices\//)
    await page.getByRole('listitem').filter({ hasText: 'this one' }).getByRole('button').click()
    await page.getByText('Only this device holds your wallet').waitFor()
  },
)

test(
  'a PIN of the vault that was forgotten is replaced after the days of warning, and opens the wallet elsewhere',
  patience,
  async ({ openWindow }) => {
    const person = await createPerson(world)
    const { page, problems } = await openWindow(world, (await person.openWindow('enrol')).address)
    // The first answer of the vault is a nonce for its proofs.
    problems.expect(/401 .*\/v\//)
    await page.getByRole('button', { name: 'With a PIN' }).click()
    await choosePin(page, '271828')
    const code = await mailAfter(person, () =>
      page.getByRole('button', { name: 'With your mailbox' }).click(),
    )
    await page.getByLabel('Code from the vault’s mail').fill(code)
    await press(page, 'Set up recovery')
    await heading(page, 'Your wallet is locked')

    cooldown()
    const elsewhere = await createPerson(world, await openRealFrame(world), person.email)
    const byVault = () =>
      mailAfter(person, () => page.getByRole('button', { name: 'With your mailbox' }).click())
    async function forget() {
      await go(page, (await elsewhere.openWindow('recover')).address)
      await page.getByLabel('Code from the vault’s mail').fill(await byVault())
      await press(page, 'I forgot the PIN')
    }
    await forget()
    await heading(page, 'A new PIN takes time')
    world.clock.shift(walletLimits.forgottenPinDelay + 1_000)
    await forget()
    await choosePin(page, '314159')
    await heading(page, 'The vault has its new PIN')
    const fresh = await mailAfter(person, () => press(page, 'Send me the mail'))
    await page.getByLabel('Code from the vault’s mail').fill(fresh)
    await page.getByLabel('Your PIN').fill('314159')
    await press(page, 'Recover')
    await heading(page, 'Your wallet is here')
  },
)
