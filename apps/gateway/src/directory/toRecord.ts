/** A wallet as the wire writes it (S3-07, S7-25). */
import type { WalletRecord } from '@latchkey/spec/endpoints'
import type { Wallet } from './stored.js'

/**
 * `asked`: networks that the caller filters by. A wallet of their namespace takes them, and clients look for them in
 * `chains` before they show it.
 */
export function toRecord(wallet: Wallet, order: number, asked: readonly string[]): WalletRecord {
  const taken = asked.filter((id) => wallet.namespaces.includes(id.slice(0, id.indexOf(':'))))
  return {
    id: wallet.id,
    name: wallet.name,
    homepage: wallet.homepage,
    image_id: wallet.image,
    order,
    mobile_link: wallet.mobile_link ?? wallet.universal_link,
    desktop_link: wallet.desktop_link ?? wallet.desktop_universal,
    desktop_universal: wallet.desktop_universal,
    webapp_link: wallet.webapp_link,
    browse_link: wallet.browse_link,
    link_mode: wallet.universal_link,
    app_store: wallet.app_store,
    play_store: wallet.play_store,
    chrome_store: wallet.chrome_store,
    firefox_store: wallet.firefox_store,
    edge_store: wallet.edge_store,
    rdns: wallet.rdns[0] ?? null,
    injected: wallet.injected.length > 0 ? wallet.injected : null,
    // The schema has just been told that every id is one of a network.
    chains: [...new Set([...wallet.chains, ...taken])] as WalletRecord['chains'],
    ...(wallet.description === null ? {} : { description: wallet.description }),
    badge_type: wallet.badge,
    supports_wc: takesPairings(wallet),
  }
}

/** No source says which wallets speak the relay's protocol: one that does has a link that takes a pairing. */
function takesPairings(wallet: Wallet): boolean {
  const { mobile_link, universal_link, desktop_link, desktop_universal, webapp_link } = wallet
  return (mobile_link ?? universal_link ?? desktop_link ?? desktop_universal ?? webapp_link) !== null
}
