/** Drives the phone of the local world in a browser: opens it, follows links, and gives the answers of a person. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'

export interface PhoneOptions {
  /** Where the phone is served: `origins.phone` of the world. */
  readonly origin: string
  /** A pairing link to open the page with, as a tap on a link does. */
  readonly uri?: string
}

/** Questions by their titles on the screen. */
export type Question =
  | 'Connect to this app?'
  | 'Connect and sign in?'
  | 'Sign this message?'
  | 'Sign in?'
  | 'Sign this data?'
  | 'Send this transaction?'
  | 'Add this network?'
  | `Move to ${string}?`
  | RegExp

export interface PhoneDriver {
  readonly page: Page
  /** Pastes a pairing link and waits until the app's question is there. */
  pair(uri: string): Promise<void>
  /** Pastes anything and waits for nothing. */
  paste(text: string): Promise<void>
  /** Waits for a question, of this title where one is given. */
  question(title?: Question): Promise<void>
  /** Says yes to the question that is there or comes next, and waits until it is answered. */
  approve(title?: Question): Promise<void>
  reject(title?: Question): Promise<void>
  /** Changes to the account of this name or address; connected apps follow. */
  changeAccount(account: string): Promise<void>
  /** Changes to the network of this name; connected apps follow. */
  changeNetwork(name: string): Promise<void>
  /** Disconnects from the app of this name. */
  disconnect(app: string): Promise<void>
  /** The account in use. */
  account(): Promise<string>
  /** Names of the connected apps. */
  apps(): Promise<readonly string[]>
  /** What the phone says about the last thing that was done. */
  readonly result: Locator
  /** What the phone says about a link. */
  readonly link: Locator
  close(): Promise<void>
}

/** In a context of its own, unless one is given: two phones in one context are one wallet. */
export async function openPhone(
  place: Browser | BrowserContext,
  { origin, uri }: PhoneOptions,
): Promise<PhoneDriver> {
  const isOwn = 'newContext' in place
  const context = isOwn ? await place.newContext({ viewport: { width: 390, height: 844 } }) : place
  const page = await context.newPage()
  await page.goto(uri === undefined ? origin : `${origin}/wc?uri=${encodeURIComponent(uri)}`)
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const heading = (name: Question) => page.getByRole('heading', { level: 1, name, exact: true })
  const home = button('Scan a code')

  async function question(title?: Question): Promise<void> {
    await (title === undefined ? button('Approve') : heading(title)).waitFor()
  }

  /** Answered means: another question, or none. */
  async function answer(name: 'Approve' | 'Reject', title?: Question): Promise<void> {
    await question(title)
    const id = await page.locator('[data-ask]').getAttribute('data-ask')
    await button(name).click()
    await page.locator(`[data-ask="${id}"]`).waitFor({ state: 'detached', timeout: 30_000 })
  }

  async function goHome(): Promise<void> {
    const back = button('Back')
    await home.or(back).first().waitFor()
    if (await back.isVisible()) await back.click()
    await home.waitFor()
  }

  async function paste(text: string): Promise<void> {
    const field = page.getByLabel('Connection link')
    await home.or(field).first().waitFor()
    if (await home.isVisible()) await home.click()
    await field.fill(text)
    await button('Connect').click()
  }

  async function choose(opener: RegExp, list: string, name: string): Promise<void> {
    await goHome()
    await page.getByRole('button', { name: opener }).click()
    await page.getByRole('list', { name: list }).getByRole('button', { name }).click()
    await home.waitFor()
  }

  return {
    page,
    paste,
    question,
    async pair(link) {
      await paste(link)
      await page.getByRole('heading', { level: 1, name: /^Connect (to this app|and sign in)\?$/ }).waitFor()
    },
    approve: (title) => answer('Approve', title),
    reject: (title) => answer('Reject', title),
    changeAccount: (account) => choose(/^Change account/, 'Accounts', account),
    changeNetwork: (name) => choose(/^Change network/, 'Networks', name),
    async disconnect(app) {
      await goHome()
      await page.getByRole('list', { name: 'Connected apps' }).getByRole('button', { name: app }).click()
      await button('Disconnect').click()
      await page.getByRole('status', { name: 'Latest result' }).getByText('Disconnected from').waitFor()
    },
    account: async () => (await page.getByTestId('account').getAttribute('data-address')) ?? '',
    async apps() {
      await goHome()
      return page.getByRole('list', { name: 'Connected apps' }).locator('strong').allTextContents()
    },
    result: page.getByRole('status', { name: 'Latest result' }),
    link: page.getByRole('status', { name: 'Link' }),
    close: () => (isOwn ? context.close() : page.close()),
  }
}
