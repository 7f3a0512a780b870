/** A person without a mouse connects a demo wallet, refuses, tries again, and uses it; as a screen reader tells it. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countShakes, focused, type Playground, playScene, startPlayground } from './browse.js'

let playground: Playground
beforeAll(async () => {
  playground = await startPlayground()
}, 120_000)
afterAll(() => playground?.close())

const slow = { timeout: 60_000 }
const modal = (page: Page) => page.locator('latchkey-modal').getByRole('dialog')
const prompt = (page: Page) => page.getByRole('dialog', { name: / asks$/ })
const gone = (page: Page) => modal(page).waitFor({ state: 'hidden' })
const fact = (page: Page, name: string) => page.getByTestId(name).textContent()
const behave = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** What a screen reader is told of the modal: roles, names and texts, one to a line. */
const transcript = async (page: Page) =>
  (await modal(page).ariaSnapshot()).split('\n').map((line) => line.trim())

/** The wallet's prompt and the modal's next view are drawn by two owners, in whichever order they are ready. */
async function continueIn(page: Page, wallet: string): Promise<void> {
  await expect.poll(() => transcript(page)).toContain(`- paragraph: Continue in ${wallet}`)
}

async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab')
    const now = await focused(page)
    // Between the last stop and the first one the browser itself has the focus, which reads as the whole page.
    if (now.includes(name) && now.length < 80) return
  }
  throw new Error(`${name} cannot be reached by Tab`)
}

async function choose(page: Page, wallet: string): Promise<void> {
  await page.locator('latchkey-button').getByRole('button').click()
  await modal(page).getByRole('button', { name: wallet }).click()
}

test('[D-10] connect, reject and retry by keyboard alone, as a screen reader hears it', slow, async () => {
  const { page } = await playground.open({ reducedMotion: 'reduce' })
  await page.locator('latchkey-button').getByRole('button').focus()
  await page.keyboard.press('Enter')
  // The last to come: there is no gateway here, so the widget recommends from its own copy.
  await modal(page).getByRole('button', { name: 'MetaMask' }).waitFor()
  expect(await transcript(page)).toEqual([
    '- dialog "Connect wallet":',
    '- button "What is a wallet?"',
    '- heading "Connect wallet" [level=2]',
    '- button "Close"',
    '- alert',
    '- group "Ways to connect":',
    '- text: Ways to connect',
    '- list "Wallets":',
    '- listitem:',
    '- button "WalletConnect QR code"',
    '- listitem:',
    '- button "Demo Wallet Installed"',
    '- listitem:',
    '- button "Brass Demo Installed"',
    '- listitem:',
    '- button "Harbor Demo Installed"',
    '- listitem:',
    '- button "MetaMask"',
    '- listitem:',
    '- button "All wallets"',
    '- paragraph:',
    '- text: New to wallets?',
    '- button "Learn how they work"',
    '- status',
    '- alert',
  ])

  await tabTo(page, 'Brass Demo')
  await page.keyboard.press('Enter')
  await prompt(page).waitFor()
  await continueIn(page, 'Brass Demo')
  await tabTo(page, 'Reject')
  await page.keyboard.press('Enter')
  await modal(page).getByText('Request declined').waitFor()
  await prompt(page).waitFor({ state: 'hidden' })
  expect(await transcript(page)).toEqual([
    '- dialog "Brass Demo":',
    '- button "Back"',
    '- heading "Brass Demo" [level=2]',
    '- button "Close"',
    '- alert',
    '- status:',
    '- paragraph: Request declined',
    '- paragraph: You said no in Brass Demo. Nothing was shared.',
    '- button "Try again"',
    '- status',
    '- alert',
  ])

  await tabTo(page, 'Try again')
  await page.keyboard.press('Enter')
  await prompt(page).waitFor()
  await continueIn(page, 'Brass Demo')
  await tabTo(page, 'Approve')
  await page.keyboard.press('Enter')
  await gone(page)
  await expect.poll(() => fact(page, 'status')).toBe('connected')
  expect(await focused(page)).toContain('Account 0x')
})

test.for([
  ['Be locked', 'Brass Demo is locked'],
  ['Be busy', 'A request is already open'],
  ['Fail', 'The extension was updated. Reload the page.'],
] as const)(
  '[D-10] a wallet told to “%s” gives its reason, and the next try works',
  slow,
  async ([what, text]) => {
    const { page } = await playground.open()
    await page.getByRole('radio', { name: 'Brass Demo' }).check()
    await behave(page, what)
    await choose(page, 'Brass Demo')
    await modal(page).getByText(text).waitFor()
    await modal(page).getByRole('button', { name: 'Try again' }).click()
    await prompt(page).getByRole('button', { name: 'Approve' }).click()
    await gone(page)
    await expect.poll(() => fact(page, 'status')).toBe('connected')
  },
)

test('[D-11] a signature by the shown account arrives; one by another key is refused', slow, async () => {
  const { page, complaints } = await playground.open()
  await choose(page, 'Demo Wallet')
  await gone(page)
  await page.getByRole('button', { name: 'Sign message' }).click()
  await prompt(page).getByText('Hello from the Latchkey playground').waitFor()
  await prompt(page).getByRole('button', { name: 'Approve' }).click()
  await expect.poll(() => fact(page, 'outcome')).toMatch(/0x[0-9a-f]{130}$/)
  await page.getByRole('button', { name: 'Sign typed data' }).click()
  await prompt(page).getByRole('button', { name: 'Approve' }).click()
  await expect.poll(() => fact(page, 'outcome')).toMatch(/^Sign typed data 0x[0-9a-f]{130}$/)

  // The chain is asked whether the address is a contract that accepts the signature; here it is none.
  await page.route('**/gateway/**', (route) =>
    route.fulfill({ json: { jsonrpc: '2.0', id: 1, result: '0x' } }),
  )
  await behave(page, 'Sign with another key')
  await page.getByRole('button', { name: 'Sign message' }).click()
  await prompt(page).getByRole('button', { name: 'Approve' }).click()
  await expect.poll(() => page.getByTestId('outcome').getAttribute('data-status')).toBe('failed')
  expect(await fact(page, 'outcome')).toContain('Demo Wallet did not sign as 0x')
  expect(complaints).toEqual([])
})

test('[D-11] an account chosen in the wallet, or in the modal, is the one that is shown', slow, async () => {
  const { page } = await playground.open()
  await choose(page, 'Demo Wallet')
  await gone(page)
  const before = await fact(page, 'account')
  await behave(page, 'Change account')
  await expect.poll(() => fact(page, 'account')).not.toBe(before)
  const after = await fact(page, 'account')
  await page.locator('latchkey-button').getByRole('button').click()
  await modal(page)
    .getByRole('button', { name: /^Demo Wallet/ })
    .click()
  await modal(page).getByRole('heading', { name: 'Wallets' }).waitFor()
  await modal(page)
    .getByRole('button', { name: before ?? '' })
    .click()
  await expect.poll(() => fact(page, 'account')).toBe(before)
  expect(before).not.toBe(after)
})

test(
  '[S2-10] a wallet off the page’s networks is asked to come back; X shakes, choosing recovers',
  slow,
  async () => {
    const { page } = await playground.open()
    await choose(page, 'Demo Wallet')
    await gone(page)
    await behave(page, 'Leave the page’s networks')
    await modal(page).getByText('This app does not use the network').waitFor()
    const shakes = await countShakes(page)
    await modal(page).getByRole('button', { name: 'Close' }).click()
    await page.keyboard.press('Escape')
    expect(await shakes()).toBeGreaterThan(0)
    expect(await modal(page).isVisible()).toBe(true)
    await modal(page).getByRole('button', { name: 'Local chain' }).click()
    await gone(page)
    await expect.poll(() => fact(page, 'network')).toBe('Local chain')

    await behave(page, 'Leave the page’s networks')
    await modal(page).getByRole('button', { name: 'Disconnect' }).click()
    await gone(page)
    await page.reload()
    await expect.poll(() => fact(page, 'status')).toBe('disconnected')
    expect(await modal(page).count()).toBe(0)
  },
)

test('[S9-13] until the box is ticked no method works, neither by mouse nor by keyboard', slow, async () => {
  const { page } = await playground.open()
  await playScene(page, 'Consent first')
  const wallet = modal(page).getByRole('button', { name: 'Demo Wallet' })
  expect(await wallet.isDisabled()).toBe(true)
  await wallet.click({ force: true })
  const reached = new Set<string>()
  for (let presses = 0; presses < 10; presses++) {
    await page.keyboard.press('Tab')
    reached.add(await focused(page))
  }
  expect([...reached].some((name) => /Demo/.test(name))).toBe(false)
  expect(await modal(page).getByRole('heading').textContent()).toBe('Connect wallet')
  await modal(page).getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await wallet.focus()
  await page.keyboard.press('Enter')
  await modal(page).getByText('Continue in Demo Wallet').waitFor()
})

test('[S4-05] a wallet that vanishes while its account is on screen closes the modal', slow, async () => {
  const { page } = await playground.open()
  await choose(page, 'Demo Wallet')
  await gone(page)
  await page.locator('latchkey-button').getByRole('button').click()
  await modal(page).getByRole('heading', { name: 'Account' }).waitFor()
  // The page is inert behind the modal; an extension is not.
  await page.locator('button', { hasText: 'Vanish' }).dispatchEvent('click')
  await gone(page)
  await expect.poll(() => fact(page, 'status')).toBe('disconnected')
})
