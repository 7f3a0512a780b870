/** The wallet's own pages in the language of the app that they belong to, and of the browser where there is none. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { inject } from 'vitest'
import { type AppSettings, expectFact, signed, startSigning } from '../harness/app.js'
import { expectAccessible } from '../harness/axe.js'
import { expect } from '../harness/browse.js'
import { lockWithPin, openWindow, pin, press, walletFrame } from '../harness/embedded.js'
import { closeByForce, isGone, test } from '../harness/embeddedApp.js'
import { shootSizes } from '../harness/shots.js'

const { wallet } = inject('origins')

type Words = Readonly<Record<string, string>>

const wordsOf = (code: string): Words =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, `../../apps/wallet/src/words/languages/${code}.json`), 'utf8'),
  )

/** The same app, as its makers would have it in another language. */
async function speak(page: Page, language: NonNullable<AppSettings['language']>): Promise<void> {
  const address = new URL(page.url())
  const settings = JSON.parse(address.searchParams.get('settings') ?? '{}')
  address.searchParams.set('settings', JSON.stringify({ ...settings, language }))
  await page.goto(address.href)
  await expectFact(page, 'status', 'connected')
}

/** What the browser says that its owner reads. */
const reads = (languages: readonly string[]) => (context: BrowserContext) =>
  context.addInitScript((known) => {
    Object.defineProperty(Navigator.prototype, 'languages', { get: () => known })
  }, languages)

test('the wallet speaks what its app speaks: in the frame, in its window, and after a reload', {
  timeout: 90_000,
}, async ({ enter }) => {
  const { page } = await enter({ prepare: reads(['en-US', 'de-AT', 'ar']) })
  await isGone(page)
  // The lock is set in English, as the wallet of an app that speaks it.
  await startSigning(page, 'Sign message', randomUUID())
  const first = await openWindow(page)
  await first.getByRole('button', { name: 'With a PIN' }).waitFor()
  expect(await first.locator('html').getAttribute('lang')).toBe('en')
  await lockWithPin(first)
  await first.getByLabel('Your PIN').waitFor()
  await closeByForce(page)
  await first.close()

  await speak(page, 'de')
  const german = wordsOf('de')
  const message = randomUUID()
  await startSigning(page, 'Sign message', message)
  const window = await openWindow(page, german['panel.review'])
  await window.getByRole('button', { name: german['approve.reject'] ?? '' }).waitFor()
  expect(await window.locator('html').getAttribute('lang')).toBe('de')
  expect(await window.title()).toBe(german['page.approve'])
  await window.reload()
  await window.getByText(message).waitFor()
  await expectAccessible(window)
  await window.getByLabel(german['approve.pin'] ?? '').fill(pin)
  await press(window, german['approve.with-pin'] ?? '')
  expect(await signed(page, message)).toMatch(/^0x/)
  await isGone(page)

  await speak(page, 'ar')
  const arabic = wordsOf('ar')
  await startSigning(page, 'Sign message', randomUUID())
  await walletFrame(page)
    .getByRole('button', { name: arabic['panel.review'] ?? '' })
    .waitFor()
  const mirrored = await openWindow(page, arabic['panel.review'])
  await mirrored.getByRole('button', { name: arabic['approve.reject'] ?? '' }).waitFor()
  expect(await mirrored.locator('html').getAttribute('dir')).toBe('rtl')
  await expectAccessible(mirrored)
  await shootSizes(mirrored, 'wallet.approve.arabic')
})

test('nobody is asked in a language that they do not read, whatever their app speaks', async ({ enter }) => {
  const { page } = await enter({ prepare: reads(['en-US']) })
  await isGone(page)
  await speak(page, 'ar')
  await startSigning(page, 'Sign message', randomUUID())
  await walletFrame(page).getByRole('button', { name: 'Review in the wallet window' }).waitFor()
})

test('words that are not those of the build are not shown: the page speaks English', async ({ visit }) => {
  const { page, problems } = await visit('about:blank', { origins: [wallet] })
  await reads(['de'])(page.context())
  problems.expect(/integrity|digest/)
  await page.context().route(/\/assets\/words-de-/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('e', 'x') })
  })
  await page.goto(`${wallet}/device?lang=de`)
  await page.getByText('This link is incomplete').waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
})
