/** Names: searched as one types, signed for, registered by the local gateway, and shown wherever the account is. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
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
import { phone } from '../harness/browse.js'
import { layGatewayCable } from '../harness/gatewayCable.js'
import { shootSizes } from '../harness/shots.js'

/** Somebody whom no name service knows yet. */
const newcomer = () => ({ name: 'Lab', privateKeys: [generatePrivateKey()] })

/** Free, because nobody thought of it before. */
const freshLabel = () => `e2e-${randomUUID().slice(0, 8)}`

const field = (page: Page) => modal(page).getByRole('textbox', { name: 'Your name' })
const said = (page: Page, text: string | RegExp) => modal(page).getByText(text).first().waitFor()

async function openForm(
  open: (input?: OpenInput) => Promise<App>,
  { asks = [], themeMode = 'dark' }: { asks?: readonly string[]; themeMode?: 'dark' | 'light' } = {},
): Promise<App> {
  const app = await open({
    hasGateway: true,
    wallets: [{ ...newcomer(), asks }],
    options: { gatewayUrl: gateway(), features: { analytics: false }, themeMode },
  })
  await connect(app.page)
  await goToForm(app.page)
  return app
}

const gateway = () => inject('origins').gateway

async function goToForm(page: Page): Promise<void> {
  // After a reload the wallet is asked first.
  await expectFact(page, 'status', 'connected')
  await button(page).click()
  await titled(page, 'Account').waitFor()
  await inModal(page, 'Account details').click()
  await inModal(page, /^Get a/).click()
  await titled(page, 'Choose a name').waitFor()
  await said(page, '.latch.id')
}

/** Nothing of the form reaches beyond the modal. */
async function expectInside(page: Page): Promise<void> {
  const room = () =>
    field(page).evaluate((input) => {
      const frame = input.closest('dialog')?.getBoundingClientRect()
      const box = input.parentElement?.getBoundingClientRect()
      if (!frame || !box) throw new Error('nothing is drawn')
      return Math.min(box.left - frame.left, frame.right - box.right)
    })
  await expect.poll(room).toBeGreaterThan(0)
}

/** The name of the account, as the gateway tells everybody. */
async function ownerOf(name: string): Promise<string | undefined> {
  const answer = await fetch(`${gateway()}/v1/profile/account/${name}?apiVersion=2`)
  const record: unknown = await answer.json()
  return JSON.stringify(record).match(/0x[0-9a-fA-F]{40}/)?.[0]
}

test('[S4-21] [S5-09] [D-20] a name is searched for, signed for and registered, and then shown on the account and in the button', async ({
  open,
}) => {
  const { page, wallet } = await openForm(open, { asks: ['personal_sign'] })
  const [address = ''] = wallet('Lab').addresses
  const label = freshLabel()
  const name = `${label}.latch.id`
  await expectAccessible(page)
  await field(page).fill('abc')
  await said(page, 'A name has at least 4 characters')
  await field(page).fill('not a name')
  await said(page, 'A name has letters, digits and hyphens only')
  await field(page).fill(label.toUpperCase())
  await said(page, `${name} is free`)
  await expectInside(page)
  await expectAccessible(page)
  await shootSizes(page, 'names.free.dark')

  // By the keyboard alone.
  await field(page).press('Enter')
  const prompt = await wallet('Lab').asked('personal_sign')
  await said(page, 'Sign the message in Lab')
  await expectAccessible(page)
  await shootSizes(page, 'names.signing.dark')
  prompt.approve()
  await titled(page, name).waitFor()
  await said(page, 'This name is yours')
  await expectAccessible(page)
  await shootSizes(page, 'names.success.dark')
  expect(await ownerOf(name)).toBe(address)

  await inModal(page, 'Done').click()
  await titled(page, 'Account').waitFor()
  await said(page, name)
  // D-11: what signs is still what is shown.
  await said(page, `${address.slice(0, 6)}…${address.slice(-4)}`)
  await expect.poll(() => button(page).textContent()).toContain(name)

  await page.reload()
  await expect.poll(() => button(page).textContent()).toContain(name)
  await button(page).click()
  await said(page, name)
})

test('[S4-21] [S8-13] a taken name offers others, and a refused signature leads back to the form', async ({
  open,
}) => {
  const { page, wallet } = await openForm(open, { asks: ['personal_sign'], themeMode: 'light' })
  const lab = wallet('Lab')
  const taken = freshLabel()
  const other = await open({ hasGateway: true, wallets: [newcomer()] })
  await connect(other.page)
  await goToForm(other.page)
  await field(other.page).fill(taken)
  await inModal(other.page, `Register ${taken}.latch.id`).click()
  await titled(other.page, `${taken}.latch.id`).waitFor()

  await field(page).fill(taken)
  await said(page, `${taken}.latch.id is taken`)
  expect(await inModal(page, 'Register').getAttribute('aria-disabled')).toBe('true')
  await expectAccessible(page)
  await shootSizes(page, 'names.taken.light')

  const wanted = freshLabel()
  await field(page).fill(wanted)
  await inModal(page, `Register ${wanted}.latch.id`).click()
  await lab.asked('personal_sign')
  lab.reject('personal_sign')
  await said(page, 'Signature declined in Lab. Nothing was registered.')
  await titled(page, 'Choose a name').waitFor()
  await expectAccessible(page)
  await shootSizes(page, 'names.declined.light')
  expect(await ownerOf(`${wanted}.latch.id`)).toBeUndefined()
})

test('[S4-21] [S8-13] a name that somebody else took meanwhile leads back to the form with the reason of the gateway', async ({
  open,
}) => {
  const { page, wallet, problems } = await openForm(open, { asks: ['personal_sign'] })
  // The browser tells its console of every refusal.
  problems.expect(/status of 400 .*\/v1\/profile\/account/)
  const label = freshLabel()
  const name = `${label}.latch.id`
  await field(page).fill(label)
  await inModal(page, `Register ${name}`).click()
  await wallet('Lab').asked('personal_sign')
  const other = await openForm(open)
  await field(other.page).fill(label)
  await inModal(other.page, `Register ${name}`).click()
  await titled(other.page, name).waitFor()
  wallet('Lab').approve('personal_sign')
  await said(page, 'Name is already registered')
  await said(page, `${name} is taken`)
  expect(await ownerOf(name)).toBe(other.wallet('Lab').addresses[0])
})

test('[D-13] without the gateway nothing looks taken or done, at every step, and it goes on where it was', async ({
  open,
}) => {
  const { page, wallet, problems } = await openForm(open, { asks: ['personal_sign'] })
  const lab = wallet('Lab')
  const cable = await layGatewayCable(page.context(), problems)
  const label = freshLabel()
  const name = `${label}.latch.id`

  cable.cut()
  await field(page).fill(label)
  await said(page, 'Error fetching name suggestions')
  expect(await inModal(page, 'Register').getAttribute('aria-disabled')).toBe('true')
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await expectInside(page)
  await shootSizes(page, 'names.failed.dark')
  cable.mend()
  await inModal(page, 'Try again').click()
  await said(page, `${name} is free`)

  // No nonce: the wallet is not bothered.
  cable.cut(/nonce/)
  await inModal(page, `Register ${name}`).click()
  await said(page, `Error registering name ${name}`)
  expect(lab.prompts).toEqual([])
  cable.mend()

  // The signature is there, and nobody takes it.
  await inModal(page, `Register ${name}`).click()
  await lab.asked('personal_sign')
  cable.cut(/profile\/account/)
  lab.approve('personal_sign')
  await said(page, `Error registering name ${name}`)
  await said(page, `${name} is free`)
  cable.mend()
  expect(await ownerOf(name)).toBeUndefined()

  // A reload while the wallet asks: nothing is registered, and nothing is left behind.
  await inModal(page, `Register ${name}`).click()
  await lab.asked('personal_sign')
  await page.reload()
  lab.pageLeft()
  await goToForm(page)
  expect(await ownerOf(name)).toBeUndefined()
  expect(await field(page).inputValue()).toBe('')
  await field(page).fill(label)
  await inModal(page, `Register ${name}`).click()
  await lab.asked('personal_sign')
  lab.approve('personal_sign')
  await titled(page, name).waitFor()
})
