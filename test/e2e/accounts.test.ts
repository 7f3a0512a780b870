/** Several accounts, several wallets, several tabs: the address shown is the address that signs (D-11). */
import { labKeys } from 'latchkey/testing'
import type { Page } from 'playwright-core'
import {
  button,
  connect,
  expect,
  expectFact,
  expectSigner,
  inModal,
  modal,
  sign,
  test,
  titled,
  walletRow,
} from '../harness/app.js'

const [firstKey, secondKey, thirdKey] = labKeys

/** The list of wallets and their accounts. */
async function openProfile(page: Page, wallet: string): Promise<void> {
  await button(page).click()
  await titled(page, 'Account').waitFor()
  await inModal(page, new RegExp(`^${wallet}`)).click()
  await titled(page, 'Wallets').waitFor()
}

async function closeModal(page: Page): Promise<void> {
  await inModal(page, 'Close').click()
  await modal(page).waitFor({ state: 'hidden' })
}

const accountsOf = (page: Page, wallet: string) =>
  modal(page)
    .getByRole('list', { name: `Accounts of ${wallet}` })
    .getByRole('button')

test('[D-11] every account of a wallet is listed, and one chosen in the wallet or in the modal signs', async ({
  open,
}) => {
  const { page, wallet } = await open()
  const lab = wallet('Lab')
  const [one = '', two = '', three = ''] = lab.addresses
  await connect(page)
  await expectSigner(page, one)

  lab.switchAccount(1)
  await expectSigner(page, two)

  await openProfile(page, 'Lab')
  const listed = await accountsOf(page, 'Lab').evaluateAll((rows) =>
    rows.map((row) => row.getAttribute('title')),
  )
  expect(listed.toSorted()).toEqual([one, two, three].toSorted())
  await modal(page).getByTitle(three).click()
  await expect.poll(() => modal(page).getByTitle(three).getAttribute('aria-current')).toBe('true')
  await closeModal(page)
  await expectSigner(page, three)

  // The wallet has the last word.
  lab.switchAccount(one as `0x${string}`)
  await expectSigner(page, one)
})

test('[D-11] an account that changes without a word is noticed before it signs', async ({ open }) => {
  const { page, wallet } = await open()
  const lab = wallet('Lab')
  const [, two] = lab.addresses
  await connect(page)
  lab.switchAccount(1, { isSilent: true })
  expect(await sign(page, 'Sign message')).toBe(
    'refused: The account in Lab is no longer the one that was asked to sign',
  )
  expect(lab.requests.map(({ method }) => method)).not.toContain('personal_sign')
  await expectSigner(page, two)
})

test('[D-11] a second wallet is added, each signs when it is in front, both survive a reload, one is left and then all', async ({
  open,
}) => {
  const { page, wallet } = await open({
    wallets: [
      { name: 'Red', privateKeys: [firstKey] },
      { name: 'Blue', privateKeys: [secondKey] },
    ],
  })
  const [red = ''] = wallet('Red').addresses
  const [blue = ''] = wallet('Blue').addresses
  await connect(page, 'Red')
  await expectSigner(page, red)

  await openProfile(page, 'Red')
  await inModal(page, 'Add another wallet').click()
  await walletRow(page, 'Blue').click()
  await expectFact(page, 'wallet', 'Blue')
  // Back where it was added, with both in the list.
  await titled(page, 'Wallets').waitFor()
  for (const name of ['Red', 'Blue']) await expect.poll(() => accountsOf(page, name).count()).toBe(1)
  await closeModal(page)
  await expectSigner(page, blue)

  await openProfile(page, 'Blue')
  await modal(page).getByTitle(red).click()
  await expectFact(page, 'wallet', 'Red')
  await closeModal(page)
  await expectSigner(page, red)

  await page.reload()
  await expectFact(page, 'wallet', 'Red')
  await expectSigner(page, red)

  await openProfile(page, 'Red')
  await expect.poll(() => accountsOf(page, 'Blue').count()).toBe(1)
  await inModal(page, 'Disconnect Red').click()
  await expectFact(page, 'wallet', 'Blue')
  await expect.poll(() => wallet('Red').isAuthorised).toBe(false)
  expect(wallet('Blue').isAuthorised).toBe(true)
  await closeModal(page)
  await expectSigner(page, blue)

  await connectBeside(page, 'Blue', 'Red')
  await openProfile(page, 'Red')
  await inModal(page, 'Disconnect all').click()
  await expectFact(page, 'status', 'disconnected')
  await expect.poll(() => wallet('Red').isAuthorised || wallet('Blue').isAuthorised).toBe(false)
})

async function connectBeside(page: Page, current: string, added: string): Promise<void> {
  await openProfile(page, current)
  await inModal(page, 'Add another wallet').click()
  await walletRow(page, added).click()
  await expectFact(page, 'wallet', added)
  await titled(page, 'Wallets').waitFor()
  await closeModal(page)
}

test('[D-11] two tabs show and sign as the same account, and leaving in one leaves in both', async ({
  open,
}) => {
  const { page, wallet, openTab } = await open({
    wallets: [{ name: 'Lab', privateKeys: [firstKey, secondKey, thirdKey] }],
  })
  const lab = wallet('Lab')
  const [one, two] = lab.addresses
  await connect(page)
  const tab = await openTab()
  await expectSigner(tab, one)

  lab.switchAccount(1)
  await expectSigner(page, two)
  await expectSigner(tab, two)

  await tab.getByRole('button', { name: 'Leave by hook' }).click()
  for (const each of [tab, page]) {
    await expectFact(each, 'status', 'disconnected')
    await expectFact(each, 'account', 'none')
  }
})

test('[S4-04] [D-11] where an app allows one wallet, a new one takes the place of the old one', async ({
  open,
}) => {
  const { page, wallet } = await open({
    wallets: [
      { name: 'Red', privateKeys: [firstKey] },
      { name: 'Blue', privateKeys: [secondKey] },
    ],
    options: { enableMultiWallet: false },
  })
  await connect(page, 'Red')
  await openProfile(page, 'Red')
  await inModal(page, 'Use another wallet').click()
  await walletRow(page, 'Blue').click()
  await expectFact(page, 'wallet', 'Blue')
  await expect.poll(() => accountsOf(page, 'Red').count()).toBe(0)
  await expect.poll(() => wallet('Red').isAuthorised).toBe(false)
  await closeModal(page)
  await expectSigner(page, wallet('Blue').addresses[0])

  await page.reload()
  await expectFact(page, 'wallet', 'Blue')
  await openProfile(page, 'Blue')
  expect(await accountsOf(page, 'Red').count()).toBe(0)
})

test('[D-11] a tab that is open already connects and leaves with the other, without a reload', async ({
  open,
}) => {
  const { page, wallet, openTab } = await open()
  const tab = await openTab()
  await expectFact(tab, 'status', 'disconnected')
  await connect(page)
  await expectFact(tab, 'status', 'connected')
  await expectSigner(tab, wallet('Lab').addresses[0])
  // Nobody was asked for it.
  expect(wallet('Lab').requests.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1)

  // A wallet that knows nothing of permissions says nothing to the other tab; the page does.
  wallet('Lab').next.fail({ code: -32601, message: 'unknown' }, 'wallet_revokePermissions')
  await button(tab).click()
  await titled(tab, 'Account').waitFor()
  await page.getByRole('button', { name: 'Leave by hook' }).click()
  for (const each of [page, tab]) await expectFact(each, 'status', 'disconnected')
  await modal(tab).waitFor({ state: 'hidden' })
})
