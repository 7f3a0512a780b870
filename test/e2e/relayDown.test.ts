/** The relay goes away, at any moment: a reason is shown, everything else works, and it goes on by itself (D-10). */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { button, expectFact, inModal, modal, signed, startSigning } from '../harness/app.js'
import { expectAccessible } from '../harness/axe.js'
import { type Cable, layCable } from '../harness/cable.js'
import {
  connectPhone,
  copyLink,
  expect,
  type OpenRemoteInput,
  type RemoteApp,
  showCode,
  test,
} from '../harness/remoteApp.js'

const code = (page: Page) => modal(page).getByRole('img', { name: /^QR code/ })

/** An app whose way to the relay is in the test's hands. */
async function openOn(
  open: (input: OpenRemoteInput) => Promise<RemoteApp>,
  { isCut }: { readonly isCut: boolean },
): Promise<RemoteApp & { readonly cable: Cable }> {
  let cable: Cable | undefined
  const app = await open({
    prepare: async (context) => {
      cable = await layCable(context, { isCut })
    },
  })
  if (!cable) throw new Error('no cable')
  return { ...app, cable }
}

test('[D-10] away when the modal opens: the reason is shown, and the code comes when it is back', async ({
  open,
  phone,
}) => {
  const { page, cable } = await openOn(open, { isCut: true })
  await button(page).click()
  await modal(page)
    .getByRole('button', { name: /^WalletConnect/ })
    .click()
  await modal(page).getByText('No connection').waitFor()
  await modal(page)
    .getByText(/does not answer/)
    .waitFor()
  await expectAccessible(page)
  // Pressed while it is still away: afterwards the page may have gone on by itself, and the button with it.
  await inModal(page, 'Try again').click()
  await modal(page).getByText('No connection').waitFor()
  cable.mend()
  await code(page).waitFor()
  await phone.pair(await copyLink(page))
  await phone.approve('Connect to this app?')
  await expectFact(page, 'status', 'connected')
})

test('[D-10] away while a code is shown: it is covered, and the same pairing goes on by itself', async ({
  open,
  phone,
}) => {
  const { page, cable } = await openOn(open, { isCut: false })
  await showCode(page)
  const uri = await copyLink(page)
  await cable.cut()
  await modal(page).getByText('No connection').waitFor()
  expect(await modal(page).getByRole('button', { name: 'Copy link' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
  // Somebody scanned it just before: the question waits in the mailbox.
  await phone.pair(uri)
  await phone.approve('Connect to this app?')
  cable.mend()
  await expectFact(page, 'status', 'connected')
  await modal(page).waitFor({ state: 'hidden' })
})

test('[D-10] away during a request: the reason is on the page, which stays connected, and the answer comes when it is back', async ({
  open,
  phone,
}) => {
  const { page, cable } = await openOn(open, { isCut: false })
  await connectPhone(page, phone)
  const message = randomUUID()
  await startSigning(page, 'Sign message', message)
  await phone.question('Sign this message?')
  await cable.cut()
  const reason = page
    .getByRole('status')
    .getByText('The relay cannot be reached. It is tried again by itself; check your connection.')
  await reason.waitFor()
  await expectAccessible(page)
  await phone.approve('Sign this message?')
  await expectFact(page, 'status', 'connected')
  expect(await reason.isVisible()).toBe(true)
  cable.mend()
  expect(await signed(page, message)).toMatch(/^0x[\da-f]{130}$/)
  await reason.waitFor({ state: 'detached' })
})

test('[D-10] other ways keep working while the relay is away', async ({ open }) => {
  const { page } = await openOn(open, { isCut: true })
  await button(page).click()
  await inModal(page, 'All wallets').click()
  await modal(page).getByRole('button', { name: 'MetaMask' }).waitFor()
})
