/** The copy inside the widget: enough to begin with, complete, small and drawable. */
import { limits } from '@latchkey/spec/limits'
import { expect, test } from 'vitest'
import { parseDataImage } from '../parts/dataImage.js'
import { builtInWallets } from './builtInWallets.js'

test('[D-10] [S9-11] there are wallets to recommend without a gateway, each named once and with a picture of its own', async () => {
  const wallets = await builtInWallets()
  expect(wallets.length).toBeGreaterThan(limits.recommendedWallets * 2)
  for (const field of ['id', 'name', 'image_url'] as const)
    expect(new Set(wallets.map((wallet) => wallet[field])).size).toBe(wallets.length)
  for (const { image_url } of wallets) expect(parseDataImage(image_url ?? '')?.kind).toBe('bitmap')
})

test('[S3-17] an app names them by slug, rdns, id or alias without a gateway too', async () => {
  const wallets = await builtInWallets()
  expect(wallets.find(({ slug }) => slug === 'trust-wallet')?.rdns).toBe('com.trustwallet.app')
  const [metamask] = wallets.filter(({ aliases }) =>
    aliases?.includes('892697e5bb2c8163c89e5a35e132888eba4f2da9b8dd7f51adfcb7305dc00e93'),
  )
  expect(metamask?.name).toBe('MetaMask')
  for (const { slug } of wallets) expect(slug).toMatch(/^[a-z0-9][a-z0-9-]*$/)
})

test('[D-22] nothing of it is loaded from elsewhere, and every link is one that a page may open', async () => {
  for (const wallet of await builtInWallets()) {
    expect(wallet.image_url).toMatch(/^data:image\/webp;base64,/)
    for (const link of [
      wallet.homepage,
      wallet.link_mode,
      wallet.app_store,
      wallet.play_store,
      wallet.chrome_store,
    ])
      if (link !== null) expect(new URL(link).protocol).toBe('https:')
    if (wallet.mobile_link !== null) expect(wallet.mobile_link).toMatch(/^[a-z][a-z0-9+.-]*:\/\//i)
  }
})

test('it weighs less than a photograph', async () => {
  const { topWallets } = await import('./topWallets.js')
  const { topWalletIcons } = await import('./topWalletIcons.js')
  expect(JSON.stringify(topWallets).length).toBeLessThan(24 * 1024)
  expect(JSON.stringify(topWalletIcons).length).toBeLessThan(40 * 1024)
})
