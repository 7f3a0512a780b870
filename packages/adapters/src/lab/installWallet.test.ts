/** Lab wallets in a real browser, on a page under the strictest policy: nothing there may be excepted for them. */
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Evm, startEvm } from '@latchkey/local'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { recoverMessageAddress } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLabWallet, type LabWallet, type LabWalletInput } from './createLabWallet.js'
import { installWallet } from './installWallet.js'
import { playwrightWallet } from './walletFixture.js'

/** What a dApp does: listens for wallets, asks for them, and keeps what they say. */
const script = `
  const wallets = []
  addEventListener('eip6963:announceProvider', ({ detail }) => {
    wallets.push(detail)
    detail.provider.on('accountsChanged', (accounts) => heard.push(accounts))
  })
  const heard = []
  Object.assign(window, { wallets, heard })
  dispatchEvent(new Event('eip6963:requestProvider'))
`

let server: Server
let evm: Evm
let browser: Browser
let context: BrowserContext
let page: Page
let url: string
let violations: string[]

beforeAll(async () => {
  server = createServer(({ url: path }, response) => {
    response.setHeader('content-security-policy', "default-src 'self'")
    if (path === '/page.js') response.setHeader('content-type', 'text/javascript').end(script)
    else
      response.setHeader('content-type', 'text/html').end('<!doctype html><script src="/page.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  evm = await startEvm({ seeded: false })
  const executablePath = [
    process.env['LATCHKEY_CHROMIUM'],
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
  ].find((path) => path && existsSync(path))
  browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] })
}, 60_000)

afterAll(async () => {
  await browser.close()
  await evm.close()
  await new Promise((resolve) => server.close(resolve))
})

beforeEach(async () => {
  context = await browser.newContext()
  page = await context.newPage()
  violations = []
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('Content Security Policy'))
      violations.push(message.text())
  })
})
afterEach(async () => {
  expect(violations).toEqual([])
  await context.close()
})

const create = (input: Partial<LabWalletInput> = {}): Promise<LabWallet> =>
  createLabWallet({ chains: [{ id: 31337, rpcUrl: evm.url }], ...input })

/** The names below live in the page. */
declare const wallets: { info: { name: string }; provider: { request(request: object): Promise<unknown> } }[]
declare const heard: unknown[]
declare const ethereum: (typeof wallets)[number]['provider'] | undefined

const ask = (target: Page, method: string, ...params: unknown[]) =>
  target.evaluate(
    ([name, given]) =>
      wallets[0]?.provider
        .request({ method: name, params: given })
        .catch((cause: unknown) => ({ ...(cause as { code: number }) })),
    [method, params] as const,
  )

test('a wallet announces itself to the page, connects, signs and refuses', async () => {
  const wallet = await installWallet(page, await create())
  await page.goto(url)
  expect(await page.evaluate(() => wallets.map(({ info }) => info.name))).toContain('Lab Wallet')
  expect(await ask(page, 'eth_requestAccounts')).toEqual(wallet.addresses)
  const signature = (await ask(page, 'personal_sign', '0x6869', wallet.addresses[0])) as `0x${string}`
  expect(await recoverMessageAddress({ message: 'hi', signature })).toBe(wallet.addresses[0])
  wallet.next.reject()
  expect(await ask(page, 'personal_sign', '0x00', wallet.addresses[0])).toMatchObject({ code: 4001 })
})

test('what happens in the wallet is heard in every page of the context', async () => {
  const wallet = await installWallet(context, await create({ isAuthorised: true }))
  const other = await context.newPage()
  for (const each of [page, other]) await each.goto(url)
  wallet.switchAccount(1)
  for (const each of [page, other]) {
    await each.waitForFunction(() => heard.length > 0)
    expect(await each.evaluate(() => heard[0])).toEqual(wallet.addresses)
  }
})

test('a reload finds the wallet as it was', async () => {
  const wallet = await installWallet(page, await create())
  await page.goto(url)
  await ask(page, 'eth_requestAccounts')
  await page.reload()
  expect(await ask(page, 'eth_accounts')).toEqual(wallet.addresses)
})

test('a question waits in the test while the page waits', async () => {
  const wallet = await installWallet(page, await create({ asks: true }))
  await page.goto(url)
  const asked = ask(page, 'eth_requestAccounts')
  await wallet.asked('eth_requestAccounts')
  wallet.approve()
  expect(await asked).toEqual(wallet.addresses)
})

test('two announcements share one provider, and injection is window.ethereum', async () => {
  await installWallet(page, await create(), {
    by: 'both',
    alsoAs: [{ name: 'Twin', rdns: 'com.twin', uuid: 'twin' }],
  })
  await page.goto(url)
  expect(
    await page.evaluate(() => ({
      names: [...new Set(wallets.map(({ info }) => info.name))],
      isShared: wallets.every(({ provider }) => provider === ethereum),
    })),
  ).toEqual({ names: ['Lab Wallet', 'Twin'], isShared: true })
})

test('a wallet can come to a page that is already open', async () => {
  await page.goto(url)
  await installWallet(page, await create())
  expect(await page.evaluate(() => wallets.map(({ info }) => info.name))).toEqual(['Lab Wallet'])
})

test('the fixture makes a wallet from its description', async () => {
  await playwrightWallet({ name: 'Described', chains: [{ id: 31337, rpcUrl: evm.url }] })(
    { page },
    async (wallet) => {
      await page.goto(url)
      expect(await ask(page, 'eth_requestAccounts')).toEqual(wallet.addresses)
      expect(await page.evaluate(() => wallets[0]?.info.name)).toBe('Described')
    },
  )
})
