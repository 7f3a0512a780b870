/** Sending on the local chain: every kind of token, every kind of receiver, and everything that can go wrong on the way. */
import { addresses, tokens } from '@latchkey/local'
import type { LabWallet } from 'latchkey/testing'
import type { Page } from 'playwright-core'
import { type Hex, type PrivateKeyAccount, parseEther, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { inject } from 'vitest'
import {
  type App,
  button,
  connect,
  expect,
  expectFact,
  inModal,
  local,
  modal,
  second,
  test,
  titled,
} from '../harness/app.js'
import { expectAccessible } from '../harness/axe.js'
import { layGatewayCable } from '../harness/gatewayCable.js'
import { anybody, balanceOf, coinsOf, fundedKey, setCoins, type TokenKey } from '../harness/ledger.js'
import { shootSizes } from '../harness/shots.js'

const { gateway } = inject('origins')

interface Started extends App {
  readonly lab: LabWallet
  readonly me: Hex
}

async function start(
  open: (input: object) => Promise<App>,
  {
    held = [],
    wallet = {},
    ...input
  }: { held?: readonly TokenKey[]; wallet?: object; hasGateway?: boolean } = {},
): Promise<Started> {
  const app = await open({
    hasGateway: true,
    ...input,
    wallets: [{ name: 'Lab', privateKeys: [await fundedKey(held), await fundedKey()], ...wallet }],
  })
  await connect(app.page)
  const lab = app.wallet('Lab')
  const [me] = lab.addresses
  if (!me) throw new Error('the wallet has an account')
  return { ...app, lab, me }
}

const says = (page: Page, text: string | RegExp) => modal(page).getByText(text).first().waitFor()
const amountField = (page: Page) => modal(page).getByRole('textbox', { name: /^Amount in/ })
const toField = (page: Page) => modal(page).getByRole('textbox', { name: 'To', exact: true })
const asked = (lab: LabWallet) => lab.requests.filter(({ method }) => method === 'eth_sendTransaction').length

/** As an app opens it. */
async function openSend(page: Page, send: object = {}): Promise<void> {
  await page.evaluate((data) => window.kit.open({ view: 'WalletSend', data }), { send })
  await titled(page, 'Send').waitFor()
}

async function review(page: Page): Promise<void> {
  await inModal(page, 'Review').click()
  await titled(page, 'Review').waitFor()
}

/** In both themes, on a desk and on a phone. */
async function look(page: Page, name: string): Promise<void> {
  for (const mode of ['light', 'dark'] as const) {
    await page.evaluate((theme) => window.kit.setTheme({ mode: theme }), mode)
    await shootSizes(page, `${name}.${mode}`)
  }
}

/** Nothing of the modal sticks out sideways. */
async function expectInside(page: Page): Promise<void> {
  const overhang = () =>
    modal(page).evaluate((dialog) => {
      const { left, right } = dialog.getBoundingClientRect()
      return Math.max(right - window.innerWidth, -left, dialog.scrollWidth - dialog.clientWidth)
    })
  await expect.poll(overhang).toBeLessThanOrEqual(0)
}

/** Registers a name for somebody, as any client would, and answers with it. */
async function nameOf(account: PrivateKeyAccount): Promise<string> {
  const name = `friend-${account.address.slice(2, 10).toLowerCase()}.latch.id`
  const nonce = await fetch(`${gateway}/v1/profile/nonce`)
  const { nonce: value, expiresAt } = (await nonce.json()) as { nonce: string; expiresAt: string }
  const message = JSON.stringify({
    action: 'register',
    name,
    version: '2',
    domain: 'app.example',
    chainId: `eip155:${local.id}`,
    nonce: value,
    issuedAt: new Date(Date.parse(expiresAt) - 300_000).toISOString(),
    expiresAt,
  })
  const signature = await account.signMessage({ message })
  const body = { message, signature, coin_type: 0x8000_0000 + local.id, address: account.address }
  const answer = await fetch(`${gateway}/v1/profile/account`, { method: 'POST', body: JSON.stringify(body) })
  expect(answer.status).toBe(200)
  return name
}

const confirm = (page: Page) => inModal(page, 'Send').click()

test('[S1-03] [S4-20] a coin is sent: chosen, checked, reviewed as it will be signed, and followed to the end', async ({
  open,
}) => {
  const { page, me, lab } = await start(open, { held: ['usdc', 'toll'] })
  const to = anybody()
  await button(page).click()
  await titled(page, 'Account').waitFor()
  await inModal(page, 'Send').click()
  await titled(page, 'Send').waitFor()

  await inModal(page, 'Enter an amount').waitFor()
  await amountField(page).fill('1,25')
  expect(await amountField(page).inputValue()).toBe('1.25')
  await inModal(page, 'Enter a receiver').waitFor()
  await toField(page).fill(to)
  await inModal(page, 'Review').waitFor()
  await says(page, 'Network fee')
  await expectAccessible(page)

  await inModal(page, /^Token: ETH/).click()
  await titled(page, 'Choose token').waitFor()
  await expectAccessible(page)
  await modal(page).getByRole('searchbox').fill('usdc')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await titled(page, 'Send').waitFor()
  // A hundred of one token is not a hundred of another.
  expect(await amountField(page).inputValue()).toBe('')
  await inModal(page, /^Token: USDC/).click()
  await modal(page).getByRole('searchbox').fill('eth')
  await modal(page)
    .getByRole('gridcell')
    .getByRole('button', { name: /^Ether/ })
    .click()
  await amountField(page).fill('1.25')

  await review(page)
  await says(page, to)
  await says(page, 'You have not sent to this address before. Check every character.')
  await says(page, '1.25 ETH')
  await expectAccessible(page)
  await look(page, 'send-review')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectInside(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await confirm(page)
  await titled(page, 'Review').waitFor()
  await modal(page).getByText('Sent', { exact: true }).waitFor()
  expect(await coinsOf(to)).toBe(parseEther('1.25'))
  expect(asked(lab)).toBe(1)
  await expectAccessible(page)
  await inModal(page, 'Done').click()
  await titled(page, 'Account').waitFor()

  // The same receiver is no stranger any more.
  await openSend(page, { to, amount: '0.1' })
  await review(page)
  await says(page, '0.1 ETH')
  expect(await modal(page).getByText('You have not sent to this address before').count()).toBe(0)
  expect(me).toBe(lab.addresses[0])
})

test('[D-14] [D-19] tokens: plain, silent, one that takes a fee, and one that refuses', async ({ open }) => {
  const { page, lab } = await start(open, { held: ['usdc', 'usdt', 'toll', 'stuck'] })
  const to = anybody()
  for (const token of ['usdc', 'usdt'] as const) {
    await openSend(page, { to, amount: '1.5', token: addresses[token] })
    await review(page)
    await confirm(page)
    await modal(page).getByText('Sent', { exact: true }).waitFor()
    expect(await balanceOf(token, to)).toBe(1_500_000n)
    await inModal(page, 'Done').click()
  }

  const { decimals, symbol } = tokens.toll
  await openSend(page, { to, amount: '10', token: addresses.toll })
  await review(page)
  await says(page, `9.9 ${symbol}`)
  await says(page, `The token keeps 0.1 ${symbol} of it`)
  await confirm(page)
  await modal(page).getByText('Sent', { exact: true }).waitFor()
  expect(await balanceOf('toll', to)).toBe(parseUnits('9.9', decimals))
  await inModal(page, 'Done').click()

  const before = asked(lab)
  await openSend(page, { to, amount: '1', token: addresses.stuck })
  await says(page, 'The network says that this transfer would fail.')
  await inModal(page, 'This would fail').waitFor()
  expect(asked(lab)).toBe(before)
})

test('[D-19] to a name, to oneself, by a pasted link, and to addresses that nobody should send to', async ({
  open,
}) => {
  const { page, me } = await start(open, { held: ['usdc'] })
  await openSend(page)
  await amountField(page).fill('0.5')
  await toField(page).fill(me)
  await says(page, 'This is your own address')
  await review(page)
  await confirm(page)
  await modal(page).getByText('Sent', { exact: true }).waitFor()
  await inModal(page, 'Done').click()

  const friend = privateKeyToAccount(generatePrivateKey())
  const name = await nameOf(friend)
  await openSend(page)
  await amountField(page).fill('0.2')
  await toField(page).fill(name)
  await review(page)
  await says(page, name)
  await says(page, friend.address)
  await confirm(page)
  await modal(page).getByText('Sent', { exact: true }).waitFor()
  expect(await coinsOf(friend.address)).toBe(parseEther('0.2'))
  await inModal(page, 'Done').click()

  await openSend(page)
  await toField(page).fill('nobody-has-this.latch.id')
  await says(page, 'Nobody owns this name')
  await toField(page).fill(me.slice(0, -1))
  await says(page, 'This is no address or name')

  const to = anybody()
  await toField(page).fill(`ethereum:${addresses.usdc}@${local.id}/transfer?address=${to}&uint256=2.5e6`)
  await inModal(page, /^Token: USDC/).waitFor()
  await expect.poll(() => amountField(page).inputValue()).toBe('2.5')
  await review(page)
  await confirm(page)
  await modal(page).getByText('Sent', { exact: true }).waitFor()
  expect(await balanceOf('usdc', to)).toBe(2_500_000n)
  await inModal(page, 'Done').click()

  // Somebody made an address that begins and ends like it.
  await openSend(page, {
    to: `${to.slice(0, 6)}${'0'.repeat(30)}${to.slice(-6)}`.toLowerCase(),
    amount: '1',
    token: addresses.usdc,
  })
  await review(page)
  await says(page, /looks like one you have sent to/)
  await expectAccessible(page)
  expect(await inModal(page, 'Send').getAttribute('aria-disabled')).toBe('true')
  await modal(page).getByRole('checkbox', { name: 'I have checked the address' }).check()
  expect(await inModal(page, 'Send').getAttribute('aria-disabled')).toBe('false')

  await openSend(page, { to: addresses.usdc, amount: '1', token: addresses.usdc })
  await review(page)
  await says(page, 'This is the contract of the token itself. What is sent there is lost.')
})

test('max keeps the fee, and too little of anything offers what would help and comes back', async ({
  open,
}) => {
  const { page, me } = await start(open, { held: ['usdc'] })
  const to = anybody()
  await openSend(page, { to })
  await inModal(page, 'Max').click()
  await review(page)
  await confirm(page)
  await modal(page).getByText('Sent', { exact: true }).waitFor()
  const left = await coinsOf(me)
  expect((await coinsOf(to)) + left).toBeLessThan(parseEther('5'))
  expect(left).toBeLessThan(parseEther('0.001'))
  await inModal(page, 'Done').click()

  // The shop opens with what is lacking, and the way back leads to the form as it was.
  await openSend(page, { to, amount: '101', token: addresses.usdc })
  const wayTo = (symbol: string, name: string) =>
    modal(page)
      .getByRole('region', { name: `Get more ${symbol}` })
      .getByRole('button', { name })
  await wayTo('USDC', 'Buy').click()
  await titled(page, 'Buy').waitFor()
  await says(page, 'USDC on Local')
  await inModal(page, 'Back').click()
  await titled(page, 'Send').waitFor()
  expect(await amountField(page).inputValue()).toBe('101')

  await setCoins(me, 1n)
  await openSend(page, { to, amount: '1', token: addresses.usdc })
  await inModal(page, 'Not enough ETH for the fee').waitFor()
  await expectAccessible(page)
  await wayTo('ETH', 'Receive').click()
  await titled(page, 'Receive').waitFor()
  await setCoins(me, parseEther('1'))
  await inModal(page, 'Back').click()
  await titled(page, 'Send').waitFor()
  expect(await amountField(page).inputValue()).toBe('1')
  expect(await toField(page).inputValue()).toBe(to)
})

test('[D-10] a wallet that says no, one that hangs, and a reload after it said yes', async ({ open }) => {
  const { page, lab } = await start(open)
  const to = anybody()
  await openSend(page, { to, amount: '1' })
  await review(page)
  lab.next.reject('eth_sendTransaction')
  await confirm(page)
  await says(page, 'Declined in Lab. Nothing was sent.')

  lab.next.hang('eth_sendTransaction')
  await inModal(page, 'Try again').click()
  await says(page, 'Confirm in Lab')
  await expect.poll(() => asked(lab)).toBe(2)
  await expectAccessible(page)
  await inModal(page, 'Cancel').click()
  await says(page, /Taken back\. If Lab still shows it/)
  expect(await coinsOf(to)).toBe(0n)

  await inModal(page, 'Try again').click()
  await modal(page).getByText('Sent', { exact: true }).waitFor()
  await page.reload()
  await button(page).click()
  await titled(page, 'Account').waitFor()
  await modal(page).getByRole('tab', { name: 'Activity' }).click()
  await says(page, /1(?:\.000)? ETH/)
  expect(await coinsOf(to)).toBe(parseEther('1'))
})

test('[D-10] a reload before the wallet was asked, or while it is, sends nothing and leaves nothing behind', async ({
  open,
}) => {
  const { page, lab } = await start(open)
  const to = anybody()
  const again = async () => {
    await page.reload()
    await expectFact(page, 'status', 'connected')
    await openSend(page)
    expect(await amountField(page).inputValue()).toBe('')
    expect(await toField(page).inputValue()).toBe('')
    await amountField(page).fill('0.5')
    await toField(page).fill(to)
  }
  await openSend(page, { to, amount: '1' })
  await inModal(page, 'Review').waitFor()
  await again()
  await review(page)
  await again()
  await review(page)
  lab.next.hang('eth_sendTransaction')
  await confirm(page)
  await says(page, 'Confirm in Lab')
  await expect.poll(() => asked(lab)).toBe(1)
  lab.pageLeft()
  await again()
  expect(await coinsOf(to)).toBe(0n)
  expect(await button(page).getAttribute('aria-label')).not.toContain('pending')
  await review(page)
  await confirm(page)
  await modal(page).getByText('Sent', { exact: true }).waitFor()
  expect(await coinsOf(to)).toBe(parseEther('0.5'))
  expect(asked(lab)).toBe(2)
})

test('[D-11] another account or network under the form is told, and what was meant for the first is not sent', async ({
  open,
}) => {
  const { page, lab } = await start(open, { hasGateway: false })
  const to = anybody()
  await openSend(page, { to, amount: '1' })
  await inModal(page, 'Review').waitFor()
  lab.switchAccount(1)
  await says(page, /^The account changed to/)
  expect(await amountField(page).inputValue()).toBe('')
  expect(await toField(page).inputValue()).toBe('')
  await inModal(page, 'Got it').click()

  await amountField(page).fill('1')
  await toField(page).fill(to)
  await review(page)
  lab.switchChain(second.id)
  await titled(page, 'Send').waitFor()
  await says(page, 'The network changed to Second. Check the token and the amount.')
  expect(asked(lab)).toBe(0)
})

test('[D-13] [D-10] without the gateway: nothing looks empty, every step can be tried again', async ({
  open,
}) => {
  const { page, problems, lab } = await start(open, { held: ['usdc'] })
  const cable = await layGatewayCable(page.context(), problems)
  const to = anybody()
  cable.cut(/\/balance$/)
  await openSend(page)
  // The coin is there at once; that the rest is missing is told when it is certain.
  await inModal(page, /^Token: ETH/).waitFor()
  await modal(page).getByText('Other tokens could not be loaded.').waitFor({ timeout: 30_000 })
  await amountField(page).fill('0.25')
  cable.cut(/profile/)
  await toField(page).fill('eve.latch.id')
  // It is asked for four times, with longer and longer pauses, before it counts as failed.
  await modal(page)
    .getByRole('status')
    .getByRole('button', { name: 'Try again' })
    .waitFor({ timeout: 30_000 })
  cable.mend()
  await modal(page).getByRole('status').getByRole('button', { name: 'Try again' }).click()
  await says(page, 'Nobody owns this name')
  await toField(page).fill(to)
  await review(page)
  // The gateway goes while the wallet is asked; its own way to the chain is open.
  cable.cut()
  await confirm(page)
  await says(page, /On its way|Sent/)
  expect(asked(lab)).toBe(1)
  await expect.poll(() => coinsOf(to)).toBe(parseEther('0.25'))
  cable.mend()
  await modal(page).getByText('Sent', { exact: true }).waitFor({ timeout: 30_000 })
})

test('everything with the keyboard alone, on a phone', async ({ open }) => {
  const { page } = await start(open)
  await page.setViewportSize({ width: 390, height: 844 })
  const to = anybody()
  await openSend(page)
  await inModal(page, 'Enter an amount').waitFor()
  await expectInside(page)
  await amountField(page).focus()
  await page.keyboard.type('0.75')
  for (
    let presses = 0;
    presses < 8 && !(await toField(page).evaluate((field) => field.matches(':focus')));
    presses += 1
  )
    await page.keyboard.press('Tab')
  await page.keyboard.type(to)
  await inModal(page, 'Review').waitFor()
  for (
    let presses = 0;
    presses < 8 && !(await inModal(page, 'Review').evaluate((each) => each.matches(':focus')));
    presses += 1
  )
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await titled(page, 'Review').waitFor()
  for (
    let presses = 0;
    presses < 8 && !(await inModal(page, 'Send').evaluate((each) => each.matches(':focus')));
    presses += 1
  )
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await modal(page).getByText('Sent', { exact: true }).waitFor()
  expect(await coinsOf(to)).toBe(parseEther('0.75'))
})
