/** Connecting an Ethereum wallet: the ways in, the ways it can go wrong, and the way out. */
import {
  button,
  choose,
  connect,
  expect,
  expectFact,
  expectSigner,
  inModal,
  modal,
  sign,
  signed,
  startSigning,
  test,
  titled,
  walletRow,
} from '../harness/app.js'
import { desktop, phone } from '../harness/browse.js'

test('[S2-04] the modal opens by the button, by a hook and by open(), and a second press on the button closes it', async ({
  open,
}) => {
  const { page } = await open()
  const ways = [
    () => button(page).click(),
    () => page.getByRole('button', { name: 'Open by hook' }).click(),
    () => page.evaluate(() => window.kit.open()),
  ]
  for (const openIt of ways) {
    await openIt()
    await titled(page, 'Connect wallet').waitFor()
    await expectFact(page, 'view', 'Connect')
    // The page is inert behind the modal, so a person's second press lands where the button is, not on it.
    const box = await button(page).boundingBox()
    if (!box) throw new Error('the button has no place on the page')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await modal(page).waitFor({ state: 'hidden' })
    await expectFact(page, 'view', 'none')
  }
})

test('[S9-11] wallets that come late, or do not, leave the rows under the pointer where they are', async ({
  open,
}) => {
  const { page } = await open({ hasGateway: true, hasClock: true })
  // Or the page gives the wallets up while somebody measures.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  const held: (() => void)[] = []
  await page.route(/\/getWallets\?/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), count: 0, data: [] } })
  })
  const list = modal(page).getByRole('list', { name: 'Wallets' })
  const topOf = async (name: string) => (await walletRow(page, name).boundingBox())?.y
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size)
    await page.reload()
    await button(page).click()
    // What is drawn is painted before wallets are asked for, and time stands still.
    await walletRow(page, 'Lab').waitFor()
    await page.clock.runFor(200)
    await expect.poll(() => held.length).toBe(1)
    expect(await list.getAttribute('aria-busy')).toBe('true')
    const before = { lab: await topOf('Lab'), relay: await topOf('WalletConnect') }
    const all = await topOf('All wallets')
    expect(before.lab).toBeGreaterThan(0)
    held.pop()?.()
    await expect.poll(() => list.getAttribute('aria-busy')).toBe(null)
    expect({ lab: await topOf('Lab'), relay: await topOf('WalletConnect') }).toEqual(before)
    // What stood for the others is gone.
    expect(await topOf('All wallets')).toBeLessThan(all ?? 0)
  }
})

test('[S2-01] [S9-06] a modal in the flow of the page is as high as what is in it, without a complaint of the browser', async ({
  open,
}) => {
  const { page } = await open({
    options: { enableEmbedded: true },
    // Where the size of what is observed changes while it is reported, browsers tell the page.
    prepare: (context) =>
      context.addInitScript(() => {
        addEventListener('error', ({ message }) => document.documentElement.append(new Comment(message)))
      }),
  })
  await page.evaluate(() =>
    document.querySelector('main, body')?.append(document.createElement('latchkey-modal')),
  )
  const heights = () =>
    page.evaluate(() => {
      const body = document
        .querySelector('latchkey-modal')
        ?.shadowRoot?.querySelector<HTMLElement>('[part=body]')
      const slide = body?.lastElementChild
      return [body, slide].map((element) => Math.round(element?.getBoundingClientRect().height ?? 0))
    })
  const isFollowed = async () => {
    const [body = 0, slide = 0] = await heights()
    return body > 100 && body === slide
  }
  await walletRow(page, 'Lab').waitFor()
  await expect.poll(isFollowed).toBe(true)
  const [first] = await heights()
  await inModal(page, 'What is a wallet?').click()
  await titled(page, 'What is a wallet?').waitFor()
  await expect.poll(isFollowed).toBe(true)
  expect((await heights())[0]).not.toBe(first)
  await inModal(page, 'Back').click()
  await expect.poll(isFollowed).toBe(true)
  const complaints = await page.evaluate(() =>
    [...document.documentElement.childNodes].flatMap((node) => (node instanceof Comment ? [node.data] : [])),
  )
  expect(complaints).toEqual([])
})

test('[S2-04] [S4-01] [D-11] an installed wallet connects, signs as the address shown, and is left for good', async ({
  open,
}) => {
  const { page, wallet } = await open({ wallets: [{ name: 'Lab', asks: ['eth_requestAccounts'] }] })
  const lab = wallet('Lab')
  await button(page).click()
  await expect.poll(() => walletRow(page, 'Lab').textContent()).toContain('Installed')
  await walletRow(page, 'Lab').click()
  await lab.asked('eth_requestAccounts')
  await modal(page).getByText('Continue in Lab', { exact: true }).waitFor()
  await expectFact(page, 'status', 'connecting')
  lab.approve()
  await modal(page).waitFor({ state: 'hidden' })
  await expectFact(page, 'status', 'connected')
  await expectFact(page, 'wallet', 'Lab')
  await expectSigner(page, lab.addresses[0])

  await button(page).click()
  await titled(page, 'Account').waitFor()
  expect(
    await modal(page)
      .getByTitle(lab.addresses[0] ?? '')
      .count(),
  ).toBe(1)
  await inModal(page, 'Disconnect').click()
  await expectFact(page, 'status', 'disconnected')
  await modal(page).waitFor({ state: 'hidden' })
  // The wallet's own permission is gone as well.
  await expect.poll(() => lab.isAuthorised).toBe(false)
  await button(page).click()
  await titled(page, 'Connect wallet').waitFor()
})

test('a press goes through although the picture under the pointer is drawn meanwhile', async ({ open }) => {
  const { page, wallet } = await open({ wallets: [{ name: 'Lab', asks: ['eth_requestAccounts'] }] })
  await button(page).click()
  const row = walletRow(page, 'Lab')
  await row.locator('[data-picture]').hover({ force: true })
  await page.mouse.down()
  await row.evaluate(({ firstElementChild: picture }) => picture?.replaceWith(picture.cloneNode(true)))
  await page.mouse.up()
  await wallet('Lab').asked('eth_requestAccounts')
})

test('[S4-05] leaving by a hook ends the session in the wallet too', async ({ open }) => {
  const { page, wallet } = await open()
  await connect(page)
  expect(wallet('Lab').isAuthorised).toBe(true)
  await page.getByRole('button', { name: 'Leave by hook' }).click()
  await expectFact(page, 'status', 'disconnected')
  await expectFact(page, 'account', 'none')
  await expect.poll(() => wallet('Lab').isAuthorised).toBe(false)
  await expect.poll(() => button(page).textContent()).toBe('Connect wallet')
})

test.for([
  ['a refusal', 'reject', 'Request declined'],
  ['a locked wallet', 'answerLocked', 'Lab is locked'],
  ['a request that is open already', 'sayPending', 'A request is already open'],
] as const)('[D-10] %s is told in place, and trying again connects', async ([, script, says], { open }) => {
  const { page, wallet } = await open()
  wallet('Lab').next[script]('eth_requestAccounts')
  await choose(page, 'Lab')
  await modal(page).getByRole('status').getByText(says, { exact: true }).waitFor()
  await expectFact(page, 'status', 'disconnected')
  await inModal(page, 'Try again').click()
  await expectFact(page, 'status', 'connected')
  await modal(page).waitFor({ state: 'hidden' })
  await expectSigner(page, wallet('Lab').addresses[0])
})

test('[D-10] a wallet that fails is quoted, and trying again connects', async ({ open }) => {
  const { page, wallet } = await open()
  wallet('Lab').next.fail({ code: -32000, message: 'The vault is being repaired.' }, 'eth_requestAccounts')
  await choose(page, 'Lab')
  await modal(page).getByText('Could not connect', { exact: true }).waitFor()
  await modal(page).getByText('The vault is being repaired.').waitFor()
  await inModal(page, 'Try again').click()
  await expectFact(page, 'status', 'connected')
})

test('[D-10] a wallet that never answers is given up with a reason, its late answer changes nothing, and a retry connects', async ({
  open,
}) => {
  const { page, wallet } = await open({
    wallets: [{ name: 'Lab', asks: ['eth_requestAccounts'] }],
    hasClock: true,
  })
  const lab = wallet('Lab')
  await choose(page, 'Lab')
  await lab.asked('eth_requestAccounts')
  await modal(page).getByText('No prompt? Open Lab and look for the request.').waitFor()
  await page.clock.fastForward('05:01')
  await modal(page).getByText('Lab did not answer', { exact: true }).waitFor()
  await expectFact(page, 'status', 'disconnected')

  lab.approve()
  // A session that nobody waits for is given back.
  await expect.poll(() => lab.requests.map(({ method }) => method)).toContain('wallet_revokePermissions')
  await expect.poll(() => lab.isAuthorised).toBe(false)
  await expectFact(page, 'status', 'disconnected')

  await inModal(page, 'Try again').click()
  await lab.asked('eth_requestAccounts')
  lab.approve()
  await expectFact(page, 'status', 'connected')
  await expectSigner(page, lab.addresses[0])
})

test('[D-10] the modal can be closed while a wallet hangs, and another wallet connects', async ({ open }) => {
  const { page, wallet } = await open({ wallets: [{ name: 'Dead' }, { name: 'Lab' }] })
  wallet('Dead').next.hang('eth_requestAccounts')
  await choose(page, 'Dead')
  await modal(page).getByText('Continue in Dead', { exact: true }).waitFor()
  await inModal(page, 'Back').click()
  await walletRow(page, 'Lab').click()
  await expectFact(page, 'wallet', 'Lab')
  await modal(page).waitFor({ state: 'hidden' })
  await expectSigner(page, wallet('Lab').addresses[0])
})

test('[S4-05] a wallet that ends the connection clears the page and closes the modal', async ({ open }) => {
  const { page, wallet } = await open()
  await connect(page)
  await button(page).click()
  await titled(page, 'Account').waitFor()
  wallet('Lab').revoke()
  await modal(page).waitFor({ state: 'hidden' })
  await expectFact(page, 'status', 'disconnected')
  await expectFact(page, 'account', 'none')
  await expect.poll(() => button(page).textContent()).toBe('Connect wallet')
})

test('[D-10] a wallet that is removed while connected is gone from the page', async ({ open }) => {
  const { page, wallet, problems } = await open()
  problems.expect(/Lab disconnected/)
  await connect(page)
  wallet('Lab').vanish()
  await expectFact(page, 'status', 'disconnected')
  await expectFact(page, 'account', 'none')
})

test('[D-10] a wallet that is removed without a word ends a request with a reason, and can be left', async ({
  open,
}) => {
  const { page, wallet } = await open({ hasClock: true })
  await connect(page)
  const { requests } = wallet('Lab')
  const before = requests.length
  wallet('Lab').vanish({ isSilent: true })
  await startSigning(page, 'Sign message', 'to nobody')
  await expect
    .poll(() => requests[before]?.method, { message: 'the wallet was asked' })
    .toMatch(/eth_chainId|eth_accounts/)
  await page.clock.fastForward('10:01')
  expect(await signed(page, 'to nobody')).toBe('refused: Lab did not answer in time')

  await button(page).click()
  await inModal(page, 'Disconnect').click()
  await expectFact(page, 'status', 'disconnected')
})

test('[S3-08] two announcements that share one provider are one wallet, under the first name', async ({
  open,
}) => {
  const twin = { name: 'Twin', rdns: 'test.twin', uuid: '00000000-0000-4000-8000-000000000002' }
  const { page, wallet } = await open({ wallets: [{ name: 'Lab', by: 'both', alsoAs: [twin] }] })
  await button(page).click()
  await walletRow(page, 'Lab').waitFor()
  // Neither the second name nor the nameless `window.ethereum` asks the same wallet again.
  expect(await modal(page).getByRole('list', { name: 'Wallets' }).getByRole('button').count()).toBe(1)
  await walletRow(page, 'Lab').click()
  await expectSigner(page, wallet('Lab').addresses[0])
})

test('[S2-15] a wallet that only injects is offered as the browser wallet, and connects', async ({
  open,
}) => {
  const { page, wallet } = await open({ wallets: [{ name: 'Lab', by: 'injection' }] })
  await connect(page, 'Browser Wallet')
  await expectFact(page, 'wallet', 'Browser Wallet')
  await expectSigner(page, wallet('Lab').addresses[0])
})

test('[D-11] a signature of another key than the one shown is refused', async ({ open }) => {
  const { page, wallet } = await open()
  await connect(page)
  const refusal = `refused: Lab did not sign as ${wallet('Lab').addresses[0]}`
  wallet('Lab').next.signWrongly('personal_sign')
  expect(await sign(page, 'Sign message')).toBe(refusal)
  wallet('Lab').next.signWrongly('eth_signTypedData_v4')
  expect(await sign(page, 'Sign typed data')).toBe(refusal)
  await expectSigner(page, wallet('Lab').addresses[0])
})

test('[S8-32] a refused signature says so, and the next one is signed', async ({ open }) => {
  const { page, wallet } = await open()
  await connect(page)
  wallet('Lab').next.reject('personal_sign')
  expect(await sign(page, 'Sign message')).toMatch(/^refused: .*(rejected|declined)/)
  await expectSigner(page, wallet('Lab').addresses[0])
})

test('[S9-13] the legal checkbox blocks every way to connect until it is ticked, also for the keyboard', async ({
  open,
}) => {
  const { page, wallet } = await open({
    options: {
      termsConditionsUrl: '/terms',
      privacyPolicyUrl: '/privacy',
      features: { legalCheckbox: true },
    },
  })
  await button(page).click()
  const row = walletRow(page, 'Lab')
  await row.waitFor()
  expect(await row.isDisabled()).toBe(true)
  await row.click({ force: true })
  // The keyboard never comes to the list, however often Tab is pressed.
  const checkbox = modal(page).getByRole('checkbox', { name: /I accept the/ })
  const reached = new Set<string>()
  for (let steps = 0; steps < 12; steps += 1) {
    await page.keyboard.press('Tab')
    reached.add(await focusedText(page))
  }
  expect([...reached].filter((text) => text.includes('Lab'))).toEqual([])
  expect(wallet('Lab').requests).toEqual([])
  await expectFact(page, 'view', 'Connect')

  await checkbox.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => row.isEnabled()).toBe(true)
  await row.press('Enter')
  await expectFact(page, 'status', 'connected')
})

function focusedText(page: Parameters<typeof modal>[0]): Promise<string> {
  return page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    return element === document.body ? '' : (element?.textContent ?? '')
  })
}

test.for([
  ['its rdns', 'test.spam'],
  ['its name in any case', 'SPAM'],
] as const)('[S2-16] a wallet excluded by %s is not offered', async ([, id], { open }) => {
  const { page } = await open({
    wallets: [{ name: 'Spam' }, { name: 'Lab' }],
    options: { excludeWalletIds: [id] },
  })
  await button(page).click()
  await walletRow(page, 'Lab').waitFor()
  expect(await walletRow(page, 'Spam').count()).toBe(0)
})

test('[S2-14] with email and socials off nothing but wallets is offered, and no frame is in the page', async ({
  open,
}) => {
  const { page } = await open({ options: { features: { email: false, socials: false } } })
  await button(page).click()
  await walletRow(page, 'Lab').waitFor()
  expect(await modal(page).getByRole('textbox').count()).toBe(0)
  expect(await modal(page).getByText(/^or$/i).count()).toBe(0)
  await walletRow(page, 'Lab').click()
  await expectFact(page, 'status', 'connected')
  expect(page.frames()).toHaveLength(1)
  expect(await page.locator('iframe').count()).toBe(0)
})

test.for([
  ['a desktop', false, 'ConnectingWalletConnectBasic'],
  ['a phone', true, 'AllWallets'],
] as const)(
  '[S2-05] without adapters the modal opens, on %s, on the way that is left',
  async ([, isMobile, view], { open }) => {
    const { page } = await open({ hasAdapter: false, options: { isMobile } })
    await button(page).click()
    await modal(page).waitFor()
    await expectFact(page, 'view', view)
  },
)
