/** Value that leaves the embedded wallet: coins, tokens and several calls at once, from both kinds of account, read from the chain itself. */
import { addresses, tokens } from '@latchkey/local'
import type { Page } from 'playwright-core'
import { encodeFunctionData, erc20Abi, type Hex, parseEther, parseUnits } from 'viem'
import { button, expectFact, inModal, local, modal, second } from '../harness/app.js'
import { expect } from '../harness/browse.js'
import { approveWithPin, lockWithPin, openWindow, pressInFrame, walletFrame } from '../harness/embedded.js'
import { ask, closeByForce, isGone, test } from '../harness/embeddedApp.js'
import { anybody, balanceOf, chain, coinsOf, fund } from '../harness/ledger.js'

const accountOf = async (page: Page) => (await page.getByTestId('account').textContent()) as Hex

const coins = parseEther('0.25')
const amount = parseUnits('7', tokens.usdc.decimals)
const transferTo = (to: Hex) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
const quantity = (value: bigint) => `0x${value.toString(16)}`

/** As the app asks; the person sees it in the frame, or follows it into the window. */
const send = (page: Page, transaction: object) => ask(page, 'eth_sendTransaction', [transaction])

async function chooseType(page: Page, name: string): Promise<void> {
  const before = await accountOf(page)
  await button(page).click()
  await inModal(page, 'Account details').click()
  await modal(page).getByRole('radio', { name }).check()
  await expect.poll(() => accountOf(page)).not.toBe(before)
  await closeByForce(page)
}

/** What is small and goes to a person is approved in the frame (D-30). */
const approve = (page: Page) => pressInFrame(page, 'Approve')

/** Sends a coin and a token in two transactions, and looks for both where they were sent to. */
async function sendBoth(page: Page, from: Hex): Promise<void> {
  const friend = anybody()
  const coin = send(page, { from, to: friend, value: quantity(coins) })
  await approve(page)
  expect(await coin).toMatchObject({ result: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  expect(await coinsOf(friend)).toBe(coins)
  await isGone(page)
  const token = send(page, { from, to: addresses.usdc, data: transferTo(friend) })
  await approve(page)
  expect(await token).toMatchObject({ result: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  expect(await balanceOf('usdc', friend)).toBe(amount)
  await isGone(page)
}

test('[S6-03] [D-30] the smart account sends coins, tokens, and several calls at once', {
  timeout: 120_000,
}, async ({ enter }) => {
  const { page } = await enter()
  await isGone(page)
  const smart = await accountOf(page)
  await fund(smart, ['usdc'])
  await sendBoth(page, smart)
  // The first operation has brought the account's code to the network.
  expect(await chain.getCode({ address: smart })).toMatch(/^0x[0-9a-f]+$/)

  const friend = anybody()
  const calls = [
    { to: friend, value: quantity(coins) },
    { to: addresses.usdc, data: transferTo(friend) },
  ]
  const bundle = { version: '2.0.0', chainId: quantity(BigInt(local.id)), from: smart, calls }
  const sent = ask(page, 'wallet_sendCalls', [{ ...bundle, atomicRequired: true }])
  // Too much for the modal of this page, where it would not be seen whole.
  const tab = await openWindow(page)
  await lockWithPin(tab)
  await approveWithPin(tab)
  const { result } = await sent
  // ERC-5792: an object with the id.
  const { id } = result as { id: Hex }
  const status = async () => (await ask(page, 'wallet_getCallsStatus', [id])).result
  await expect.poll(status).toMatchObject({ status: 200, atomic: true })
  expect(await coinsOf(friend)).toBe(coins)
  expect(await balanceOf('usdc', friend)).toBe(amount)
})

test('[I-13] the plain account sends too; what was refused or given up never leaves it', {
  timeout: 120_000,
}, async ({ enter }) => {
  const { page } = await enter()
  await isGone(page)
  await chooseType(page, 'Standard account')
  const plain = await accountOf(page)
  await fund(plain, ['usdc'])
  await sendBoth(page, plain)

  const before = await chain.getTransactionCount({ address: plain, blockTag: 'pending' })
  const friend = anybody()
  const transaction = { from: plain, to: friend, value: quantity(coins) }
  const refused = send(page, transaction)
  await pressInFrame(page, 'Reject')
  expect(await refused).toMatchObject({ code: 4001 })
  await isGone(page)
  const givenUp = send(page, transaction)
  await walletFrame(page).getByRole('button', { name: 'Reject' }).waitFor()
  await closeByForce(page)
  expect(await givenUp).toMatchObject({ code: 4001 })
  expect(await coinsOf(friend)).toBe(0n)
  expect(await chain.getTransactionCount({ address: plain, blockTag: 'pending' })).toBe(before)
})

test('[S3-04] on a network without smart accounts the plain one is shown, and the way back restores the other', async ({
  enter,
}) => {
  const { page, problems } = await enter({ networks: [local, second] })
  // The gateway has no node of it.
  problems.expect(/eip155%3A4242/)
  await isGone(page)
  const smart = await accountOf(page)
  await page.getByRole('button', { name: `Go to ${second.name} by hook` }).click()
  await expectFact(page, 'network', second.name)
  await expect.poll(() => accountOf(page)).not.toBe(smart)
  const plain = await accountOf(page)
  await page.reload()
  await expectFact(page, 'network', second.name)
  await expectFact(page, 'account', plain)
  await page.getByRole('button', { name: `Go to ${local.name} by hook` }).click()
  await expectFact(page, 'network', local.name)
  await expectFact(page, 'account', smart)
})
