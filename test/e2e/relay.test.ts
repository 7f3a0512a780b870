/** Wallets on another device, through the relay of the gateway: connect, sign, switch, leave, and what can go wrong. */
import { randomUUID } from 'node:crypto'
import { createLabWallet, installWallet } from 'latchkey/testing'
import type { Page } from 'playwright-core'
import { type Hex, recoverMessageAddress } from 'viem'
import { inject } from 'vitest'
import { button, expectFact, inModal, local, modal, signed, startSigning, titled } from '../harness/app.js'
import { expectAccessible } from '../harness/axe.js'
import { readCode } from '../harness/readCode.js'
import { connectPhone, copyLink, expect, showCode, test } from '../harness/remoteApp.js'
import { alice, bob } from '../phone/people.js'

const origins = inject('origins')

const hour = 3_600_000

/** How many codes and sessions a page that comes back would find. */
const kept = (page: Page) =>
  page.evaluate(() => {
    const stored = (name: string) =>
      Object.entries(localStorage).flatMap(([key, text]) => (key.endsWith(name) ? [text] : []))
    const sessions = stored('relay.sessions').flatMap((text) => JSON.parse(text).data)
    return { codes: stored('relay.pairing').length, sessions: sessions.length }
  })

const code = (page: Page) => modal(page).getByRole('img', { name: /^QR code/ })

test('[S4-04] [D-11] a code is scanned, the phone says yes, and the page shows and signs with that address', async ({
  open,
  phone,
}) => {
  const { page } = await open()
  await showCode(page)
  const scanned = await readCode(code(page))
  expect(scanned).toMatch(/^wc:[\da-f]{64}@2\?/)
  expect(await copyLink(page)).toBe(scanned)
  await expectAccessible(page)
  await phone.pair(scanned)
  await phone.approve('Connect to this app?')
  await modal(page).waitFor({ state: 'hidden' })
  await expectFact(page, 'status', 'connected')
  await expectFact(page, 'account', alice)
  await expect.poll(() => button(page).getAttribute('aria-label')).toMatch(/^Account 0xf39F.*, balance /)
  const message = randomUUID()
  await startSigning(page, 'Sign message', message)
  await phone.approve('Sign this message?')
  expect(await signed(page, message)).toMatch(/^0x[\da-f]{130}$/)
})

test('the same code reads in the light theme', async ({ open }) => {
  const { page } = await open({ options: { themeMode: 'light' } })
  await showCode(page)
  expect(await readCode(code(page))).toMatch(/^wc:/)
  await expectAccessible(page)
})

test('[S4-05] the phone leaves, and the page shows nobody; the page leaves, and the phone has no session', async ({
  open,
  phone,
}) => {
  const { page } = await open()
  await connectPhone(page, phone)
  await button(page).click()
  await titled(page, 'Account').waitFor()
  const [app = ''] = await phone.apps()
  await phone.disconnect(app)
  await expectFact(page, 'status', 'disconnected')
  await modal(page).waitFor({ state: 'hidden' })

  await connectPhone(page, phone)
  await expect.poll(() => phone.apps()).toHaveLength(1)
  await page.getByRole('button', { name: 'Leave by hook' }).click()
  await expectFact(page, 'status', 'disconnected')
  await expect.poll(() => phone.apps()).toEqual([])
})

test('[S4-02] a reload keeps the phone, its account and its network', async ({ open, phone }) => {
  const { page } = await open()
  await connectPhone(page, phone)
  await page.reload()
  await expectFact(page, 'status', 'connected')
  await expectFact(page, 'account', alice)
  const message = randomUUID()
  await startSigning(page, 'Sign message', message)
  await phone.approve('Sign this message?')
  expect(await signed(page, message)).toMatch(/^0x/)
})

test('[D-11] the phone changes its account, and the page follows with what it shows and signs', async ({
  open,
  phone,
}) => {
  const { page } = await open()
  await connectPhone(page, phone)
  await phone.changeAccount('bob.eth')
  await expectFact(page, 'account', bob)
  const message = randomUUID()
  await startSigning(page, 'Sign message', message)
  await phone.approve('Sign this message?')
  // A refusal would recover to nobody.
  const signature = (await signed(page, message)) as Hex
  expect(await recoverMessageAddress({ message, signature })).toBe(bob)
})

test('[S4-07] the network is switched from the modal and from a hook, and each is signed on', async ({
  open,
  phone,
}) => {
  const ethereum = { id: 1, name: 'Ethereum' }
  const { page, problems } = await open({ networks: [local, ethereum] })
  // The local world has no node of it, so there is no balance.
  problems.expect(/chainId=eip155%3A1/)
  await connectPhone(page, phone)
  const signs = async () => {
    const message = randomUUID()
    await startSigning(page, 'Sign message', message)
    await phone.approve('Sign this message?')
    expect(await recoverMessageAddress({ message, signature: (await signed(page, message)) as Hex })).toBe(
      alice,
    )
  }
  await signs()
  await button(page).click()
  await inModal(page, /Local/).click()
  await inModal(page, /Ethereum/).click()
  await expectFact(page, 'network', 'Ethereum')
  await page.keyboard.press('Escape')
  await modal(page).waitFor({ state: 'hidden' })
  await signs()
  await page.getByRole('button', { name: 'Go to Local by hook' }).click()
  await expectFact(page, 'network', 'Local')
  await signs()
  await phone.changeNetwork('Ethereum')
  await expectFact(page, 'network', 'Ethereum')
})

test('[D-10] the phone says no: the reason is shown, and the next try works in place', async ({
  open,
  phone,
}) => {
  const { page } = await open()
  await showCode(page)
  await phone.pair(await copyLink(page))
  await phone.reject('Connect to this app?')
  await modal(page).getByText('Request declined').waitFor()
  await expectAccessible(page)
  await inModal(page, 'Try again').click()
  await code(page).waitFor()
  await phone.pair(await copyLink(page))
  await phone.approve('Connect to this app?')
  await expectFact(page, 'status', 'connected')
})

test('[S9-03] [S4-09] [D-10] a code is replaced before it dies, and the new one connects', async ({
  open,
  phone,
}) => {
  const { page } = await open({ hasClock: true })
  await showCode(page)
  const first = await readCode(code(page))
  await page.context().clock.fastForward('03:51')
  await expect.poll(() => readCode(code(page)), { timeout: 20_000 }).not.toBe(first)
  await phone.pair(await readCode(code(page)))
  await phone.approve('Connect to this app?')
  await expectFact(page, 'status', 'connected')
})

test('a code that is closed is given up: whoever scans it late reaches nobody', async ({ open, phone }) => {
  const { page } = await open()
  await showCode(page)
  const uri = await copyLink(page)
  expect(await kept(page)).toEqual({ codes: 1, sessions: 0 })
  await page.keyboard.press('Escape')
  await modal(page).waitFor({ state: 'hidden' })
  // The question waits in the mailbox; the page does not hear the answer.
  await phone.pair(uri)
  await phone.approve('Connect to this app?')
  await expectFact(page, 'status', 'disconnected')
  expect(await kept(page)).toEqual({ codes: 0, sessions: 0 })
  await page.reload()
  // Whoever is connected is shown the account instead.
  await showCode(page)
  await phone.pair(await copyLink(page))
  await phone.approve('Connect to this app?')
  await expectFact(page, 'status', 'connected')
  expect(await kept(page)).toEqual({ codes: 0, sessions: 1 })
})

test('[S4-09] [D-10] a code that nobody scans for an hour comes to an end, and a new one connects', async ({
  open,
  phone,
}) => {
  // An hour ago, so that in the end the page lives in the same hour as its relay and the phone.
  const time = Date.now() - hour
  const { page } = await open({ prepare: (context) => context.clock.install({ time }) })
  await showCode(page)
  await page.context().clock.fastForward(hour)
  await modal(page).getByText('This code has expired').waitFor()
  await expectAccessible(page)
  await inModal(page, 'Get a new code').click()
  await code(page).waitFor()
  await phone.pair(await copyLink(page))
  await phone.approve('Connect to this app?')
  await expectFact(page, 'status', 'connected')
})

test('[S2-05] an app without adapters opens with a code, and connects', async ({ open, phone }) => {
  const { page } = await open({ hasAdapter: false })
  await button(page).click()
  await expectFact(page, 'view', 'ConnectingWalletConnectBasic')
  await phone.pair(await readCode(code(page)))
  await phone.approve('Connect to this app?')
  await expectFact(page, 'account', alice)
  await expectFact(page, 'status', 'connected')
})

test('[S2-05] on a phone an app without adapters opens with the list of wallets', async ({ open }) => {
  const { page } = await open({ hasAdapter: false, isOnPhone: true })
  await button(page).click()
  await expectFact(page, 'view', 'AllWallets')
  await modal(page).getByRole('button', { name: 'MetaMask' }).waitFor()
})

test('[S4-09] an old link and a broken one reach nobody, and the code on the screen still works', async ({
  open,
  phone,
}) => {
  const { page } = await open()
  await showCode(page)
  const uri = await copyLink(page)
  await phone.paste(uri.replace(/expiryTimestamp=\d+/, 'expiryTimestamp=1700000000'))
  await expect.poll(() => phone.link.textContent()).toBe('This link has expired. Ask the app for a new one.')
  await phone.paste(uri.slice(0, 60))
  await expect
    .poll(() => phone.link.textContent())
    .toBe('This is not a connection link. Copy it again in the app; it begins with “wc:”.')
  await expectFact(page, 'status', 'connecting')
  await phone.pair(uri)
  await phone.approve('Connect to this app?')
  await expectFact(page, 'status', 'connected')
})

test("[D-24] in a wallet's own browser that wallet is offered, and no other", async ({ open }) => {
  const { page } = await open({
    isOnPhone: true,
    options: { customWallets: [{ id: 'own', name: 'Own wallet', mobile_link: 'own://' }] },
    prepare: async (context) => {
      await context.addInitScript(() => {
        Object.defineProperty(navigator, 'userAgent', {
          get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/604.1 MetaMaskMobile',
        })
      })
      const chains = [{ id: local.id, rpcUrl: origins.evm }] as const
      await installWallet(context, await createLabWallet({ name: 'Inside', rdns: 'test.inside', chains }))
    },
  })
  await button(page).click()
  await inModal(page, 'Inside').waitFor()
  expect(await inModal(page, 'WalletConnect').count()).toBe(0)
  expect(await inModal(page, 'All wallets').count()).toBe(0)
  expect(await inModal(page, 'Own wallet').count()).toBe(0)
  await inModal(page, 'Inside').click()
  await expectFact(page, 'status', 'connected')
})
