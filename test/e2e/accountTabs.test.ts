/** What an account holds and did: on the real chain, through the real gateway, by mouse, by key, and when things break. */
import { localAccounts } from '@latchkey/local'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { createPublicClient, type Hex, http, parseEther, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { inject, onTestFinished } from 'vitest'
import {
  type App,
  button,
  connect,
  expect,
  inModal,
  modal,
  type OpenInput,
  test,
  titled,
} from '../harness/app.js'
import { expectAccessible } from '../harness/axe.js'
import { phone } from '../harness/browse.js'
import { holdBlocks, mine } from '../harness/mining.js'
import { shootSizes } from '../harness/shots.js'

const { evm, gateway } = inject('origins')
const chain = createPublicClient({ transport: http(evm) })
// The node signs for the people of the local chain and can be turned back; viem has no type for that.
const node = chain.request as (call: { method: string; params?: unknown[] }) => Promise<unknown>
const { people } = localAccounts()
/** Of the seed: tokens, keys and badges, and a history. */
const [alice] = people
const giver = people[8]?.address ?? zeroAddress

const networks = [{ id: 31337, name: 'Local' }] as const

async function give(to: Hex, ether: string): Promise<void> {
  const params = [{ from: giver, to, value: `0x${parseEther(ether).toString(16)}` }]
  const hash = (await node({ method: 'eth_sendTransaction', params })) as Hex
  await chain.waitForTransactionReceipt({ hash, pollingInterval: 50 })
}

type Open = (input: OpenInput) => Promise<App>

/** Connects with one key and opens the account. */
async function start(open: Open, key: Hex, input: OpenInput = {}): Promise<App & { readonly owner: Hex }> {
  const app = await open({
    hasGateway: true,
    networks,
    wallets: [{ name: 'Lab', privateKeys: [key], networks }],
    ...input,
  })
  await connect(app.page)
  await openAccount(app.page)
  return { ...app, owner: privateKeyToAddress(key) }
}

async function openAccount(page: Page): Promise<void> {
  await button(page).click()
  await titled(page, 'Account').waitFor()
}

const tab = (page: Page, name: string) => modal(page).getByRole('tab', { name })
const says = (page: Page, text: string | RegExp) => modal(page).getByText(text).first().waitFor()
const lines = (page: Page) => modal(page).getByRole('tabpanel').getByRole('listitem')

/** Nothing of the modal sticks out of the window sideways. */
async function expectInside(page: Page): Promise<void> {
  const overhang = () =>
    modal(page).evaluate((dialog) => {
      const ends = [...dialog.querySelectorAll('li, button, p')].map(
        (each) => each.getBoundingClientRect().right,
      )
      return Math.max(...ends) - window.innerWidth
    })
  await expect.poll(overhang).toBeLessThanOrEqual(0)
}

/** The gateway of the page can be taken away and given back; what needs it is told apart by its path. */
async function layPipe(context: BrowserContext, path = /\/v1\//) {
  let isBroken = false
  await context.route(
    (url) => url.origin === gateway && path.test(url.pathname),
    (route: Route) => (isBroken ? route.abort() : route.fallback()),
  )
  return {
    cut: () => {
      isBroken = true
    },
    mend: () => {
      isBroken = false
    },
  }
}

test('[S1-03] [S2-03] [S5-07] tokens, collectibles and activity of a real account, by keyboard', async ({
  open,
}) => {
  const { page } = await start(open, alice?.privateKey ?? '0x')
  await lines(page).first().waitFor()

  // The worth of everything, and each token with its price and quantity.
  await expect
    .poll(() =>
      modal(page)
        .getByText(/^Total value: \$[\d,]+\.\d\d$/)
        .count(),
    )
    .toBe(1)
  expect(await lines(page).first().textContent()).toMatch(/^E?Ether.*\$2,\d\d\d\.\d\d.*[\d,]+\.\d{3} ETH$/)
  await inModal(page, /^Show all \d tokens$/).click()
  await says(page, 'Local Tether')
  // S5-06: what has no decimals is no token.
  expect(await modal(page).getByText('Local Badges').count()).toBe(0)

  await tab(page, 'Tokens').focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => tab(page, 'NFTs').getAttribute('aria-selected')).toBe('true')
  await says(page, 'Local Key #1')
  await says(page, 'Local Badges')
  // The pictures are those of the gateway.
  await expect.poll(() => lines(page).first().locator('[data-drawn]').count()).toBe(1)

  await page.keyboard.press('End')
  await says(page, 'Received')
  await says(page, 'Sent')
  expect(await modal(page).getByRole('tabpanel').getByRole('heading').first().textContent()).toMatch(
    /^[A-Z][a-z]+( \d{4})?$/,
  )
  // The local chain has no explorer, so nothing leads anywhere.
  expect(await lines(page).getByRole('link').count()).toBe(0)

  // All of it, and back to the tab that was left.
  await inModal(page, 'See all activity').click()
  await titled(page, 'Activity').waitFor()
  await expectAccessible(page)
  await expect.poll(() => modal(page).getByRole('listitem').count()).toBeGreaterThan(8)
  await inModal(page, 'Back').click()
  await titled(page, 'Account').waitFor()
  await expect.poll(() => tab(page, 'Activity').getAttribute('aria-selected')).toBe('true')
})

test('the tabs can be used by everyone, in both themes and on a phone', { timeout: 120_000 }, async ({
  open,
}) => {
  const { page } = await start(open, alice?.privateKey ?? '0x')
  for (const mode of ['light', 'dark'] as const) {
    await page.evaluate((theme) => window.kit.setTheme({ mode: theme }), mode)
    for (const name of ['Tokens', 'NFTs', 'Activity'] as const) {
      await tab(page, name).click()
      await lines(page).first().waitFor()
      await expectAccessible(page)
      if (mode === 'light') await shootSizes(page, `account-${name.toLowerCase()}.${mode}`)
    }
  }
  await page.setViewportSize(phone)
  for (const name of ['Tokens', 'NFTs', 'Activity'] as const) {
    await tab(page, name).click()
    await lines(page).first().waitFor()
    await expectInside(page)
  }
})

test('[S2-11] opening the account loads no feature, and a tab only when it is looked at', async ({
  open,
}) => {
  const app = await open({
    hasGateway: true,
    networks,
    wallets: [{ name: 'Lab', privateKeys: [alice?.privateKey ?? '0x'], networks }],
  })
  const { page } = app
  await connect(page)
  const loaded: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/assets\/([A-Za-z]+)[^/]*\.js$/.exec(new URL(request.url()).pathname) ?? []
    if (name) loaded.push(name)
  })
  await openAccount(page)
  await lines(page).first().waitFor()
  expect(loaded).toContain('TokensTab')
  expect(loaded).not.toContain('NftsTab')
  expect(loaded).not.toContain('ActivityTab')
  // `names` is not among them: the table of the gateway's calls has a part of that name, which the button needs.
  expect(
    loaded.filter((name) => /^(send|swap|onramp|pay|transactions|register|walletsend)/i.test(name)),
  ).toEqual([])
  await tab(page, 'NFTs').click()
  await expect.poll(() => loaded).toContain('NftsTab')
  expect(loaded).not.toContain('ActivityTab')
})

test('[D-13] an account that nobody used is empty everywhere, and is led to its first tokens', async ({
  open,
}) => {
  const { page } = await start(open, generatePrivateKey())
  await says(page, 'No tokens yet')
  await expectAccessible(page)
  await tab(page, 'NFTs').click()
  await says(page, 'No NFTs yet')
  await tab(page, 'Activity').click()
  await says(page, 'No transactions yet')
  await tab(page, 'Tokens').click()
  const panel = modal(page).getByRole('tabpanel')
  for (const way of ['Buy', 'Receive'])
    if (await inModal(page, way).first().isVisible()) await panel.getByRole('button', { name: way }).waitFor()
})

test('[S4-26] [S9-01] [S8-02] [D-13] tokens of a gateway that is away: told, not empty, and asked for again after 30 s', async ({
  open,
}) => {
  const { page, problems } = await open({
    hasGateway: true,
    hasClock: true,
    networks,
    wallets: [{ name: 'Lab', privateKeys: [alice?.privateKey ?? '0x'], networks }],
  })
  problems.expect(/net::ERR_FAILED/)
  const pipe = await layPipe(page.context(), /\/balance$/)
  pipe.cut()
  await connect(page)
  // The short message lives for 2.5 s, which are those of the test.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  await openAccount(page)
  const told = modal(page).getByRole('alert').getByText('Token Balance Unavailable')
  // Three retries of the question, three of the query, each with its wait (S8-33).
  await expect
    .poll(async () => {
      await page.clock.runFor(1000)
      return [await told.count(), await modal(page).getByText('Could not load your tokens').count()]
    })
    .toEqual([1, 1])
  await page.clock.resume()
  expect(await modal(page).getByText('No tokens yet').count()).toBe(0)
  await expectAccessible(page)
  await shootSizes(page, 'account-tokens.failed')
  pipe.mend()
  // Everything else works.
  await tab(page, 'Activity').click()
  await says(page, 'Received')
  await tab(page, 'Tokens').click()
  const waiting = inModal(page, /^Try again in \d+ s$/)
  expect(await waiting.getAttribute('aria-disabled')).toBe('true')
  await page.clock.runFor(30_000)
  await modal(page).getByRole('button', { name: 'Try again', exact: true }).click()
  await says(page, 'Local USD Coin')
})

test('[D-13] [S8-05] activity and collectibles of a gateway that is away can be tried again in place', async ({
  open,
}) => {
  const { page, problems } = await open({
    hasGateway: true,
    hasClock: true,
    networks,
    wallets: [{ name: 'Lab', privateKeys: [alice?.privateKey ?? '0x'], networks }],
  })
  problems.expect(/net::ERR_FAILED/)
  const pipe = await layPipe(page.context(), /\/(?:history|nfts)$/)
  await connect(page)
  await openAccount(page)
  for (const [name, failed, found] of [
    ['Activity', 'Could not load your activity', 'Received'],
    ['NFTs', 'Could not load your NFTs', 'Local Key #1'],
  ] as const) {
    pipe.cut()
    await tab(page, name).click()
    await expect
      .poll(async () => {
        await page.clock.runFor(3000)
        return modal(page).getByText(failed).count()
      })
      .toBe(1)
    await expectAccessible(page)
    pipe.mend()
    await inModal(page, 'Try again').click()
    await says(page, found)
  }
})

test('[S4-18] [S7-04] a long history goes on by scrolling and by the keyboard, each page once', async ({
  open,
}) => {
  const { page } = await open({
    hasGateway: true,
    networks,
    wallets: [{ name: 'Lab', privateKeys: [alice?.privateKey ?? '0x'], networks }],
  })
  const asked: string[] = []
  await page.context().route(
    (url) => url.origin === gateway && url.pathname.endsWith('/history'),
    async (route) => {
      const cursor = new URL(route.request().url()).searchParams.get('cursor') ?? '0'
      asked.push(cursor)
      await route.fulfill({ json: longPage(Number(cursor)), headers: { 'access-control-allow-origin': '*' } })
    },
  )
  await connect(page)
  await page.evaluate(() => window.kit.open({ view: 'Transactions' }))
  await titled(page, 'Activity').waitFor()
  const rows = modal(page).getByRole('listitem')
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(30)
  await rows.last().scrollIntoViewIfNeeded()
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(60)
  await inModal(page, 'Load more').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => rows.count()).toBe(90)
  await expect.poll(() => inModal(page, 'Load more').count()).toBe(0)
  expect(asked.filter((cursor) => cursor !== '0').sort()).toEqual(['1', '2'])
})

/** Three pages of thirty. */
function longPage(index: number) {
  const data = Array.from({ length: 30 }, (_, row) => ({
    id: `${index}-${row}`,
    metadata: {
      operationType: 'receive',
      hash: `0x${index}${row}`,
      minedAt: new Date(Date.UTC(2026, 5, 28 - index * 3, 12, row)).toISOString(),
      sentFrom: giver,
      sentTo: alice?.address,
      status: 'confirmed',
      chain: 'eip155:31337',
    },
    transfers: [
      {
        fungible_info: { name: 'Ether', symbol: 'ETH', icon: null },
        nft_info: null,
        direction: 'in',
        quantity: { numeric: `${index}.${row + 1}` },
      },
    ],
  }))
  return { data, next: index < 2 ? String(index + 1) : null }
}

test('[S9-12] what is sent shows at once, within two blocks in the history, and changes the tokens', async ({
  open,
}) => {
  const key = generatePrivateKey()
  await give(privateKeyToAddress(key), '3')
  const { page } = await start(open, key)
  await says(page, '3.000 ETH')
  await tab(page, 'Activity').click()
  await says(page, '+3.000 ETH')
  onTestFinished(await holdBlocks())
  const hash = await page.evaluate(
    (to) =>
      window.kit.sendTransaction({
        transaction: { to, value: 1_250_000_000_000_000_000n },
        meta: { kind: 'send', title: 'Send 1.25 ETH' },
      }),
    giver,
  )
  expect(hash).toMatch(/^0x/)
  await says(page, 'Send 1.25 ETH')
  await mine(2)
  await modal(page).getByText('−1.250 ETH').waitFor()
  // Told once.
  await expect.poll(() => modal(page).getByText('Send 1.25 ETH').count()).toBe(0)
  await tab(page, 'Tokens').click()
  await says(page, /^1\.7\d\d ETH$/)
})

test('activity follows the chain through a reorganisation', async ({ open }) => {
  const key = generatePrivateKey()
  const owner = privateKeyToAddress(key)
  await give(owner, '5')
  const { page } = await start(open, key)
  await tab(page, 'Activity').click()
  await says(page, '+5.000 ETH')
  const snapshot = await node({ method: 'evm_snapshot' })
  await give(owner, '0.75')
  await modal(page).getByText('+0.750 ETH').waitFor({ timeout: 20_000 })
  await node({ method: 'evm_revert', params: [snapshot] })
  // Another block takes the place of the one that is gone, and one more stands on it.
  await give(owner, '0.5')
  await give(giver, '0.01')
  await modal(page).getByText('+0.500 ETH').waitFor({ timeout: 30_000 })
  await expect.poll(() => modal(page).getByText('+0.750 ETH').count()).toBe(0)
  await says(page, '+5.000 ETH')
})
