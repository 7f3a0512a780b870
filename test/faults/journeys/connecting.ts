/** Journeys into an app: with a wallet in the browser, with one on a phone, and back after a reload. */
import type { Page } from 'playwright-core'
import { button, connect, expectFact, inModal, modal, walletRow } from '../../harness/app.js'
import { readCode } from '../../harness/readCode.js'
import type { PhoneDriver } from '../../phone/openPhone.js'
import type { Journey, Move } from './journey.js'

export const fact = (page: Page, name: string) => page.getByTestId(name).textContent({ timeout: 1000 })
export const isConnected = async (page: Page) => (await fact(page, 'status')) === 'connected'

/** Opens the modal where it is closed: the last of all moves, when there is nothing else to do. */
export const opening = (page: Page): Move => ({
  when: button(page),
  rest: 500,
  act: async (seen) => {
    if (!(await modal(page).isVisible())) await seen.click({ timeout: 1500 })
  },
})

const byExtension: Journey = {
  name: 'connect by extension',
  uses: ['gateway', 'chain', 'database', 'redis'],
  async begin({ open }) {
    const { page, lab } = await open()
    return {
      page,
      moves: [{ when: walletRow(page, 'Lab') }, opening(page)],
      done: async () => (await isConnected(page)) && (await fact(page, 'account')) === lab.addresses[0],
    }
  },
}

/** What somebody with a phone in their hand does about the code on the screen. */
function scanning(page: Page, phone: PhoneDriver): Move[] {
  const code = modal(page).getByRole('img', { name: /^QR code/ })
  let scanned = ''
  return [
    { when: phone.page.getByRole('button', { name: 'Approve', exact: true }) },
    {
      when: code,
      rest: 500,
      act: async (seen) => {
        const uri = await readCode(seen)
        if (uri === scanned) return
        scanned = uri
        await phone.paste(uri)
      },
    },
  ]
}

const byCode: Journey = {
  name: 'connect by QR code',
  uses: ['relay', 'gateway', 'chain', 'database', 'redis'],
  async begin({ open, phone: pickUp }) {
    const phone = await pickUp()
    const { page } = await open()
    return {
      page,
      moves: [...scanning(page, phone), { when: inModal(page, /^WalletConnect/) }, opening(page)],
      done: () => isConnected(page),
    }
  },
}

const bySigningOverRelay: Journey = {
  name: 'sign a message on a phone',
  uses: ['relay', 'gateway', 'database', 'redis'],
  async begin({ open, phone: pickUp }) {
    const phone = await pickUp()
    const { page } = await open()
    await button(page).click()
    await inModal(page, /^WalletConnect/).click()
    const code = modal(page).getByRole('img', { name: /^QR code/ })
    await code.waitFor()
    await phone.pair(await readCode(code))
    await phone.approve('Connect to this app?')
    await expectFact(page, 'status', 'connected')
    await modal(page).waitFor({ state: 'hidden' })
    return {
      page,
      moves: [{ when: phone.page.getByRole('button', { name: 'Approve', exact: true }) }, ...signing(page)],
      done: () => isSigned(page),
    }
  },
}

const isSigned = async (page: Page) =>
  /^0x[\da-f]{130}$/.test(await page.locator('output').innerText({ timeout: 500 }))

/** Asks once, and again when the app was told that it did not work. */
function signing(page: Page): Move[] {
  let isAsked = false
  const ask = async () => {
    isAsked = true
    await page.getByLabel('Message').fill('hello')
    await page.getByRole('button', { name: 'Sign message' }).click()
  }
  return [
    { when: page.locator('output', { hasText: 'refused' }), act: ask },
    { when: page.getByRole('button', { name: 'Sign message' }), act: ask, if: () => !isAsked },
  ]
}

const bySigning: Journey = {
  name: 'sign a message',
  uses: ['gateway', 'chain'],
  async begin({ open }) {
    const { page } = await open()
    await connect(page)
    return { page, moves: signing(page), done: () => isSigned(page) }
  },
}

const byReload: Journey = {
  name: 'reload',
  uses: ['gateway', 'chain', 'redis'],
  async begin({ open }) {
    const { page, lab } = await open()
    await connect(page)
    let isReloaded = false
    const reload = async () => {
      await page.reload()
      isReloaded = true
    }
    return {
      page,
      moves: [{ when: page.locator('body'), act: reload, if: () => !isReloaded }],
      done: async () =>
        isReloaded && (await isConnected(page)) && (await fact(page, 'account')) === lab.addresses[0],
    }
  },
}

const bySignIn: Journey = {
  name: 'sign in with the wallet',
  uses: ['gateway', 'database', 'redis', 'chain'],
  async begin({ open }) {
    const { page, lab } = await open({ signIn: 'required' })
    return {
      page,
      moves: [{ when: inModal(page, 'Sign in') }, { when: walletRow(page, 'Lab') }, opening(page)],
      done: async () => (await fact(page, 'session')) === lab.addresses[0],
    }
  },
}

const byList: Journey = {
  name: 'find a wallet',
  uses: ['gateway', 'database', 'redis'],
  async begin({ open }) {
    const { page } = await open()
    const grid = modal(page).getByRole('grid', { name: 'Wallets' })
    return {
      page,
      moves: [{ when: inModal(page, 'All wallets') }, opening(page)],
      done: () => grid.getByRole('button', { name: 'MetaMask', exact: true }).isVisible(),
    }
  },
}

export const connectingJourneys = [
  byExtension,
  byCode,
  byReload,
  bySignIn,
  bySigning,
  bySigningOverRelay,
  byList,
]
