/** Signing in with the wallet, verified by the gateway: every way in, every way out, and what comes in between. */
import type { LabWallet } from 'latchkey/testing'
import type { Page } from 'playwright-core'
import { generatePrivateKey } from 'viem/accounts'
import { inject } from 'vitest'
import {
  type App,
  choose,
  connect,
  expect,
  expectFact,
  inModal,
  modal,
  test,
  titled,
} from '../harness/app.js'
import { expectAccessible } from '../harness/axe.js'
import { createContractAccount } from '../harness/contractAccount.js'
import { shootSizes } from '../harness/shots.js'

const { gateway } = inject('origins')

const addressOf = (wallet: LabWallet) => wallet.addresses[0]

/** Connects and comes as far as the question. */
async function ask(page: Page): Promise<void> {
  await choose(page, 'Lab')
  await titled(page, 'Sign in').waitFor()
  await inModal(page, 'Sign in').waitFor()
}

async function signIn({ page, wallet }: App): Promise<void> {
  await ask(page)
  await inModal(page, 'Sign in').click()
  await modal(page).waitFor({ state: 'hidden' })
  await expectFact(page, 'session', addressOf(wallet('Lab')))
}

test('[S4-14] [S4-15] connecting leads to signing in, and a reload keeps it', async ({ open }) => {
  const app = await open({ hasGateway: true, signIn: 'required' })
  const { page, wallet } = app
  await ask(page)
  await expectAccessible(page)
  await shootSizes(page, 'sign-in')
  await inModal(page, 'Sign in').click()
  await modal(page).waitFor({ state: 'hidden' })
  await expectFact(page, 'session', addressOf(wallet('Lab')))
  await page.reload()
  await expectFact(page, 'session', addressOf(wallet('Lab')))
  expect(wallet('Lab').requests.filter(({ method }) => method === 'personal_sign')).toHaveLength(1)
})

test('[S2-09] [S4-16] a refusal keeps the question open, closing is refused, and a second try works', async ({
  open,
}) => {
  const app = await open({ hasGateway: true, signIn: 'required' })
  const { page, wallet } = app
  await ask(page)
  wallet('Lab').next.reject('personal_sign')
  await inModal(page, 'Sign in').click()
  await modal(page).getByText('Signature declined').first().waitFor()
  await page.keyboard.press('Escape')
  await titled(page, 'Sign in').waitFor()
  await inModal(page, 'Try again').click()
  await expectFact(page, 'session', addressOf(wallet('Lab')))
})

test('[S4-17] cancelling disconnects where a session is required', async ({ open }) => {
  const { page } = await open({ hasGateway: true, signIn: 'required' })
  await ask(page)
  await inModal(page, 'Cancel and disconnect').click()
  await expectFact(page, 'status', 'disconnected')
  await modal(page).waitFor({ state: 'hidden' })
})

test('[S4-17] cancelling leaves the wallet connected where none is required', async ({ open }) => {
  const { page } = await open({ hasGateway: true, signIn: 'optional' })
  await ask(page)
  await inModal(page, 'Cancel').click()
  await modal(page).waitFor({ state: 'hidden' })
  await expectFact(page, 'status', 'connected')
  await expectFact(page, 'session', 'none')
  // A reload does not nag.
  await page.reload()
  await expectFact(page, 'status', 'connected')
  await expectFact(page, 'view', 'none')
})

test('[D-11] another account is another session, and coming back finds the first', async ({ open }) => {
  const app = await open({
    hasGateway: true,
    signIn: 'optional',
    wallets: [{ name: 'Lab', privateKeys: [generatePrivateKey(), generatePrivateKey()] }],
  })
  const { page, wallet } = app
  await signIn(app)
  const [first, second] = wallet('Lab').addresses
  wallet('Lab').switchAccount(1)
  await expectFact(page, 'account', second)
  await expectFact(page, 'session', 'none')
  await inModal(page, 'Sign in').click()
  await expectFact(page, 'session', second)
  wallet('Lab').switchAccount(1)
  await expectFact(page, 'session', first)
})

test('leaving the wallet ends the session, and the next connection asks again', async ({ open }) => {
  const app = await open({ hasGateway: true, signIn: 'required' })
  const { page } = app
  await signIn(app)
  await page.getByRole('button', { name: 'Leave by hook' }).click()
  await expectFact(page, 'session', 'none')
  await ask(page)
})

test('who signs in in one tab is signed in in the other, and out again', async ({ open }) => {
  const app = await open({ hasGateway: true, signIn: 'optional' })
  const { page, wallet } = app
  await ask(page)
  await inModal(page, 'Cancel').click()
  const tab = await app.openTab()
  await expectFact(tab, 'status', 'connected')
  await tab.evaluate(() => window.kit.open({ view: 'SIWXSignMessage' }))
  await inModal(tab, 'Sign in').click()
  await expectFact(tab, 'session', addressOf(wallet('Lab')))
  await expectFact(page, 'session', addressOf(wallet('Lab')))
  await tab.getByRole('button', { name: 'Sign out by hook' }).click()
  await expectFact(page, 'session', 'none')
})

test('[D-10] a gateway that is away is told, and the next try works', async ({ open }) => {
  const app = await open({ hasGateway: true, signIn: 'required' })
  const { page, problems, wallet } = app
  await ask(page)
  problems.expect(/auth\/v1\/nonce|ERR_FAILED/)
  await page.route('**/auth/v1/nonce*', (route) => route.abort())
  await inModal(page, 'Sign in').click()
  await inModal(page, 'Try again').waitFor({ timeout: 20_000 })
  await page.unroute('**/auth/v1/nonce*')
  await inModal(page, 'Try again').click()
  await expectFact(page, 'session', addressOf(wallet('Lab')))
})

test('[S1-04] an account that is a contract signs in before and after it is deployed', async ({ open }) => {
  const { account, deploy } = await createContractAccount()
  const app = await open({
    hasGateway: true,
    signIn: 'required',
    wallets: [{ name: 'Lab', accounts: [account], privateKeys: [] }],
  })
  await signIn(app)
  await app.page.getByRole('button', { name: 'Leave by hook' }).click()
  await expectFact(app.page, 'session', 'none')
  await deploy()
  await signIn(app)
  await app.page.reload()
  await expectFact(app.page, 'session', account.address)
})

test('a session that ended on the server asks again, and one that only grew old does not', async ({
  open,
}) => {
  const app = await open({ hasGateway: true, signIn: 'required' })
  const { page, wallet, problems } = app
  await signIn(app)
  const signed = () => wallet('Lab').requests.filter(({ method }) => method === 'personal_sign').length
  /** As after a quarter of an hour; answers with the token that is old now. */
  const grow = () =>
    page.evaluate(() => {
      const [key = ''] = Object.keys(localStorage).filter((each) => each.startsWith('latchkey:sign-in'))
      const [entry] = JSON.parse(localStorage.getItem(key) ?? '[]')
      localStorage.setItem(key, JSON.stringify([{ ...entry, endsAt: 0 }]))
      return String(entry.token)
    })
  await grow()
  await page.reload()
  await expectFact(page, 'session', addressOf(wallet('Lab')))
  expect(signed()).toBe(1)

  const token = await grow()
  const { origin } = new URL(page.url())
  const headers = { authorization: `Bearer ${token}`, origin }
  expect((await fetch(`${gateway}/auth/v1/sign-out`, { method: 'POST', headers })).status).toBe(200)
  problems.expect(/status of 401 .*\/auth\/v1\/refresh/)
  await page.reload()
  await titled(page, 'Sign in').waitFor()
  await expectFact(page, 'session', 'none')
  await inModal(page, 'Sign in').click()
  await expectFact(page, 'session', addressOf(wallet('Lab')))
  expect(signed()).toBe(2)
})

test('without sign-in nothing of it is loaded', async ({ open }) => {
  const { page } = await open({ hasGateway: true })
  await connect(page)
  await expectFact(page, 'session', 'none')
})
