/** Wallets of a directory, for tests. */
import type { DirectoryWallet } from '@latchkey/core/screen'

export const directoryWallet = (id: string, more: Partial<DirectoryWallet> = {}): DirectoryWallet => ({
  id,
  name: `Wallet ${id}`,
  rdns: null,
  image_id: null,
  image_url: null,
  homepage: null,
  chains: ['eip155:1'],
  mobile_link: null,
  link_mode: null,
  desktop_link: null,
  desktop_universal: null,
  webapp_link: null,
  browse_link: null,
  app_store: null,
  play_store: null,
  chrome_store: null,
  firefox_store: null,
  edge_store: null,
  injected: [],
  supports_wc: true,
  badge_type: 'none',
  source: 'directory',
  ...more,
})

/** One with every way to reach it. */
export const acme = directoryWallet('acme', {
  name: 'Acme',
  rdns: 'test.acme',
  mobile_link: 'acme://',
  link_mode: 'https://go.acme.example',
  desktop_link: 'acmedesk://',
  webapp_link: 'https://web.acme.example',
  app_store: 'https://apps.apple.com/app/id1',
  play_store: 'https://play.google.com/store/apps/details?id=acme',
  chrome_store: 'https://chromewebstore.google.com/detail/acme',
  homepage: 'https://acme.example',
})

/** How a gateway lists it. */
export const listed = ({ source: _, ...wallet }: DirectoryWallet) => ({ ...wallet, order: 1 })
