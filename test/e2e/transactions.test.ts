/** The transaction centre: followed across tabs and reloads, replaced, dropped, while nodes are down; a timer is no fact. */
import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { type App, button, connect, expect, modal, test, titled } from '../harness/app.js'
import { expectAccessible } from '../harness/axe.js'
import { chain, fundedKey } from '../harness/ledger.js'
import { dropFromPool, holdBlocks, markBlock, mine } from '../harness/mining.js'
import { shootSizes } from '../harness/shots.js'

async function start(open: (input: object) => Promise<App>, input: object = {}) {
  const app = await open({ ...input, wallets: [{ name: 'Lab', privateKeys: [await fundedKey()] }] })
  await connect(app.page)
  onTestFinished(await holdBlocks())
  return { ...app, lab: app.wallet('Lab') }
}

/** As an app sends something: it says what to call it. */
const send = (page: Page, title: string): Promise<string> =>
  page.evaluate(async (name) => {
    const to = '0x000000000000000000000000000000000000dEaD'
    const fees = { maxFeePerGas: 20_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
    return window.kit.sendTransaction({ transaction: { to, value: 7n, ...fees }, meta: { title: name } })
  }, title)

const label = (page: Page) => button(page).getAttribute('aria-label')
const counts = (page: Page, count: number) =>
  expect
    .poll(() => label(page))
    .toMatch(count === 0 ? /^((?!pending).)*$/ : new RegExp(`, ${count} pending$`))
const told = (page: Page, text: string | RegExp) =>
  page.locator('latchkey-modal').getByText(text, { exact: true }).waitFor()
const statusOf = (page: Page) =>
  page.evaluate(async () => (await window.kit.transactions()).store.get().entries[0]?.status)

const traceOf = (page: Page) =>
  page.evaluate(async () => (await window.kit.transactions()).store.get().entries[0]?.trace)

/** Time of the page that does not outrun the node: what it asks is answered. */
async function pass(page: Page, milliseconds: number): Promise<void> {
  const node = new URL(chain.transport.url ?? '').port
  const isNode = (response: { url(): string }) => new URL(response.url()).port === node
  const answer = page.waitForResponse(isNode, { timeout: 2_000 })
  await Promise.all([answer.catch(() => {}), page.clock.runFor(milliseconds)])
}

test('[S9-12] what is sent is counted in every tab, survives reloads, and ends when a block has it', async ({
  open,
}) => {
  const { page, openTab } = await start(open)
  const other = await openTab()
  await send(page, 'Tip')
  await counts(page, 1)
  await counts(other, 1)
  await page.reload()
  await counts(page, 1)
  await shootSizes(page, 'transactions-pending')
  await send(page, 'Another tip')
  await counts(other, 2)

  await mine()
  // The word of the one takes the place of the other's.
  await told(other, /tip: confirmed$/i)
  for (const each of [page, other]) await counts(each, 0)
  await page.reload()
  expect(await statusOf(page)).toBe('confirmed')
})

test('[S9-12] a transaction that fails on the chain says so on the page, and in the list', async ({
  open,
}) => {
  const { page } = await start(open, { hasGateway: true })
  await page.evaluate(() =>
    window.kit.sendTransaction({
      transaction: { data: '0x60006000fd', gas: 100_000n },
      meta: { title: 'Open the vault' },
    }),
  )
  await counts(page, 1)
  await mine()
  await told(page, 'Open the vault: failed')
  await page.evaluate(() => window.kit.open({ view: 'Transactions' }))
  await titled(page, 'Activity').waitFor()
  await modal(page).getByText('Open the vault', { exact: true }).waitFor()
  await modal(page).getByText('Failed').first().waitFor()
  await shootSizes(page, 'transactions-failed')
  await expectAccessible(page)
})

const twins = [
  ['sped up', 'Tip: replaced', 'sped-up'],
  ['cancelled', 'Tip: cancelled', 'cancelled'],
] as const

for (const [name, text, replacement] of twins) {
  test(`[S9-12] one that was ${name} in the wallet is replaced, and knows by what`, async ({ open }) => {
    const { page, lab } = await start(open)
    const hash = await send(page, 'Tip')
    await counts(page, 1)
    // A replacement is told by the nonce, and the nonce by a node that has seen what was sent.
    await expect.poll(() => traceOf(page)).toBeDefined()
    const { nonce, to, value, from } = await chain.getTransaction({ hash: hash as `0x${string}` })
    const isCancel = replacement === 'cancelled'
    const by = await lab.provider.request({
      method: 'eth_sendTransaction',
      params: [
        {
          from,
          to: isCancel ? from : to,
          value: isCancel ? '0x0' : `0x${value.toString(16)}`,
          nonce: `0x${nonce.toString(16)}`,
          maxFeePerGas: '0xba43b7400',
          maxPriorityFeePerGas: '0x77359400',
        },
      ],
    })
    await mine()
    await told(page, text)
    await counts(page, 0)
    const [entry] = await page.evaluate(async () => (await window.kit.transactions()).store.get().entries)
    expect(entry).toMatchObject({ status: 'replaced', replacement, replacedBy: by })
  })
}

test('[D-10] one that the network lost stays pending until the chain has gone on without it, then is dropped', async ({
  open,
}) => {
  const { page } = await start(open, { hasClock: true })
  const hash = await send(page, 'Tip')
  await counts(page, 1)
  // Seen by a node once: only then is not being seen any more news.
  await expect.poll(() => traceOf(page)).toBeDefined()
  await dropFromPool(hash)
  const minute = () => pass(page, 61_000)
  const doubt = () =>
    page.evaluate(async () => (await window.kit.transactions()).store.get().entries[0]?.doubt?.answers ?? 0)
  // Missed again and again, for longer than it takes, and not one block.
  await expect.poll(() => minute().then(doubt), { timeout: 30_000 }).toBeGreaterThanOrEqual(3)
  await page.clock.fastForward('30:00')
  await minute()
  expect(await statusOf(page)).toBe('pending')
  await mine(40)
  await expect.poll(() => minute().then(() => statusOf(page)), { timeout: 30_000 }).toBe('dropped')
  await counts(page, 0)
})

test('[S9-12] a block that is taken back opens its transaction again, until another block has it', async ({
  open,
}) => {
  const { page, lab } = await start(open, { hasClock: true })
  const hash = (await send(page, 'Tip')) as `0x${string}`
  await expect.poll(() => traceOf(page)).toBeDefined()
  const { from, to, value, nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = await chain.getTransaction({
    hash,
  })
  const takeBack = await markBlock()
  await mine()
  await told(page, 'Tip: confirmed')
  await counts(page, 0)

  // Two other blocks come instead, and the pool has lost it.
  await takeBack()
  await dropFromPool(hash)
  await mine(2)
  await expect.poll(() => pass(page, 13_000).then(() => statusOf(page)), { timeout: 30_000 }).toBe('pending')
  await counts(page, 1)
  await page.reload()
  await counts(page, 1)

  // Whoever has it sends it on: the same bytes, so the same hash.
  const amounts = { value, gas, maxFeePerGas, maxPriorityFeePerGas, nonce: BigInt(nonce) }
  const hexadecimal = Object.entries(amounts).map(([name, amount]) => [name, `0x${amount?.toString(16)}`])
  const params = [{ from, to, ...Object.fromEntries(hexadecimal) }]
  expect(await lab.provider.request({ method: 'eth_sendTransaction', params })).toBe(hash)
  await mine()
  await expect.poll(() => pass(page, 5_000).then(() => statusOf(page)), { timeout: 30_000 }).toBe('confirmed')
  await counts(page, 0)
})

test('[D-10] while the nodes of the page are down, that of the wallet tells what became of it', async ({
  open,
}) => {
  const { page, problems } = await start(open, { hasClock: true })
  problems.expect(/net::ERR_FAILED/)
  await send(page, 'Tip')
  await counts(page, 1)
  await page.context().route(
    (url) => url.port === new URL(chain.transport.url ?? '').port,
    (route) => route.abort('failed'),
  )
  await mine()
  await expect
    .poll(async () => {
      await page.clock.runFor(5_000)
      return statusOf(page)
    })
    .toBe('confirmed')
})
