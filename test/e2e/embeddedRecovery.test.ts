/** A wallet that outlives its device: a lock and a way back, the same wallet on a second device, and the words to leave with. */
import type { Page } from 'playwright-core'
import { createPublicClient, type Hex, http } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { inject } from 'vitest'
import { button, inModal, modal, signed, startSigning } from '../harness/app.js'
import { expect } from '../harness/browse.js'
import { lockFromSettings, openWindow, pin, press } from '../harness/embedded.js'
import { test } from '../harness/embeddedApp.js'
import { rememberSecret } from '../harness/secrets.js'

const { evm } = inject('origins')
const dataFolder = inject('dataFolder')
/** Her wallet gets its first lock here, so that no other journey of the same world may use it. */
const person = 'Carol Local'

/** A window of the wallet, from a row of the account. */
async function openFromAccount(page: Page, row: RegExp): Promise<Page> {
  await modal(page).waitFor({ state: 'hidden' })
  await button(page).click()
  await inModal(page, 'Account details').click()
  await inModal(page, row).click()
  return openWindow(page, 'Open the wallet window')
}

const heading = (tab: Page, name: string) => tab.getByRole('heading', { level: 1, name }).waitFor()

test('[D-31] a code brings the wallet to a second device, where it signs as before; and its words are the wallet elsewhere', {
  timeout: 120_000,
}, async ({ enter }) => {
  const { page } = await enter({ person })
  const address = await page.getByTestId('account').innerText()
  const settingsTab = await openFromAccount(page, /^Security and recovery/)
  const code = await lockFromSettings(settingsTab)
  await heading(settingsTab, 'What protects your wallet')
  await settingsTab.getByText('Recovery code', { exact: true }).waitFor()
  await settingsTab.getByRole('button', { name: 'Done' }).click()
  await modal(page).getByText('Security and recovery').waitFor()

  const { page: second } = await enter({ person })
  expect(await second.getByTestId('account').innerText()).toBe(address)
  const message = 'From my other device'
  await startSigning(second, 'Sign message', message)
  const recovery = await openWindow(second, 'Open the wallet window')
  await recovery.getByRole('button', { name: 'With your recovery code' }).click()
  await recovery.getByLabel('Recovery code').fill(code)
  await recovery.getByRole('button', { name: 'Recover' }).click()
  const approval = await openWindow(second)
  await approval.getByLabel('Your PIN').fill(pin)
  await press(approval, 'Approve')
  // Every answer of the provider is one of hexadecimal, or a refusal that verifies nothing.
  const signature = (await signed(second, message)) as Hex
  const node = createPublicClient({ transport: http(evm) })
  expect(await node.verifyMessage({ address: address as Hex, message, signature })).toBe(true)

  await modal(page).getByRole('button', { name: 'Close' }).click()
  const out = await openFromAccount(page, /^Export keys/)
  await out.getByLabel('Your PIN').fill(pin)
  await out.getByRole('button', { name: 'Go on' }).click()
  await out.getByLabel('Type EXPORT to go on').fill('EXPORT')
  // The ten seconds to think again are the wallet's; here they pass at once.
  await out.clock.install()
  await out.getByRole('button', { name: 'Show the words' }).click()
  await heading(out, 'Is nobody looking?')
  await out.clock.runFor(11_000)
  await heading(out, 'The words of your wallet')
  await out.getByRole('button', { name: 'Hold to show' }).hover()
  await out.mouse.down()
  const words = (await out.locator('.words li').allInnerTexts()).join(' ')
  await out.mouse.up()
  rememberSecret(dataFolder, 'the words of a wallet', words)
  const accounts = await page.evaluate(async () => {
    const { accounts } = await window.kit.connect()
    return accounts.map(({ address, type }) => ({ address, type }))
  })
  expect(accounts).toContainEqual({ address: mnemonicToAccount(words).address, type: 'eoa' })
})
