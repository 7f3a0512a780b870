/** Networks: moving by the modal and by hooks, wallets that move by themselves, and wallets that cannot move. */
import type { Page } from 'playwright-core'
import {
  button,
  connect,
  expect,
  expectFact,
  expectSigner,
  inModal,
  local,
  modal,
  second,
  sign,
  test,
  titled,
} from '../harness/app.js'

/** A network that the app never asked for. */
const elsewhere = { id: 777, name: 'Elsewhere' }

const networkRow = (page: Page, name: string) =>
  modal(page).getByRole('list', { name: 'Networks' }).getByRole('button', { name })

async function openNetworks(page: Page): Promise<void> {
  // The button beside it is as wide as the balance it shows.
  await button(page).getByText('ETH').waitFor()
  await page.locator('latchkey-network-button').getByRole('button').click()
  await titled(page, 'Choose network').waitFor()
}

test('[S4-07] [D-11] the network changes by the modal and by a hook, and the address shown signs on each', async ({
  open,
}) => {
  const { page, wallet } = await open()
  const lab = wallet('Lab')
  await connect(page)
  await expectFact(page, 'network', 'Local')
  await expectSigner(page, lab.addresses[0], local)

  await openNetworks(page)
  await networkRow(page, 'Second').click()
  await expectFact(page, 'network', 'Second')
  expect(lab.chainId).toBe(second.id)
  await modal(page).waitFor({ state: 'hidden' })
  await expectSigner(page, lab.addresses[0], second)

  await page.getByRole('button', { name: 'Go to Local by hook' }).click()
  await expectFact(page, 'network', 'Local')
  expect(lab.chainId).toBe(local.id)
  await expectSigner(page, lab.addresses[0], local)
})

test('[S4-07] a network chosen in the wallet is shown and signed for on the page', async ({ open }) => {
  const { page, wallet } = await open()
  await connect(page)
  wallet('Lab').switchChain(second.id)
  await expectFact(page, 'network', 'Second')
  await expectSigner(page, wallet('Lab').addresses[0], second)
})

test('[D-10] a declined switch is told in place, and trying again moves', async ({ open }) => {
  const { page, wallet } = await open()
  await connect(page)
  wallet('Lab').next.reject('wallet_switchEthereumChain')
  await openNetworks(page)
  await networkRow(page, 'Second').click()
  await modal(page).getByText('Switch declined', { exact: true }).waitFor()
  await expectFact(page, 'network', 'Local')
  await inModal(page, 'Try again').click()
  await expectFact(page, 'network', 'Second')
  expect(wallet('Lab').chainId).toBe(second.id)
})

test('[D-10] a wallet that never answers a switch is given up with a reason, and trying again moves', async ({
  open,
}) => {
  const { page, wallet } = await open({ hasClock: true })
  const lab = wallet('Lab')
  await connect(page)
  lab.next.hang('wallet_switchEthereumChain')
  await openNetworks(page)
  await networkRow(page, 'Second').click()
  await expect.poll(() => lab.requests.map(({ method }) => method)).toContain('wallet_switchEthereumChain')
  await page.clock.fastForward('10:01')
  await modal(page).getByText('Lab did not answer', { exact: true }).waitFor()
  await expectFact(page, 'network', 'Local')
  await inModal(page, 'Try again').click()
  await expectFact(page, 'network', 'Second')
})

test('[D-11] a network that changes without a word is noticed before data is signed for the one before', async ({
  open,
}) => {
  const { page, wallet } = await open()
  const lab = wallet('Lab')
  await connect(page)
  lab.switchChain(second.id, { isSilent: true })
  expect(await sign(page, 'Sign typed data')).toBe(
    `refused: The request is for eip155:${local.id}, and Lab is on eip155:${second.id}`,
  )
  expect(lab.requests.map(({ method }) => method)).not.toContain('eth_signTypedData_v4')
  await expectFact(page, 'network', 'Second')
  await expectSigner(page, lab.addresses[0], second)
})

test('[S4-24] a network that the wallet does not know is added and moved to', async ({ open }) => {
  const { page, wallet } = await open({ wallets: [{ name: 'Lab', networks: [local] }] })
  const lab = wallet('Lab')
  await connect(page)
  await page.getByRole('button', { name: 'Go to Second by hook' }).click()
  await expectFact(page, 'network', 'Second')
  expect(lab.requests.map(({ method }) => method)).toContain('wallet_addEthereumChain')
  expect(lab.chainId).toBe(second.id)
  await expectSigner(page, lab.addresses[0], second)
})

test('[S4-07] a wallet that lacks the first network of the app is used on the first one that it is on', async ({
  open,
}) => {
  const { page, wallet } = await open({ wallets: [{ name: 'Lab', networks: [second] }] })
  await connect(page)
  await expectFact(page, 'network', 'Second')
  await expectSigner(page, wallet('Lab').addresses[0], second)
})

test('[S2-10] on a network the app did not ask for, the modal holds the person until a network is chosen', async ({
  open,
}) => {
  const { page, wallet } = await open()
  const lab = wallet('Lab')
  await connect(page)
  lab.switchChain(elsewhere.id)
  await titled(page, 'Switch network').waitFor()
  const dialogShakes = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const stop = window.kit.watch(
          (state) => state.modal.isShaking,
          (isShaking) => {
            if (!isShaking) return
            stop()
            resolve(true)
          },
        )
      }),
  )
  await inModal(page, 'Close').click()
  expect(await dialogShakes).toBe(true)
  await page.keyboard.press('Escape')
  await expectFact(page, 'view', 'UnsupportedChain')
  expect(await modal(page).isVisible()).toBe(true)

  lab.next.reject('wallet_switchEthereumChain')
  await networkRow(page, 'Local').click()
  await modal(page)
    .getByRole('status')
    .getByText('Declined. Press to try again')
    .waitFor({ state: 'attached' })
  await networkRow(page, 'Local').click()
  await modal(page).waitFor({ state: 'hidden' })
  await expectFact(page, 'network', 'Local')
  await expectSigner(page, lab.addresses[0], local)
})

test('[S2-10] the way out of a network the app did not ask for holds after a reload', async ({ open }) => {
  // The wallet keeps the permission and the network; only the page remembers that it was left.
  const { page, wallet } = await open({
    wallets: [{ name: 'Lab', lacks: ['wallet_revokePermissions'] }],
  })
  await connect(page)
  wallet('Lab').switchChain(elsewhere.id)
  await titled(page, 'Switch network').waitFor()
  await inModal(page, 'Disconnect').click()
  await modal(page).waitFor({ state: 'hidden' })
  await expectFact(page, 'status', 'disconnected')
  await page.reload()
  await expect.poll(() => page.evaluate(() => window.kit.ready.then(() => 'ready'))).toBe('ready')
  await expectFact(page, 'status', 'disconnected')
  expect(await modal(page).isVisible()).toBe(false)
  await expect.poll(() => button(page).textContent()).toBe('Connect wallet')
})
