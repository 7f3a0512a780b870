/** Pages inside Telegram and Farcaster: what is offered there, the links that get out, and a connection over the relay. */
import type { BrowserContext, Page } from 'playwright-core'
import { button, expectFact, inModal, modal } from '../harness/app.js'
import { expect, test } from '../harness/remoteApp.js'

interface Opened {
  readonly href: string
  readonly target: string
}

const own = { id: 'own', name: 'Own wallet', mobile_link: 'https://own.example/open' }
const schemeOnly = { id: 'scheme', name: 'Scheme wallet', mobile_link: 'scheme://' }
const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36'

/** What leaves the page is noted and goes nowhere. */
const noteLinks = (context: BrowserContext) =>
  context.addInitScript(() => {
    const opened: { href: string; target: string }[] = []
    Object.assign(window, { opened })
    HTMLAnchorElement.prototype.click = function () {
      opened.push({ href: this.href, target: this.target })
    }
  })

const callIt = (context: BrowserContext, userAgent: string) =>
  context.addInitScript((said) => {
    Object.defineProperty(Navigator.prototype, 'userAgent', { get: () => said })
  }, userAgent)

const opened = (page: Page) => page.evaluate(() => Reflect.get(window, 'opened') as Opened[])
const pairing = (page: Page) =>
  page.evaluate(() => window.kit.store.get().connections.eip155?.attempt?.uri ?? '')

/** Taps the wallet when its link is ready; answers with the pairing, and with what was opened. */
async function tapWallet(page: Page): Promise<{ readonly uri: string; readonly link: Opened | undefined }> {
  await button(page).tap()
  await modal(page).getByRole('button', { name: own.name }).waitFor()
  await expect.poll(() => pairing(page)).toMatch(/^wc:/)
  const uri = await pairing(page)
  await modal(page).getByRole('button', { name: own.name }).tap()
  await expect.poll(async () => (await opened(page)).length).toBe(1)
  const [link] = await opened(page)
  return { uri, link }
}

const clients = [
  {
    client: 'Telegram on an iPhone',
    // Known by what it puts on the window of the page.
    prepare: (context: BrowserContext) =>
      context.addInitScript(() => Object.assign(window, { TelegramWebviewProxy: { postEvent() {} } })),
    encode: encodeURIComponent,
  },
  {
    client: 'Telegram on Android',
    prepare: (context: BrowserContext) =>
      callIt(context, `${android} Telegram-Android/11.5.3 (Google Pixel 8; Android 14; SDK 34; HIGH)`),
    // It decodes a link once before it opens it.
    encode: (text: string) => encodeURIComponent(encodeURIComponent(text)),
  },
] as const

test.for(clients)(
  '[D-24] in $client a tap opens the universal link, and the wallet connects',
  async ({ prepare, encode }, { open, phone }) => {
    const { page } = await open({
      isOnPhone: true,
      options: { customWallets: [own] },
      prepare: async (context) => {
        await noteLinks(context)
        await prepare(context)
      },
    })
    const { uri, link } = await tapWallet(page)
    expect(link).toEqual({ href: `https://own.example/open/wc?uri=${encode(uri)}`, target: '_blank' })
    await phone.pair(uri)
    await phone.approve('Connect to this app?')
    await expectFact(page, 'status', 'connected')
  },
)

test('[D-24] in Telegram a wallet that has only a scheme is not opened by it', async ({ open }) => {
  const { page } = await open({
    isOnPhone: true,
    options: { customWallets: [schemeOnly] },
    prepare: async (context) => {
      await noteLinks(context)
      await clients[0].prepare(context)
    },
  })
  await button(page).tap()
  await modal(page).getByRole('button', { name: schemeOnly.name }).waitFor()
  await expect.poll(() => pairing(page)).toMatch(/^wc:/)
  await modal(page).getByRole('button', { name: schemeOnly.name }).tap()
  // The code and the link stay: they lead to a wallet elsewhere.
  await inModal(page, 'Copy link').waitFor()
  expect(await opened(page)).toEqual([])
})

test('[D-24] in Farcaster without a wallet of its own, a wallet outside connects over the relay', async ({
  open,
  phone,
}) => {
  const { page } = await open({
    isOnPhone: true,
    options: { customWallets: [own] },
    prepare: async (context) => {
      await noteLinks(context)
      await callIt(context, `${android} Farcaster/1.0`)
    },
  })
  const { uri, link } = await tapWallet(page)
  expect(link?.href).toBe(`https://own.example/open/wc?uri=${encodeURIComponent(uri)}`)
  await phone.pair(uri)
  await phone.approve('Connect to this app?')
  await expectFact(page, 'status', 'connected')
})

test('[D-24] in Farcaster with its own wallet, that one is offered and none that would only bounce away', async ({
  open,
}) => {
  const { page } = await open({
    isOnPhone: true,
    options: { customWallets: [own] },
    prepare: async (context) => {
      await callIt(context, `${android} Farcaster/1.0`)
      await context.addInitScript(() => {
        const info = {
          uuid: '11111111-2222-4333-8444-555555555555',
          name: 'Farcaster wallet',
          icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
          rdns: 'xyz.farcaster.wallet',
        }
        const provider = { request: async () => [], on() {}, removeListener() {} }
        const detail = Object.freeze({ info, provider })
        const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
        addEventListener('eip6963:requestProvider', announce)
        announce()
      })
    },
  })
  await button(page).tap()
  await modal(page)
    .getByRole('button', { name: /^Farcaster wallet/ })
    .waitFor()
  expect(await modal(page).getByRole('button', { name: own.name }).count()).toBe(0)
  expect(
    await modal(page)
      .getByRole('button', { name: /^WalletConnect/ })
      .count(),
  ).toBe(0)
})
