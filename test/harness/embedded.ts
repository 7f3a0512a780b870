/** What a person does to sign in to the embedded wallet by email: reads the mail, follows its link, types what it asks for. */
import type { Locator, Page } from 'playwright-core'
import { inject } from 'vitest'
import { rememberSecret } from './secrets.js'
import { until } from './until.js'

interface Mail {
  readonly id: number
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
}

const { wallet } = inject('origins')
const dataFolder = inject('dataFolder')
const inbox = `http://localhost:${inject('base') + 10}`

export const modal = (page: Page) => page.getByRole('dialog')

/** The first answer of a fresh frame is a nonce for its proofs; browsers complain of every 401. */
export const nonceComplaint = /status of 401 .*\/api\/v1\//

/** The newest mail to an address that says this. Asked from outside of the browser, as a mail program is. */
function readMail(to: string, says: RegExp): Promise<Mail> {
  return until(
    async () => {
      const answer = await fetch(`${inbox}/mails`)
      // Written by the inbox of the same repository.
      const { mails } = (await answer.json()) as { mails: readonly Mail[] }
      return mails.find((mail) => mail.to.includes(to) && says.test(`${mail.subject}\n${mail.text}`))
    },
    { what: `a mail to ${to} that says ${says}` },
  )
}

/** What is typed from a mail: its code, or whatever else it is read for. */
export async function readCode(to: string, says: RegExp, what = /\b\d{6}\b/): Promise<string> {
  const { text } = await readMail(to, says)
  const found = what.exec(text)?.[0]
  if (found === undefined) throw new Error(`The mail does not have it: ${text}`)
  rememberSecret(dataFolder, 'what a mail says', found.split('#')[1] ?? found)
  return found
}

/** Follows the link of the mail in a tab of the same browser, types the number, and reads the code. */
async function approveDevice(page: Page, { email, number }: { email: string; number: string }) {
  const { text } = await readMail(email, /\/device#/)
  const link = /http:\S+\/device#\S+/.exec(text)?.[0]
  if (!link?.startsWith(wallet)) throw new Error(`No link of the wallet in: ${text}`)
  const tab = await page.context().newPage()
  await tab.goto(link)
  await tab.getByLabel('The number that the app shows you').fill(number)
  await tab.getByRole('button', { name: 'Confirm the sign-in' }).click()
  const code = await until(async () => /\b\d{6}\b/.exec(await tab.locator('body').innerText())?.[0], {
    what: 'the page shows a code',
  })
  await tab.close()
  rememberSecret(dataFolder, 'the code of a sign-in', code)
  rememberSecret(dataFolder, 'the link of a mail', link.split('#')[1] ?? link)
  return code
}

/** The two digits that the modal shows. */
export async function shownNumber(page: Page): Promise<string> {
  const read = await modal(page)
    .getByText(/^Number to type:/)
    .textContent()
  return (read ?? '').replaceAll(/\D/g, '')
}

/** Types an address into the modal, which stands on Connect. */
export async function sendEmail(page: Page, email: string): Promise<void> {
  await modal(page).getByRole('textbox', { name: 'Email address' }).fill(email)
  await page.keyboard.press('Enter')
}

/** From Connect to the last digit of the code. */
export async function signInByEmail(page: Page, email: string): Promise<void> {
  await sendEmail(page, email)
  await modal(page).getByRole('heading', { name: 'Check your mail' }).waitFor()
  const code = await approveDevice(page, { email, number: await shownNumber(page) })
  await page.bringToFront()
  await typeCode(page, code)
}

/** Into whatever has the focus: the field takes it by itself, a moment after it is there. */
export async function typeCode(page: Page, code: string): Promise<void> {
  const field = modal(page).getByRole('textbox', { name: 'Code, 6 digits' })
  await field.waitFor()
  await until(() => field.evaluate((element) => element.matches(':focus')), {
    what: 'the field of the code has the focus',
  })
  await page.keyboard.type(code)
}

/** From Connect to the end, with an account that somebody has at the stand-in of Google. */
export async function signInByService(page: Page, person: string): Promise<void> {
  const row = modal(page).getByRole('button', { name: 'Continue with Google', exact: true })
  const [tab] = await Promise.all([page.context().waitForEvent('page'), row.click()])
  await tab.getByLabel('The number that it shows').fill(await shownNumber(page))
  await tab.getByRole('button', { name: 'Continue to Google' }).click()
  await tab.getByRole('button', { name: person }).click()
}

let people = 0
/** Nobody has had it before. */
export const newEmail = () => `person-${Date.now()}-${++people}@example.org`

const frameElement = '#w3m-iframe'

/** The frame of the wallet, as it stands in the modal while something is asked. */
export const walletFrame = (page: Page) => page.frameLocator(frameElement)

/**
 * Presses a button of the frame. The card grows around the frame as it comes and moves it: until it stands, a press may
 * fall beside it, which nobody would notice.
 */
export async function pressInFrame(page: Page, name: string): Promise<void> {
  const button = walletFrame(page).getByRole('button', { name, exact: true })
  await isAwake(button, name)
  await page.locator(frameElement).hover()
  await button.hover()
  await button.click()
}

/** Goes on in the window of the wallet, which the frame's button opens. */
export async function openWindow(page: Page, name = 'Review in the wallet window'): Promise<Page> {
  const opening = page.context().waitForEvent('page')
  await pressInFrame(page, name)
  return opening
}

/** The PIN of everybody here. */
export const pin = '274950'

async function setPin(tab: Page): Promise<void> {
  await tab.getByRole('button', { name: 'With a PIN' }).click()
  await tab.getByLabel('New PIN').fill(pin)
  await tab.getByLabel('Again').fill(pin)
  await tab.getByRole('button', { name: 'Set the PIN' }).click()
}

/** Gives the code. */
async function writeCodeDown(tab: Page): Promise<string> {
  await tab.getByRole('heading', { name: 'Write this code down' }).waitFor()
  const code = (await tab.locator('.big-code').innerText()).trim()
  rememberSecret(dataFolder, 'a recovery code', code)
  await tab.getByRole('checkbox').check()
  await tab.getByRole('button', { name: 'Go on' }).click()
  await tab.getByLabel('The last two groups of the code').fill(code.split('-').slice(-2).join('-'))
  await tab.getByRole('button', { name: 'Done' }).click()
  return code
}

/** The first time: the wallet gets a lock and a way back, in its own window. Gives the recovery code. */
export async function lockWithPin(tab: Page): Promise<string> {
  await setPin(tab)
  await tab.getByRole('button', { name: 'With a recovery code' }).click()
  return writeCodeDown(tab)
}

/** The same from the page of what protects the wallet, where the way back is a code at once. */
export async function lockFromSettings(tab: Page): Promise<string> {
  await tab.getByRole('button', { name: 'Set up a lock' }).click()
  await setPin(tab)
  return writeCodeDown(tab)
}

/** Types the PIN and approves; the button sleeps for a moment, and wants a whole press. */
export async function approveWithPin(tab: Page): Promise<void> {
  await tab.getByLabel('Your PIN').fill(pin)
  await press(tab, 'Approve')
}

/** A press as a person makes it, once the button is awake. */
export async function press(tab: Page, name: string): Promise<void> {
  const button = tab.getByRole('button', { name, exact: true })
  await isAwake(button, name)
  await button.hover()
  await button.click()
}

async function isAwake(button: Locator, name: string): Promise<void> {
  await button.waitFor()
  await until(async () => (await button.getAttribute('aria-disabled')) === null, { what: `${name} is awake` })
}
