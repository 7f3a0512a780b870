/** The copy of the best known wallets, as the list of wallets takes it; fetched when no gateway can be asked (D-10). */
import type { DirectoryWallet } from '@latchkey/core/screen'

export async function builtInWallets(): Promise<readonly DirectoryWallet[]> {
  const [{ topWallets }, { topWalletIcons }] = await Promise.all([
    import('./topWallets.js'),
    import('./topWalletIcons.js'),
  ])
  return topWallets.map((wallet) => ({
    desktop_universal: null,
    browse_link: null,
    edge_store: null,
    supports_wc: true,
    ...wallet,
    image_id: null,
    image_url: topWalletIcons[wallet.id] ?? null,
    badge_type: 'none',
    source: 'built-in',
  }))
}
