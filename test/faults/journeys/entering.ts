/** Journeys into the embedded wallet: by a mail, by a service, and back after a reload. */
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { button, expectFact, modal } from '../../harness/app.js'
import { newEmail, signInByEmail } from '../../harness/embedded.js'
import { fact, isConnected, opening } from './connecting.js'
import type { Journey, Move } from './journey.js'

const inbox = `http://localhost:${inject('base') + 10}`

/** The link of the newest mail to somebody, as a mail program has it: not by way of the proxies. */
async function linkFor(email: string): Promise<string | undefined> {
  const answer = await fetch(`${inbox}/mails`)
  // Written by the inbox of the same repository.
  const { mails } = (await answer.json()) as { mails: readonly { to: readonly string[]; text: string }[] }
  const mail = mails.find(({ to, text }) => to.includes(email) && /\/device#/.test(text))
  return /http:\S+\/device#\S+/.exec(mail?.text ?? '')?.[0]
}

const shownNumber = async (page: Page) =>
  (
    (await modal(page)
      .getByText(/^Number to type:/)
      .textContent({ timeout: 1000 })) ?? ''
  ).replaceAll(/\D/g, '')

/** The window beside the app, where there is one; of several the newest. */
const beside = (page: Page) =>
  page
    .context()
    .pages()
    .findLast((each) => each !== page)

/** So long anybody waits for a window that is on its way. */
const patience = 8000

/** A window that shows nothing to go on with is loaded again, as anybody would. */
function createLook(): (tab: Page) => Promise<void> {
  const lookedAt = new WeakMap<Page, number>()
  return async (tab) => {
    const now = performance.now()
    const before = lookedAt.get(tab)
    if (before !== undefined && now - before < patience) return
    lookedAt.set(tab, now)
    if (before !== undefined) await tab.reload({ timeout: patience })
  }
}

function readingMail(page: Page, email: string): Move[] {
  const lookAgain = createLook()
  let code = ''
  let opened = ''
  const inTab = async (tab: Page) => {
    const number = tab.getByLabel('The number that the app shows you')
    const shown = /\b\d{6}\b/.exec(await tab.locator('body').innerText({ timeout: 1000 }))?.[0]
    if (shown) {
      code = shown
      await tab.close()
      await page.bringToFront()
    } else if (await number.isVisible()) {
      await number.fill(await shownNumber(page))
      await tab.getByRole('button', { name: 'Confirm the sign-in' }).click({ timeout: 1500 })
    } else if (await tab.getByText('Nothing to confirm here').isVisible()) await tab.close()
    else await lookAgain(tab)
  }
  const codeField = modal(page).getByRole('textbox', { name: 'Code, 6 digits' })
  return [
    {
      when: codeField,
      if: () => code !== '',
      act: async () => {
        const typed = code
        code = ''
        await codeField.focus()
        await page.keyboard.type(typed)
      },
    },
    {
      when: page.locator('body'),
      rest: 500,
      if: () => beside(page) !== undefined,
      act: async () => {
        const tab = beside(page)
        if (tab) await inTab(tab)
      },
    },
    {
      when: modal(page).getByText(/^Number to type:/),
      rest: 500,
      act: async () => {
        const link = await linkFor(email)
        if (!link || link === opened) return
        opened = link
        const tab = await page.context().newPage()
        await tab.goto(link, { timeout: 3000 })
      },
    },
  ]
}

function typingEmail(page: Page, email: string): Move {
  const field = modal(page).getByRole('textbox', { name: 'Email address' })
  return {
    when: field,
    act: async () => {
      await field.fill(email)
      await page.keyboard.press('Enter')
    },
  }
}

const byEmail: Journey = {
  name: 'enter by email',
  uses: ['wallet', 'gateway', 'database', 'redis', 'mail'],
  async begin({ open }) {
    const { page } = await open({ isEmbedded: true })
    const email = newEmail()
    return {
      page,
      moves: [...readingMail(page, email), typingEmail(page, email), opening(page)],
      done: () => isConnected(page),
    }
  },
}

function inServiceWindow(page: Page): Move {
  const lookAgain = createLook()
  return {
    when: page.locator('body'),
    rest: 1500,
    if: () => beside(page) !== undefined,
    act: async () => {
      const tab = beside(page)
      if (!tab) return
      const number = tab.getByLabel('The number that it shows')
      const person = tab.getByRole('button', { name: 'Alice Local' })
      if (await number.isVisible()) {
        await number.fill(await shownNumber(page))
        await tab.getByRole('button', { name: 'Continue to Google' }).click({ timeout: 1500 })
      } else if (await person.isVisible()) await person.click({ timeout: 1500 })
      // A window that has given up is closed; the page has another.
      else if (await tab.getByText('You were not signed in').isVisible()) await tab.close()
      else await lookAgain(tab)
    },
  }
}

const byService: Journey = {
  name: 'enter by a service',
  uses: ['wallet', 'identity', 'gateway', 'database', 'redis'],
  async begin({ open }) {
    const { page } = await open({ isEmbedded: true })
    const row = modal(page)
      .getByRole('list', { name: 'Continue with an account you have' })
      .getByRole('button', { name: 'Continue with Google', exact: true })
    const again = modal(page).getByRole('button', { name: /Open it again/ })
    return {
      page,
      moves: [inServiceWindow(page), { when: again, if: () => !beside(page) }, { when: row }, opening(page)],
      done: () => isConnected(page),
    }
  },
}

const byReload: Journey = {
  name: 'reload, embedded wallet',
  uses: ['wallet', 'gateway', 'database', 'redis'],
  async begin({ open }) {
    const { page } = await open({ isEmbedded: true })
    await button(page).click()
    await signInByEmail(page, newEmail())
    await expectFact(page, 'status', 'connected')
    const address = await fact(page, 'account')
    let isReloaded = false
    const reload = async () => {
      await page.reload()
      isReloaded = true
    }
    return {
      page,
      moves: [{ when: page.locator('body'), act: reload, if: () => !isReloaded }, opening(page)],
      done: async () => isReloaded && (await isConnected(page)) && (await fact(page, 'account')) === address,
    }
  },
}

export const enteringJourneys = [byEmail, byService, byReload]
