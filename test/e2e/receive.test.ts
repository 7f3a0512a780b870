/** Receiving: the code says the address and the network, the address is that of the account that signs. */
import { expect } from 'vitest'
import { button, connect, inModal, local, modal, second, test, titled } from '../harness/app.js'
import { expectAccessible } from '../harness/axe.js'
import { readCode } from '../harness/readCode.js'
import { shootSizes } from '../harness/shots.js'

test('[D-19] [D-11] the code is a payment link of the account and the network that are shown, and follows both', async ({
  open,
}) => {
  const { page, wallet } = await open()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const lab = wallet('Lab')
  const [one, two] = lab.addresses
  await connect(page)
  await button(page).click()
  await titled(page, 'Account').waitFor()
  await inModal(page, 'Receive').click()
  await titled(page, 'Receive').waitFor()
  const code = modal(page).getByRole('img', { name: `QR code to pay ${one}` })
  await code.waitFor()
  expect(await readCode(code)).toBe(`ethereum:${one}@${local.id}`)
  await modal(page).getByText(`Only send assets on ${local.name} to this address.`).waitFor()
  await expectAccessible(page)
  await shootSizes(page, 'receive')

  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await inModal(page, 'Copy address').click()
  await expect.poll(clipboard).toBe(one)
  lab.switchAccount(1)
  await modal(page).getByText(`${two}`).waitFor()
  lab.switchChain(second.id)
  await modal(page).getByText(`Only send assets on ${second.name} to this address.`).waitFor()
  await inModal(page, 'Copy payment link').click()
  await expect.poll(clipboard).toBe(`ethereum:${two}@${second.id}`)
})

test('[D-19] where the device can share, the address is shared', async ({ open }) => {
  const { page, wallet } = await open()
  await page.evaluate(() => {
    Object.assign(navigator, {
      share: async (data: ShareData) => void Object.assign(window, { shared: data }),
    })
  })
  await connect(page)
  await page.evaluate(() => window.kit.open({ view: 'WalletReceive' }))
  await inModal(page, 'Share').click()
  const shared = () => page.evaluate(() => Reflect.get(window, 'shared') as ShareData | undefined)
  await expect.poll(async () => (await shared())?.text).toBe(wallet('Lab').addresses[0])
})
