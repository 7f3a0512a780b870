/** Leads to a wallet outside this page: always straight from a press, so that the browser lets it. */

import {
  browseLink,
  chooseRelayWallet,
  type DirectoryWallet,
  firstWay,
  type KitContext,
  linkLadder,
  linkTarget,
  type Platform,
  push,
  waysToWallet,
} from '@latchkey/core/screen'
import type { Namespace } from '@latchkey/spec/caip'
import { chooseConnector } from './connectWallet.js'
import { pairingLink, startPairing } from './pairing.js'
import { groupOf } from './walletGroups.js'
import { installedConnector } from './walletRows.js'

/** Opens a link without `window.open`, which leaves an empty tab behind in the browsers of phones. */
export function openLink(href: string, platform: Platform): void {
  const anchor = document.createElement('a')
  anchor.href = href
  anchor.target = linkTarget(href, platform)
  anchor.rel = 'noopener noreferrer'
  anchor.click()
}

interface OpenAppInput {
  readonly wallet: DirectoryWallet
  readonly href: string
  readonly platform: Platform
}

/** S3-09: where the person was sent is remembered, so that later requests lead there again. */
export function openApp(kit: KitContext, { wallet, href, platform }: OpenAppInput): void {
  openLink(href, platform)
  // Without the pairing, which is used up by then.
  const base = href.replace(/wc\?[^/]*$/, '')
  chooseRelayWallet(kit, { id: wallet.id, deepLink: { name: wallet.name, href: base } })
}

/** Whether the best way from this phone is the wallet's own browser: it takes no pairing, or none that a link carries. */
export const opensInside = (wallet: DirectoryWallet, platform: Platform): boolean =>
  platform.isMobile &&
  firstWay(waysToWallet({ wallet, platform, isInstalled: false }), { isInstalled: false }) === 'inside'

/** Opens this page in the browser inside the wallet, where the wallet is found in the page by itself. */
export function openInside({ wallet, platform }: Omit<OpenAppInput, 'href'>): boolean {
  const href = browseLink({ wallet, page: location.href, platform })
  if (href !== undefined) openLink(href, platform)
  return href !== undefined
}

/** A person chose a wallet of the list; with a namespace, to connect it for that one. */
export function chooseListedWallet(
  kit: KitContext,
  wallet: DirectoryWallet,
  platform: Platform,
  namespace?: Namespace,
): void {
  const connectors = kit.store.get().connectors.filter((each) => !namespace || each.namespace === namespace)
  const connector = installedConnector(connectors, wallet)
  if (connector) return chooseConnector(kit, groupOf(connector, connectors), wallet)
  kit.events.emit('SELECT_WALLET', { connectorId: wallet.id, name: wallet.name })
  if (opensInside(wallet, platform)) {
    const isGone = openInside({ wallet, platform })
    const data = { wallet, ...(isGone && { openedAt: kit.clock.now() }) }
    return push(kit, { view: 'ConnectingWalletConnect', data })
  }
  chooseRelayWallet(kit, { id: wallet.id })
  const uri = pairingLink(kit.store.get(), kit.clock.now())
  const isOpened = platform.isMobile && uri !== undefined && openFirst(kit, { wallet, uri, platform })
  void startPairing(kit)
  const data = { wallet, ...(isOpened && { openedAt: kit.clock.now() }) }
  push(kit, { view: 'ConnectingWalletConnect', data })
}

/** The first rung of the ladder, if it is a link to the app. */
function openFirst(
  kit: KitContext,
  { wallet, uri, platform }: { wallet: DirectoryWallet; uri: string; platform: Platform },
): boolean {
  const [first] = linkLadder({ wallet, uri, platform })
  if (first?.kind !== 'universal' && first?.kind !== 'native') return false
  openApp(kit, { wallet, href: first.href, platform })
  return true
}
