/** Payments that a page asks for, on the local chain: directly, through a swap, declined, closed, reloaded, never twice. */
import { addresses } from '@latchkey/local'
import type { Page } from 'playwright-core'
import { type Hex, parseUnits } from 'viem'
import { onTestFinished } from 'vitest'
import { type App, connect, expect, inModal, modal, test, titled, walletRow } from '../harness/app.js'
import { expectAccessible } from '../harness/axe.js'
import { layGatewayCable } from '../harness/gatewayCable.js'
import { anybody, balanceOf, chain, coinsOf, fundedKey, type TokenKey } from '../harness/ledger.js'
import { holdBlocks, mine } from '../harness/mining.js'
import { shootSizes } from '../harness/shots.js'

interface StartInput {
  readonly held?: readonly TokenKey[]
  readonly wallet?: object
  readonly isConnected?: boolean
}

async function start(
  open: (input: object) => Promise<App>,
  { held = [], wallet = {}, isConnected = true }: StartInput = {},
) {
  const app = await open({
    hasGateway: true,
    options: { features: { pay: true, analytics: false } },
    wallets: [{ name: 'Lab', privateKeys: [await fundedKey(held)], ...wallet }],
  })
  if (isConnected) await connect(app.page)
  return { ...app, lab: app.wallet('Lab') }
}

interface Asked {
  readonly asset: `${string}:${string}/${string}:${string}`
  readonly amount: string
  readonly recipient: string
  readonly reference?: string
}

const usdc = `eip155:31337/erc20:${addresses.usdc}` as const

declare global {
  interface Window {
    payment: Promise<unknown>
  }
}

/** As a shop asks for it; what becomes of it is kept on the page. */
const ask = (page: Page, request: Asked) =>
  page.evaluate((each) => {
    window.payment = window.kit.pay(each).catch((cause: unknown) => {
      const { code, message } = cause as { code?: string; message?: string } // an error of the kit
      return { code, message }
    })
  }, request)

/** In both looks of the kit. */
async function shoot(page: Page, name: string): Promise<void> {
  for (const mode of ['light', 'dark'] as const) {
    await page.evaluate((each) => window.kit.setTheme({ mode: each }), mode)
    await shootSizes(page, `${name}.${mode}`)
  }
}

const outcome = (page: Page) => page.evaluate(() => window.payment)
const says = (page: Page, text: string | RegExp) => modal(page).getByText(text).first().waitFor()
const asksWallet = (requests: readonly { readonly method: string }[]) =>
  requests.filter(({ method }) => method === 'eth_sendTransaction').length

test('[S1-03] [D-14] what is asked for is shown with who asks, paid to the last unit, and receipted', async ({
  open,
}) => {
  const { page, lab } = await start(open, { held: ['usdc'] })
  const recipient = anybody()
  await ask(page, { asset: usdc, amount: '25.50', recipient, reference: 'Order 1042' })
  await titled(page, 'Pay').waitFor()
  await says(page, `${new URL(page.url()).host} asks for`)
  await says(page, 'Order 1042')
  const button = inModal(page, 'Pay 25.5 USDC')
  await button.waitFor()
  await says(page, /^At most /)
  await shoot(page, 'pay-ready')
  await expectAccessible(page)

  await button.click()
  await says(page, 'Paid')
  const [payer] = lab.addresses
  expect(await outcome(page)).toMatchObject({
    hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    networkId: 'eip155:31337',
    asset: usdc,
    amount: '25.50',
    recipient,
    reference: 'Order 1042',
    payer,
    status: 'confirmed',
  })
  expect(await balanceOf('usdc', recipient)).toBe(parseUnits('25.5', 6))
  await shoot(page, 'pay-paid')
  await expectAccessible(page)
  await inModal(page, 'Done').click()
  await modal(page).waitFor({ state: 'hidden' })
})

test('[S1-03] [D-16] without the token it is paid through a swap of as little as it takes', async ({
  open,
}) => {
  const { page, lab } = await start(open)
  const recipient = anybody()
  const [me] = lab.addresses
  await ask(page, { asset: usdc, amount: '12.5', recipient })
  await inModal(page, 'Swap and pay 12.5 USDC').waitFor()
  await says(page, /^Swapped first, for at least 12\.5/)
  await shoot(page, 'pay-swap')
  await inModal(page, 'Swap and pay 12.5 USDC').click()
  await says(page, 'Paid')
  expect(await outcome(page)).toMatchObject({ status: 'confirmed' })
  expect(await balanceOf('usdc', recipient)).toBe(parseUnits('12.5', 6))
  // What is left over is the slack of one swap, not another half of it.
  expect(await balanceOf('usdc', me as Hex)).toBeLessThan(parseUnits('0.5', 6))
})

test('[D-11] somebody without a wallet connects on the way, and comes back to the payment', async ({
  open,
}) => {
  const { page } = await start(open, { held: ['usdc'], isConnected: false })
  const recipient = anybody()
  await ask(page, { asset: 'eip155:31337/slip44:60', amount: '0.25', recipient })
  await titled(page, 'Pay').waitFor()
  await inModal(page, 'Connect wallet').click()
  await walletRow(page, 'Lab').click()
  await inModal(page, 'Pay 0.25 ETH').click()
  await says(page, 'Paid')
  expect(await outcome(page)).toMatchObject({ status: 'confirmed' })
  expect(await coinsOf(recipient)).toBe(250_000_000_000_000_000n)
})

test('[D-12] declined, it can be tried again or left; closed, it is told so', async ({ open }) => {
  const { page, lab } = await start(open, { held: ['usdc'] })
  const recipient = anybody()
  await ask(page, { asset: usdc, amount: '3', recipient })
  lab.next.reject()
  await inModal(page, 'Pay 3 USDC').click()
  await says(page, 'You declined it in Lab.')
  await shoot(page, 'pay-declined')
  await expectAccessible(page)
  await inModal(page, 'Try again').click()
  lab.next.reject()
  await inModal(page, 'Pay 3 USDC').click()
  await says(page, 'You declined it in Lab.')
  await inModal(page, 'Close').click()
  expect(await outcome(page)).toMatchObject({ code: 'pay.declined' })

  await ask(page, { asset: usdc, amount: '4', recipient })
  await inModal(page, 'Pay 4 USDC').waitFor()
  await page.keyboard.press('Escape')
  expect(await outcome(page)).toMatchObject({ code: 'pay.closed' })
  expect(await balanceOf('usdc', recipient)).toBe(0n)
})

test('[S9-12] a reload in the middle loses nothing, and the same order is not paid twice', async ({
  open,
}) => {
  const { page, lab } = await start(open, { held: ['usdc'] })
  const recipient = anybody()
  const order = { asset: usdc, amount: '7', recipient, reference: 'Order 7' } as const
  const release = await holdBlocks()
  onTestFinished(release)
  await ask(page, order)
  await inModal(page, 'Pay 7 USDC').click()
  await says(page, 'Payment sent')
  await shoot(page, 'pay-sent')
  await page.reload()
  await ask(page, order)
  await says(page, 'Payment sent')
  await mine()
  await says(page, 'Paid')
  const { hash } = (await outcome(page)) as { hash: Hex }
  expect((await chain.getTransactionReceipt({ hash })).status).toBe('success')
  expect(asksWallet(lab.requests)).toBe(1)
  expect(await balanceOf('usdc', recipient)).toBe(parseUnits('7', 6))
})

test('[D-10] a reload before the wallet was asked, or while it is, pays nothing; the same order is offered again', async ({
  open,
}) => {
  const { page, lab } = await start(open, { held: ['usdc'] })
  const recipient = anybody()
  const order = { asset: usdc, amount: '6', recipient, reference: 'Order 6' } as const
  await ask(page, order)
  await inModal(page, 'Pay 6 USDC').waitFor()
  await page.reload()
  await ask(page, order)
  lab.next.hang('eth_sendTransaction')
  await inModal(page, 'Pay 6 USDC').click()
  await says(page, 'Confirm the payment in Lab')
  // The screen says so a moment before the wallet hears of it.
  await expect.poll(() => asksWallet(lab.requests)).toBe(1)
  lab.pageLeft()
  await page.reload()
  await ask(page, order)
  await inModal(page, 'Pay 6 USDC').click()
  await says(page, 'Paid')
  expect(await outcome(page)).toMatchObject({ status: 'confirmed', reference: 'Order 6' })
  expect(asksWallet(lab.requests)).toBe(2)
  expect(await balanceOf('usdc', recipient)).toBe(parseUnits('6', 6))
})

test('[S9-12] of two windows with the same order one pays, and both have the receipt', async ({ open }) => {
  const { page, lab, openTab } = await start(open, {
    held: ['usdc'],
    wallet: { asks: ['eth_sendTransaction'] },
  })
  const other = await openTab()
  const recipient = anybody()
  const order = { asset: usdc, amount: '9', recipient, reference: 'Order 9' } as const
  await ask(page, order)
  await inModal(page, 'Pay 9 USDC').waitFor()
  await ask(other, { ...order, amount: '9.00' })
  await inModal(other, 'Pay 9 USDC').waitFor()

  await inModal(page, 'Pay 9 USDC').click()
  await lab.asked('eth_sendTransaction')
  await inModal(other, 'Pay 9 USDC').click()
  await says(other, 'Being paid in another window')
  await shoot(other, 'pay-elsewhere')
  await expectAccessible(other)

  lab.approve('eth_sendTransaction')
  await says(page, 'Paid')
  await inModal(other, 'Try again').click()
  await says(other, 'Paid')
  const { hash } = (await outcome(page)) as { hash: Hex }
  expect(await outcome(other)).toMatchObject({ hash, status: 'confirmed' })
  expect(asksWallet(lab.requests)).toBe(1)
  expect(await balanceOf('usdc', recipient)).toBe(parseUnits('9', 6))
})

test('[D-13] while its gateway is away nothing can be signed, and trying again goes on when it is back', async ({
  open,
}) => {
  const { page, lab, problems } = await start(open, { held: ['usdc'] })
  const cable = await layGatewayCable(page.context(), problems)
  cable.cut()
  const recipient = anybody()
  await ask(page, { asset: usdc, amount: '5', recipient, reference: 'Order 5' })
  await says(page, 'This could not be checked')
  await says(page, 'No answer came. Nothing can be signed until one does.')
  expect(asksWallet(lab.requests)).toBe(0)
  cable.mend()
  await inModal(page, 'Try again').click()
  lab.next.wait('eth_sendTransaction')
  await inModal(page, 'Pay 5 USDC').click()
  const prompt = await lab.asked('eth_sendTransaction')
  // It goes again while the wallet is asked; what was signed is on the chain, and is followed there.
  cable.cut()
  prompt.approve()
  await says(page, /Payment sent|Paid/)
  await expect.poll(() => balanceOf('usdc', recipient)).toBe(parseUnits('5', 6))
  cable.mend()
  await modal(page).getByText('Paid', { exact: true }).waitFor({ timeout: 30_000 })
  expect(await outcome(page)).toMatchObject({ status: 'confirmed' })
})

test('[D-13] too little is told with ways to get more, and the payment waits', async ({ open }) => {
  const { page } = await start(open)
  await ask(page, { asset: usdc, amount: '99999999', recipient: anybody() })
  await says(page, 'Not enough USDC')
  await shoot(page, 'pay-short')
  await expectAccessible(page)
  await inModal(page, 'Receive').click()
  await titled(page, 'Receive').waitFor()
  await inModal(page, 'Back').click()
  await says(page, 'Not enough USDC')
  await page.keyboard.press('Escape')
  expect(await outcome(page)).toMatchObject({ code: 'pay.closed' })
})
