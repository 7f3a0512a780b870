/** A page that stays open for a day, by a clock that is moved: codes, sessions and quotes renew themselves, and nothing piles up. Only `npm run test:endurance` walks it. */
import { randomUUID } from 'node:crypto'
import { localAccounts } from '@latchkey/local'
import { walletErrors } from '@latchkey/spec/walletApi'
import type { BrowserContext, Page } from 'playwright-core'
import { inject } from 'vitest'
import {
  connect,
  expect,
  inModal,
  local,
  modal,
  signed,
  startSigning,
  titled,
  test as withWallets,
} from '../harness/app.js'
import { ask, isGone, test as withEmbedded } from '../harness/embeddedApp.js'
import { countEverywhere, endure, patience } from '../harness/endure.js'
import { connectPhone, showCode, test as withPhones } from '../harness/remoteApp.js'
import { until } from '../harness/until.js'

const { wallet } = inject('origins')
const minutes = (count: number) => count * 60_000
const hours = (count: number) => minutes(60 * count)

/** A day that ends about now: servers live in the present and believe nothing from the future. */
const startDay = (context: BrowserContext, length = hours(25)) =>
  context.clock.install({ time: Date.now() - length })
/** The token of the relay is good for a day, so this one begins a little later and is shorter. */
const shortDay = hours(24) - minutes(5)

const later = (page: Page, time: string) => page.context().clock.fastForward(time)

/** A code renews itself for an hour, which is so often; then somebody has to ask for it again. */
const codesAnHour = 16

withPhones(
  '[D-03] [S4-09] codes that renew themselves leave nothing behind',
  async ({ open }) => {
    const { page } = await open({
      prepare: async (context) => {
        await countEverywhere(context)
        await startDay(context, shortDay)
      },
    })
    await showCode(page)
    const code = modal(page).getByRole('img', { name: /^QR code/ })
    const again = inModal(page, 'Get a new code')
    const shown = () =>
      code
        .locator('path')
        .first()
        .getAttribute('d', { timeout: 1000 })
        .catch(() => null)
    await endure({
      what: 'a day with a code on the screen: renewals',
      // Whole hours in each half, so that both end in the same place.
      times: codesAnHour * 22,
      page,
      warmUp: 3,
      // There is no more of that day.
      more: codesAnHour,
      async round() {
        const before = await shown()
        await later(page, '03:51')
        const isAnother = async () => {
          if (await again.isVisible()) await again.click()
          const now = await shown()
          return now !== null && now !== before
        }
        await until(isAnother, { what: 'another code is shown', within: 30_000 })
      },
    })
  },
  patience,
)

withPhones(
  '[D-03] [S4-02] a wallet on a phone that is kept and asked every hour leaves nothing behind',
  async ({ open, phone }) => {
    const { page } = await open({
      prepare: async (context) => {
        await countEverywhere(context)
        // The phone lives in the present too, and takes no link from yesterday.
        await startDay(context, 0)
      },
    })
    await connectPhone(page, phone)
    await endure({
      what: 'a day with a wallet on a phone: hours',
      times: 24,
      page,
      async round() {
        await later(page, '01:00:00')
        expect(await phone.apps()).toHaveLength(1)
        await phone.page.getByRole('list', { name: 'Connected apps' }).getByRole('button').click()
        await phone.page.getByRole('button', { name: 'Keep for a week' }).click()
        await phone.result.getByText('Kept for another week').waitFor()
        const message = randomUUID()
        await startSigning(page, 'Sign message', message)
        await phone.approve('Sign this message?')
        expect(await signed(page, message)).toMatch(/^0x/)
      },
    })
  },
  patience,
)

withEmbedded(
  '[D-03] [S4-02] an embedded wallet whose session is renewed every quarter of an hour leaves nothing behind',
  async ({ enter }) => {
    const { page } = await enter({
      prepare: async (context) => {
        await countEverywhere(context)
        await startDay(context)
      },
    })
    await isGone(page)
    const { status, text } = walletErrors.SESSION_EXPIRED
    const ended = { status, json: { error: { code: 'SESSION_EXPIRED', message: text } } }
    // Its server lives in the present: what it would say after a quarter of an hour, it says now. Nor would it answer
    // the questions of a day in a minute, so these are answered here.
    let isOver = false
    await page.context().route(`${wallet}/api/v1/rpc/**`, (route) => {
      const answer = isOver ? ended : { json: { result: null } }
      isOver = false
      return route.fulfill(answer)
    })
    await endure({
      what: 'a day with the embedded wallet: refreshes',
      times: 96,
      page,
      async round() {
        isOver = true
        const refreshed = page.waitForResponse(
          (answer) => answer.url().endsWith('/session/refresh') && answer.ok(),
        )
        await later(page, '15:00')
        // Of nothing that was ever sent: the wallet has to look.
        await ask(page, 'wallet_getCallsStatus', [`0x${'ab'.repeat(32)}`])
        await refreshed
      },
    })
  },
  patience,
)

withWallets(
  '[D-03] [D-16] quotes that are asked for anew leave nothing behind',
  async ({ open }) => {
    const [, , , , , , , , owner] = localAccounts().people
    const { page, problems } = await open({
      hasGateway: true,
      wallets: [{ name: 'Lab', networks: [local], ...(owner && { privateKeys: [owner.privateKey] }) }],
      prepare: async (context) => {
        await countEverywhere(context)
        await startDay(context)
      },
    })
    // A day's questions within a minute: some are told to come later, and do.
    problems.expect(/429 \(Too Many Requests\)/)
    await connect(page)
    const swap = { from: 'ETH', to: 'USDC', amount: '0.5' }
    await page.evaluate((data) => window.kit.open({ view: 'Swap', data }), { swap })
    await titled(page, 'Swap').waitFor()
    // A clock that jumps would end the time that its tokens have to come.
    await inModal(page, 'Review swap').waitFor()
    await endure({
      what: 'a day with a quote on the screen: quotes',
      times: 360,
      page,
      async round() {
        const quoted = page.waitForResponse(
          (answer) => answer.url().includes('/v1/convert/quotes') && answer.ok(),
        )
        await later(page, '04:00')
        await quoted
        await inModal(page, 'Review swap').waitFor()
      },
    })
  },
  patience,
)
