/** Swaps on the local chain: every way through, and every way it can go wrong, with real wallets and a real exchange. */
import { addresses, localAccounts, tokens } from '@latchkey/local'
import type { LabWallet } from 'latchkey/testing'
import type { Page, Route } from 'playwright-core'
import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { inject, onTestFinished } from 'vitest'
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
import { expectFits } from '../harness/layout.js'
import { holdBlocks } from '../harness/mining.js'
import { shootSizes } from '../harness/shots.js'

const { evm, gateway } = inject('origins')
const chain = createPublicClient({ transport: http(evm) })
const { people, deployer } = localAccounts()
/** Moves prices; nobody else uses it. */
const whale = people[9]?.address ?? zeroAddress

const balanceOf = (token: Hex, owner: Hex) =>
  chain.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
const allowanceOf = (token: Hex, owner: Hex) =>
  chain.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [owner, addresses.router],
  })

/** As one of the node's own accounts. */
async function transact(from: Hex, to: Hex, data: Hex, value = 0n): Promise<void> {
  // The node signs for the people of the local chain; viem has no type for that.
  const request = chain.request as (call: { method: string; params: unknown[] }) => Promise<unknown>
  const params = [{ from, to, data, value: `0x${value.toString(16)}` }]
  const hash = (await request({ method: 'eth_sendTransaction', params })) as Hex
  await chain.waitForTransactionReceipt({ hash, pollingInterval: 50 })
}

const routerAbi = parseAbi([
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable returns (uint256[])',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[])',
])

/** Somebody buys so many dollars that each costs a tenth more; sold again when the test is over. */
async function movePrice(): Promise<void> {
  const { usdc, weth, router } = addresses
  const before = await balanceOf(usdc, whale)
  const buy = encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapExactETHForTokens',
    args: [0n, [weth, usdc], whale, maxUint256],
  })
  await transact(whale, router, buy, parseEther('60'))
  const bought = (await balanceOf(usdc, whale)) - before
  onTestFinished(async () => {
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, bought] })
    await transact(whale, usdc, approve)
    const sell = encodeFunctionData({
      abi: routerAbi,
      functionName: 'swapExactTokensForETH',
      args: [bought, 0n, [usdc, weth], whale, maxUint256],
    })
    await transact(whale, router, sell)
  })
}

/** Keeps new quotes away until they are let through, so that what was shown is what is signed. */
async function holdQuotes(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = []
  const pattern = `${gateway}/v1/convert/**`
  let isOpen = false
  const hold = (route: Route) => (isOpen ? route.continue() : void held.push(route))
  await page.route(pattern, hold)
  return async () => {
    isOpen = true
    // One that the page gave up meanwhile cannot go on.
    await Promise.all(held.map((route) => route.continue().catch(() => {})))
    await page.unroute(pattern, hold)
  }
}

/** An account that nobody has used, with coins and dollars. */
async function freshKey(): Promise<Hex> {
  const key = generatePrivateKey()
  const address = privateKeyToAddress(key)
  await transact(whale, address, '0x', parseEther('5'))
  const mint = parseAbi(['function mint(address to, uint256 value)'])
  for (const token of ['usdc', 'usdt'] as const) {
    const value = parseUnits('1000', tokens[token].decimals)
    const data = encodeFunctionData({ abi: mint, functionName: 'mint', args: [address, value] })
    await transact(deployer.address, addresses[token], data)
  }
  return key
}

async function start(
  open: (input: object) => Promise<App>,
  wallet: object = {},
): Promise<App & { readonly lab: LabWallet; readonly owner: Hex }> {
  const app = await open({
    hasGateway: true,
    wallets: [{ name: 'Lab', privateKeys: [await freshKey()], networks: [local], ...wallet }],
  })
  await connect(app.page)
  const lab = app.wallet('Lab')
  const [owner] = lab.addresses
  if (!owner) throw new Error('the wallet has an account')
  return { ...app, lab, owner }
}

interface Choice {
  readonly from?: string
  readonly to?: string
  readonly amount?: string
}

/** As an app opens it. */
async function openSwap(page: Page, swap: Choice = {}): Promise<void> {
  await page.evaluate((data) => window.kit.open({ view: 'Swap', data }), { swap })
  await titled(page, 'Swap').waitFor()
}

const review = async (page: Page) => {
  await inModal(page, 'Review swap').click()
  await titled(page, 'Review swap').waitFor()
}
const says = (page: Page, text: string | RegExp, timeout = 15_000) =>
  expect.poll(() => modal(page).innerText(), { message: `the modal says ${text}`, timeout }).toMatch(text)
/** How many transactions the button counts. */
const pending = (page: Page, count: number) =>
  expect
    .poll(() => button(page).getAttribute('aria-label'), { timeout: 15_000 })
    .toMatch(count === 0 ? /^((?!pending).)*$/ : new RegExp(`, ${count} pending$`))
const asked = (lab: LabWallet, method: string) => lab.requests.filter((each) => each.method === method).length
const sent = (lab: LabWallet) => asked(lab, 'eth_sendTransaction')

test('[D-16] the form says what is missing, quotes what is typed, and lets slippage be chosen', async ({
  open,
}) => {
  const { page } = await start(open)
  await page.locator('latchkey-button').getByRole('button').click()
  await titled(page, 'Account').waitFor()
  await inModal(page, 'Swap').click()
  await titled(page, 'Swap').waitFor()

  // Nothing chosen yet: the one button says what is missing.
  await inModal(page, 'Choose a token').waitFor()
  await inModal(page, 'Choose token').click()
  await titled(page, 'Swap to').waitFor()
  await shootSizes(page, 'swap-tokens.dark')
  await modal(page).getByRole('searchbox').fill('usd c')
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await titled(page, 'Swap').waitFor()
  await inModal(page, 'Enter an amount').waitFor()
  await modal(page).getByRole('textbox', { name: 'Amount of ETH to swap' }).fill('0.5')
  await inModal(page, 'Review swap').waitFor()
  await says(page, /1 ETH = 2,9\d\d\.\d+ USDC/)

  // D-16: 1 % unless somebody wants it otherwise, within bounds.
  await inModal(page, 'Change slippage: 1%').click()
  const own = modal(page).getByRole('textbox', { name: 'Own value, in percent' })
  await own.fill('9')
  await says(page, 'Between 0.1% and 5%')
  await shootSizes(page, 'swap-slippage.dark')
  await own.fill('2.5')
  await inModal(page, 'Change slippage: 2.5%').waitFor()
  await expectAccessible(page)
  await inModal(page, '1%').click()
  await inModal(page, 'Change slippage: 1%').click()
  await expectFits(page)
  for (const mode of ['light', 'dark'] as const) {
    await page.evaluate((theme) => window.kit.setTheme({ mode: theme }), mode)
    await shootSizes(page, `swap-form.${mode}`)
  }
})

test('[S1-03] [D-16] a coin is swapped for a token, reviewed as it will be signed', async ({ open }) => {
  const { page, lab, owner } = await start(open)
  await openSwap(page, { from: 'ETH', to: 'USDC', amount: '0.5' })
  await review(page)
  await inModal(page, 'Swap').waitFor()
  const least = await modal(page)
    .locator('dt', { hasText: 'You get at least' })
    .locator('xpath=following-sibling::dd')
    .textContent()
  await expectAccessible(page)
  for (const mode of ['light', 'dark'] as const) {
    await page.evaluate((theme) => window.kit.setTheme({ mode: theme }), mode)
    await shootSizes(page, `swap-preview.${mode}`)
  }
  const before = await balanceOf(addresses.usdc, owner)
  await inModal(page, 'Swap').click()
  await titled(page, 'Review swap').waitFor()
  await says(page, 'Swapped')
  await expectAccessible(page)
  await shootSizes(page, 'swap-done.dark')
  const got = (await balanceOf(addresses.usdc, owner)) - before
  const minimum = parseUnits((least ?? '').replace(/[, A-Z]/g, ''), tokens.usdc.decimals)
  expect(minimum).toBeGreaterThan(parseUnits('1470', tokens.usdc.decimals))
  expect(got).toBeGreaterThanOrEqual(minimum)
  // The coin needs no approval, and the wallet was asked once.
  expect(sent(lab)).toBe(1)
  await inModal(page, 'Done').click()
  await titled(page, 'Swap').waitFor()
  await inModal(page, 'Enter an amount').waitFor()
})

test('[D-16] a token is swapped for the coin after an approval of exactly its amount', async ({ open }) => {
  const { page, lab, owner } = await start(open)
  await openSwap(page, { from: 'USDC', to: 'ETH', amount: '100' })
  await review(page)
  await says(page, 'Exactly 100 USDC')
  lab.next.wait('eth_sendTransaction')
  await inModal(page, 'Approve and swap').click()
  await says(page, 'Approve in Lab')
  const prompt = await lab.asked('eth_sendTransaction')
  const [approval] = prompt.params as [{ to: Hex; data: Hex }]
  expect(approval.to.toLowerCase()).toBe(addresses.usdc.toLowerCase())
  expect(approval.data).toBe(
    encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [addresses.router, parseUnits('100', 6)],
    }),
  )
  const before = await chain.getBalance({ address: owner })
  prompt.approve()
  await says(page, 'Swapped')
  expect(sent(lab)).toBe(2)
  expect(await allowanceOf(addresses.usdc, owner)).toBe(0n)
  expect(await balanceOf(addresses.usdc, owner)).toBe(parseUnits('900', 6))
  expect((await chain.getBalance({ address: owner })) - before).toBeGreaterThan(parseEther('0.03'))
})

test('[D-16] a token that changes allowances only by way of zero is swapped for another', async ({
  open,
}) => {
  const { page, lab, owner } = await start(open)
  // Left over from elsewhere: less than the swap needs.
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [addresses.router, 1n] })
  const request = { from: owner, to: addresses.usdt, data }
  const hash = (await lab.provider.request({ method: 'eth_sendTransaction', params: [request] })) as Hex
  await chain.waitForTransactionReceipt({ hash, pollingInterval: 50 })
  await openSwap(page, { from: 'USDT', to: 'DAI', amount: '50' })
  await review(page)
  await says(page, 'Asked for in two steps, as USDT wants it')
  await inModal(page, 'Approve and swap').click()
  await says(page, 'Swapped')
  expect(sent(lab)).toBe(4)
  expect(await allowanceOf(addresses.usdt, owner)).toBe(0n)
  expect(await balanceOf(addresses.dai, owner)).toBeGreaterThan(parseEther('49'))
})

test('[D-16] [S5-12] a wallet that can takes approval and swap in one', async ({ open }) => {
  const { page, lab, owner } = await start(open, { isAtomic: true })
  await openSwap(page, { from: 'USDC', to: 'DAI', amount: '10' })
  await review(page)
  await says(page, 'In one step with the swap')
  await inModal(page, 'Approve and swap').click()
  await says(page, 'Swapped')
  expect(asked(lab, 'wallet_sendCalls')).toBe(1)
  expect(sent(lab)).toBe(0)
  expect(await allowanceOf(addresses.usdc, owner)).toBe(0n)
  expect(await balanceOf(addresses.dai, owner)).toBeGreaterThan(parseEther('9.8'))
  await inModal(page, 'Done').click()

  // A page that leaves while the network has the bundle hears of it from the wallet when it is back.
  await openSwap(page, { from: 'USDC', to: 'DAI', amount: '20' })
  await review(page)
  const release = await holdBlocks()
  onTestFinished(release)
  await inModal(page, 'Approve and swap').click()
  await says(page, 'Swapping')
  await page.reload()
  await expectFact(page, 'status', 'connected')
  await pending(page, 1)
  await release()
  await pending(page, 0)
  expect(await balanceOf(addresses.dai, owner)).toBeGreaterThan(parseEther('29.4'))
  expect(asked(lab, 'wallet_sendCalls')).toBe(2)
})

test('[D-16] a price that moved beyond the slippage is never signed, and the new one is shown', async ({
  open,
}) => {
  const { page, lab } = await start(open)
  await openSwap(page, { from: 'ETH', to: 'USDC', amount: '0.1' })
  await review(page)
  await inModal(page, 'Swap').waitFor()
  const release = await holdQuotes(page)
  await movePrice()
  await inModal(page, 'Swap').click()
  await says(page, /The price moved more than the slippage allows/)
  await shootSizes(page, 'swap-moved.dark')
  expect(sent(lab)).toBe(0)
  await release()
  await inModal(page, 'Back to the swap').click()
  // The new price is much worse than the one that was agreed to, so it has to be taken first.
  await inModal(page, 'Accept new price').click()
  await inModal(page, 'Swap').click()
  await says(page, 'Swapped')
  expect(sent(lab)).toBe(1)
})

test('[S8-32] a declined approval and a declined swap cost nothing and can be tried again', async ({
  open,
}) => {
  const { page, lab, owner } = await start(open)
  await openSwap(page, { from: 'USDC', to: 'ETH', amount: '20' })
  await review(page)
  lab.next.reject('eth_sendTransaction')
  await inModal(page, 'Approve and swap').click()
  await says(page, /The approval was declined in Lab/)
  expect(await allowanceOf(addresses.usdc, owner)).toBe(0n)
  await inModal(page, 'Back to the swap').click()

  lab.next.wait('eth_sendTransaction')
  await inModal(page, 'Approve and swap').click()
  const approval = await lab.asked('eth_sendTransaction')
  lab.next.reject('eth_sendTransaction')
  approval.approve()
  await says(page, /The swap was declined in Lab/)
  expect(await balanceOf(addresses.usdc, owner)).toBe(parseUnits('1000', 6))
  expect(await allowanceOf(addresses.usdc, owner)).toBe(parseUnits('20', 6))

  // What was approved is not asked for again.
  await inModal(page, 'Back to the swap').click()
  await says(page, 'Not needed')
  await inModal(page, 'Swap').click()
  await says(page, 'Swapped')
  expect(await allowanceOf(addresses.usdc, owner)).toBe(0n)
})

test('[D-10] a reload between approval and swap loses nothing: the swap goes on from there', async ({
  open,
}) => {
  const { page, lab, owner } = await start(open)
  await openSwap(page, { from: 'USDC', to: 'DAI', amount: '30' })
  await review(page)
  lab.next.wait('eth_sendTransaction')
  await inModal(page, 'Approve and swap').click()
  const approval = await lab.asked('eth_sendTransaction')
  lab.next.hang('eth_sendTransaction')
  approval.approve()
  await says(page, 'Confirm the swap in Lab')
  await expect.poll(() => sent(lab)).toBe(2)

  lab.pageLeft()
  await page.reload()
  await expectFact(page, 'status', 'connected')
  await openSwap(page)
  await says(page, 'You approved 30 USDC for a swap to DAI.')
  await expectAccessible(page)
  await shootSizes(page, 'swap-unfinished.dark')
  await inModal(page, 'Continue').click()
  await review(page)
  await says(page, 'Not needed')
  await inModal(page, 'Swap').click()
  await says(page, 'Swapped')
  expect(await allowanceOf(addresses.usdc, owner)).toBe(0n)
  expect(await balanceOf(addresses.dai, owner)).toBeGreaterThan(parseEther('29'))
  await inModal(page, 'Done').click()
  await inModal(page, 'Enter an amount').waitFor()
  expect(await modal(page).getByText('You approved').count()).toBe(0)
})

test('[D-10] a reload while the wallet is asked, or while the network swaps, neither repeats nor loses it', async ({
  open,
}) => {
  const { page, lab, owner } = await start(open)
  const again = async () => {
    lab.pageLeft()
    await page.reload()
    await expectFact(page, 'status', 'connected')
    await openSwap(page, { from: 'ETH', to: 'USDC', amount: '0.1' })
  }
  // An approval that was never given is nothing to go on with.
  await openSwap(page, { from: 'USDC', to: 'DAI', amount: '30' })
  await review(page)
  lab.next.hang('eth_sendTransaction')
  await inModal(page, 'Approve and swap').click()
  await says(page, 'Approve in Lab')
  await expect.poll(() => sent(lab)).toBe(1)
  await again()
  await inModal(page, 'Review swap').waitFor()
  expect(await modal(page).getByText('You approved').count()).toBe(0)
  expect(await allowanceOf(addresses.usdc, owner)).toBe(0n)

  await review(page)
  lab.next.hang('eth_sendTransaction')
  await inModal(page, 'Swap').click()
  await says(page, 'Confirm the swap in Lab')
  await expect.poll(() => sent(lab)).toBe(2)
  await again()
  await review(page)
  await inModal(page, 'Swap').waitFor()
  const before = await balanceOf(addresses.usdc, owner)
  const release = await holdBlocks()
  onTestFinished(release)
  await inModal(page, 'Swap').click()
  await says(page, 'Swapping')
  await expect.poll(() => sent(lab)).toBe(3)
  await page.reload()
  await pending(page, 1)
  await release()
  await pending(page, 0)
  expect(await balanceOf(addresses.usdc, owner)).toBeGreaterThan(before)
  expect(sent(lab)).toBe(3)
})

test('[D-10] [D-13] a gateway that is down says so at every step, and every step goes on when it is back', async ({
  open,
}) => {
  const { page, lab, problems, owner } = await start(open)
  problems.expect(/ERR_FAILED|Failed to load resource|net::ERR/)
  const down = () => page.route(`${gateway}/**`, (route) => route.abort())
  const up = () => page.unroute(`${gateway}/**`)

  await down()
  await openSwap(page, { from: 'USDC', to: 'ETH', amount: '40' })
  await says(page, 'Tokens could not be loaded')
  await expectAccessible(page)
  await up()
  await inModal(page, 'Try again').click()
  await inModal(page, 'Review swap').waitFor()

  await down()
  await modal(page).getByRole('textbox', { name: 'Amount of USDC to swap' }).fill('41')
  await says(page, /The service for swaps does not answer/)
  await up()
  await inModal(page, 'Try again').click()
  await inModal(page, 'Review swap').waitFor()

  await down()
  await review(page)
  await says(page, /The service for swaps does not answer/)
  await up()
  await inModal(page, 'Try again').click()
  await inModal(page, 'Approve and swap').waitFor()

  lab.next.wait('eth_sendTransaction')
  await inModal(page, 'Approve and swap').click()
  const approval = await lab.asked('eth_sendTransaction')
  await down()
  approval.approve()
  await expect.poll(() => allowanceOf(addresses.usdc, owner)).toBe(parseUnits('41', 6))
  // The wallet's node says that the approval is there; what comes next needs the gateway.
  await says(page, /The service for swaps does not answer/)
  await inModal(page, 'Back to the swap').click()
  await inModal(page, 'Try again').waitFor()
  await up()
  await inModal(page, 'Try again').click()
  await inModal(page, 'Swap').click()
  await says(page, 'Swapped')
  expect(await balanceOf(addresses.usdc, owner)).toBe(parseUnits('959', 6))
  await inModal(page, 'Done').click()

  // It goes while the wallet is asked for the swap itself: what was signed happens, and the wallet's node tells.
  await openSwap(page, { from: 'ETH', to: 'USDC', amount: '0.1' })
  await review(page)
  await inModal(page, 'Swap').waitFor()
  lab.next.wait('eth_sendTransaction')
  await inModal(page, 'Swap').click()
  const last = await lab.asked('eth_sendTransaction')
  await down()
  last.approve()
  await expect.poll(() => balanceOf(addresses.usdc, owner)).toBeGreaterThan(parseUnits('1200', 6))
  await says(page, 'Swapped', 30_000)
  await up()
})

test('[D-11] [S8-03] another account starts over, and a network without swaps says so', async ({ open }) => {
  const { page, lab, problems } = await start(open, {
    privateKeys: [await freshKey(), await freshKey()],
    networks: [local, second],
  })
  await openSwap(page, { from: 'USDC', to: 'ETH', amount: '5' })
  await inModal(page, 'Review swap').waitFor()
  lab.switchAccount(1)
  await inModal(page, 'Choose a token').waitFor()
  expect(await modal(page).getByRole('textbox', { name: 'Amount of ETH to swap' }).inputValue()).toBe('')
  // The gateway refuses what it does not serve, and the browser complains of the refusal.
  problems.expect(/status of (400|404)/)
  lab.switchChain(second.id)
  await says(page, 'Network not supported for Swaps')
  await expectAccessible(page)
  lab.switchChain(local.id)
  await inModal(page, 'Choose a token').waitFor()
})
