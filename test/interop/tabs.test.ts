/** Two tabs of a real browser, under a strict policy: one connection, one session, and both ask the wallet. */
import type { BrowserContext, Page } from 'playwright-core'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, inject } from 'vitest'
import { expect, test } from '../harness/browse.js'
import { until } from '../harness/until.js'
import { type ServedPage, servePage } from './servePage.js'
import { openWallet, type Wallet } from './wallet.js'

const relayUrl = `${inject('gateway').replace(/^http/, 'ws').replace('127.0.0.1', 'localhost')}/relay`
let served: ServedPage
let wallet: Wallet

beforeAll(async () => {
  served = await servePage({ relayUrl })
  wallet = await openWallet({ relayUrl })
})
afterAll(async () => {
  served.close()
  await wallet.close()
})

/** How many connections each tab holds open, from the browser's own point of view. */
function watchSockets(page: Page): () => number {
  let open = 0
  page.on('websocket', (socket) => {
    open += 1
    socket.on('close', () => {
      open -= 1
    })
  })
  return () => open
}

async function openTab(context: BrowserContext) {
  const page = await context.newPage()
  const sockets = watchSockets(page)
  await page.goto(`${served.origin}/?relay=${encodeURIComponent(relayUrl)}`)
  await page.waitForFunction(() => window.kit !== undefined)
  return { page, sockets }
}

const shownAccount = (page: Page) =>
  page.evaluate(() => window.kit.store.get().connections.eip155?.wallets[0]?.accounts[0]?.address)

async function sign(page: Page, message: string): Promise<boolean> {
  const [signature] = await Promise.all([
    page.evaluate((text) => window.kit.signMessage({ message: text }), message),
    wallet.answerNext(),
  ])
  const { address } = wallet.account
  return verifyMessage({ address, message, signature: signature as '0x' })
}

test('a session that one tab makes is used by both over one connection, which the second keeps when the first closes', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const first = await openTab(context)
  const connected = first.page.evaluate(async () => {
    await window.kit.connect({ connectorId: 'walletConnect' })
  })
  const uri = await until(
    () => first.page.evaluate(() => window.kit.store.get().connections.eip155?.attempt?.uri),
    { what: 'a code is shown' },
  )
  await Promise.all([connected, wallet.approve(uri)])

  const second = await openTab(context)
  await until(async () => (await shownAccount(second.page)) === wallet.account.address, {
    what: 'the second tab shows the account',
  })
  expect(await sign(first.page, 'from the first')).toBe(true)
  expect(await sign(second.page, 'from the second')).toBe(true)
  expect([first.sockets(), second.sockets()]).toEqual([1, 0])

  await first.page.close()
  await until(() => second.sockets() === 1, { what: 'the second tab has the connection' })
  expect(await sign(second.page, 'alone')).toBe(true)

  const topic = Object.keys(wallet.kit.getActiveSessions())[0] ?? ''
  await wallet.kit.disconnectSession({ topic, reason: { code: 6000, message: 'Bye' } })
  await until(async () => (await shownAccount(second.page)) === undefined, { what: 'the page is left' })
  await context.close()
})
