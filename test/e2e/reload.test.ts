/** What a reload keeps, what it forgets, and what it must never show in between. */
import type { Page } from 'playwright-core'
import {
  button,
  choose,
  connect,
  expect,
  expectFact,
  expectSigner,
  modal,
  second,
  test,
  walletRow,
} from '../harness/app.js'

/** Notes every text that the button and the status of the page ever have, from the first paint on. */
async function recordTexts(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>()
    const watched = new WeakSet<Node>()
    Object.assign(window, { seen })
    const changes = new MutationObserver(() => look())
    const options = { subtree: true, childList: true, characterData: true }
    const look = () => {
      const root = document.querySelector('latchkey-button')?.shadowRoot
      // A change inside a shadow root is not one of the document around it.
      if (root && !watched.has(root)) {
        watched.add(root)
        changes.observe(root, options)
      }
      for (const place of [root, document.querySelector('[data-testid="status"]')])
        if (place?.textContent) seen.add(place.textContent)
    }
    changes.observe(document, options)
  })
  return () => page.evaluate(() => [...(Reflect.get(window, 'seen') as Set<string>)])
}

test('[S4-02] [S4-03] [D-11] a reload keeps wallet, account and network, and never says that nobody is connected', async ({
  open,
}) => {
  const { page, wallet } = await open({ wallets: [{ name: 'Other' }, { name: 'Lab' }] })
  const lab = wallet('Lab')
  await connect(page)
  lab.switchAccount(1)
  await page.getByRole('button', { name: 'Go to Second by hook' }).click()
  await expectFact(page, 'network', 'Second')

  const seen = await recordTexts(page)
  await page.reload()
  await expectFact(page, 'status', 'connected')
  await expectFact(page, 'wallet', 'Lab')
  await expectFact(page, 'network', 'Second')
  await expectSigner(page, lab.addresses[0], second)
  const texts = await seen()
  expect(texts).toContain('connected')
  expect(texts).not.toContain('disconnected')
  expect(texts).not.toContain('Connect wallet')
  // Nobody was asked again.
  expect(lab.requests.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1)
})

test('[S4-02] a wallet that changed its account while the page was away is shown as it is', async ({
  open,
}) => {
  const { page, wallet } = await open()
  await connect(page)
  await page.goto('about:blank')
  wallet('Lab').switchAccount(2)
  await page.goBack()
  await expectFact(page, 'status', 'connected')
  await expectSigner(page, wallet('Lab').addresses[0])
})

test('[S4-02] a wallet that took back its permission while the page was away is not connected', async ({
  open,
}) => {
  const { page, wallet } = await open()
  await connect(page)
  await page.goto('about:blank')
  wallet('Lab').revoke()
  await page.goBack()
  await expectFact(page, 'status', 'disconnected')
  await expect.poll(() => button(page).textContent()).toBe('Connect wallet')
})

test('[S4-02] [D-10] a wallet that does not answer after a reload is given up, and another connects', async ({
  open,
}) => {
  const { page, wallet } = await open({ wallets: [{ name: 'Lab' }, { name: 'Other' }], hasClock: true })
  await connect(page)
  wallet('Lab').vanish({ isSilent: true })
  const asked = () => wallet('Lab').requests.filter(({ method }) => method === 'eth_accounts').length
  const before = asked()
  await page.reload()
  await expect.poll(asked).toBeGreaterThan(before)
  await page.clock.fastForward('00:11')
  await expectFact(page, 'status', 'disconnected')
  await connect(page, 'Other')
  await expectSigner(page, wallet('Other').addresses[0])
})

test('[D-10] a reload while a wallet asks connects nobody, and the next attempt works', async ({ open }) => {
  const { page, wallet } = await open({ wallets: [{ name: 'Lab', asks: ['eth_requestAccounts'] }] })
  const lab = wallet('Lab')
  await choose(page, 'Lab')
  await lab.asked('eth_requestAccounts')
  await page.reload()
  await expectFact(page, 'status', 'disconnected')

  // As in real wallets the old question is still on the screen, and a second one is refused until it is answered.
  await choose(page, 'Lab')
  await modal(page).getByText('A request is already open', { exact: true }).waitFor()
  lab.approve()
  await expectFact(page, 'status', 'disconnected')
  await modal(page).getByRole('button', { name: 'Try again' }).click()
  await expectFact(page, 'status', 'connected')
  await expectSigner(page, lab.addresses[0])
})

test('[S9-13] the wallet used last is marked as recent after it was left', async ({ open }) => {
  const { page } = await open({ wallets: [{ name: 'Other' }, { name: 'Lab' }] })
  await connect(page)
  await page.getByRole('button', { name: 'Leave by hook' }).click()
  await expectFact(page, 'status', 'disconnected')
  await page.reload()
  await button(page).click()
  await expect.poll(() => walletRow(page, 'Lab').textContent()).toContain('Recent')
  const names = await modal(page).getByRole('list', { name: 'Wallets' }).getByRole('button').allTextContents()
  expect(names[0]).toContain('Lab')
})

test('[S4-03] where an app turns reconnecting off, a reload connects nobody', async ({ open }) => {
  const { page, wallet } = await open({ options: { enableReconnect: false } })
  await connect(page)
  const asked = wallet('Lab').requests.length
  await page.reload()
  await expectFact(page, 'status', 'disconnected')
  await expect.poll(() => button(page).textContent()).toBe('Connect wallet')
  expect(
    wallet('Lab')
      .requests.slice(asked)
      .map(({ method }) => method),
  ).not.toContain('eth_accounts')
  await connect(page)
  await expectSigner(page, wallet('Lab').addresses[0])
})
