/** One wallet behind the relay for several families of networks: one approval, and one way out. */
import type { Page } from 'playwright-core'
import { button, local, modal, second } from '../harness/app.js'
import { test as base, copyLink, expect, showCode } from '../harness/remoteApp.js'
import { openWallet, type Wallet } from '../interop/wallet.js'

const solana = {
  id: 900,
  name: 'Solana',
  networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
} as const
const holder = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'

const test = base.extend('wallet', async ({ origins }, { onCleanup }): Promise<Wallet> => {
  const wallet = await openWallet({ relayUrl: `${origins.gateway.replace(/^http/, 'ws')}/relay` })
  onCleanup(() => wallet.close())
  return wallet
})

/** Approves accounts of both families, on the local network only, and nothing but signing. */
async function approveBoth(wallet: Wallet, uri: string): Promise<void> {
  const proposed = wallet.next('session_proposal')
  await wallet.pair(uri)
  const { id } = await proposed
  const networkId = `eip155:${local.id}`
  await wallet.kit.approveSession({
    id,
    namespaces: {
      eip155: {
        chains: [networkId],
        accounts: [`${networkId}:${wallet.account.address}`],
        methods: ['personal_sign'],
        events: [],
      },
      solana: {
        chains: [solana.networkId],
        accounts: [`${solana.networkId}:${holder}`],
        methods: ['solana_signMessage'],
        events: [],
      },
    },
  })
}

const addresses = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(
      Object.entries(window.kit.store.get().connections).map(([namespace, { wallets }]) => [
        namespace,
        wallets[0]?.accounts[0]?.address,
      ]),
    ),
  )

test('[S4-04] one approval connects every namespace, and leaving one of them leaves all', async ({
  open,
  wallet,
}) => {
  const { page } = await open({ networks: [local, second, solana] })
  await showCode(page)
  await approveBoth(wallet, await copyLink(page))
  await modal(page).waitFor({ state: 'hidden' })
  await expect.poll(() => addresses(page)).toEqual({ eip155: wallet.account.address, solana: holder })
  await page.evaluate(() => window.kit.disconnect({ namespace: 'solana' }))
  await expect.poll(() => addresses(page)).toEqual({ eip155: undefined, solana: undefined })
  await expect.poll(() => Object.keys(wallet.kit.getActiveSessions())).toEqual([])
})

test('[S3-04] networks that the wallet did not approve cannot be chosen', async ({ open, wallet }) => {
  const { page } = await open({ networks: [local, second, solana] })
  await showCode(page)
  await approveBoth(wallet, await copyLink(page))
  await modal(page).waitFor({ state: 'hidden' })
  await button(page).click()
  await modal(page).getByRole('button', { name: /Local/ }).click()
  const row = modal(page).getByRole('button', { name: /^Second/ })
  await row.waitFor()
  expect(await row.isDisabled()).toBe(true)
  expect(await row.textContent()).toContain('Not approved in your wallet')
  expect(
    await modal(page)
      .getByRole('button', { name: /^Solana/ })
      .isDisabled(),
  ).toBe(false)
})
