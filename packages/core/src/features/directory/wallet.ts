/** A wallet of the list, wherever it is from: the gateway's directory, the app's options or the widget's own copy. */
import type { AnswerOf, wallets } from '@latchkey/spec/endpoints'
import type { CustomWallet } from '@latchkey/spec/options'

/** S3-07, with what a person needs to open it or to get it. A link that a wallet lacks is null. */
export interface DirectoryWallet {
  /** The directory's id; the app's own for a custom wallet. */
  readonly id: string
  /** A short name for people and addresses; known of the widget's own copy, which is asked by it. */
  readonly slug?: string
  /** Other ids that apps know it by; of the widget's own copy too, as a gateway answers to them by itself. */
  readonly aliases?: readonly string[]
  readonly name: string
  readonly rdns: string | null
  readonly image_id: string | null
  /** The address of its picture, ready to be loaded; on the gateway, or a `data:` image. */
  readonly image_url: string | null
  readonly homepage: string | null
  /** CAIP-2 ids. */
  readonly chains: readonly string[]
  /** A scheme of its own, such as `metamask://`; a universal link where it has none. */
  readonly mobile_link: string | null
  /** Its universal link. */
  readonly link_mode: string | null
  readonly desktop_link: string | null
  /** An address of the web that opens the same program, where its own link is a scheme. */
  readonly desktop_universal: string | null
  readonly webapp_link: string | null
  /** Opens a page in the wallet's own browser; `{url}` and `{origin}` stand for the page's. */
  readonly browse_link: string | null
  readonly app_store: string | null
  readonly play_store: string | null
  readonly chrome_store: string | null
  readonly firefox_store: string | null
  readonly edge_store: string | null
  /** How its extension is found in a page. */
  readonly injected: readonly { readonly namespace: string; readonly injected_id: string }[]
  /** `false` for a wallet that takes no pairing: it scans no code of ours. */
  readonly supports_wc: boolean
  readonly badge_type: 'none' | 'certified'
  readonly source: 'directory' | 'custom' | 'built-in'
}

type Listed = AnswerOf<typeof wallets>['data'][number]

/** A listing as a gateway sends it. */
export function toDirectoryWallet(listed: Listed, imageUrl: (imageId: string) => string): DirectoryWallet {
  const { id, name, rdns, image_id, homepage, chains, mobile_link, desktop_link, webapp_link } = listed
  return {
    id,
    name,
    rdns,
    image_id,
    image_url: image_id === null ? listed.image_url : imageUrl(image_id),
    homepage,
    chains: chains ?? [],
    mobile_link,
    link_mode: listed.link_mode,
    desktop_link,
    desktop_universal: listed.desktop_universal,
    webapp_link,
    browse_link: listed.browse_link,
    app_store: listed.app_store,
    play_store: listed.play_store,
    chrome_store: listed.chrome_store,
    firefox_store: listed.firefox_store,
    edge_store: listed.edge_store,
    injected: (listed.injected ?? []).flatMap(({ namespace, injected_id }) =>
      namespace !== undefined && injected_id !== undefined ? [{ namespace, injected_id }] : [],
    ),
    supports_wc: listed.supports_wc,
    badge_type: listed.badge_type === 'certified' ? 'certified' : 'none',
    source: 'directory',
  }
}

/** A wallet that the app adds by itself (S3-17). */
export function fromCustomWallet(wallet: CustomWallet): DirectoryWallet {
  return {
    id: wallet.id,
    name: wallet.name,
    rdns: wallet.rdns ?? null,
    image_id: null,
    image_url: wallet.image_url ?? null,
    homepage: wallet.homepage ?? null,
    chains: wallet.chains ?? [],
    mobile_link: wallet.mobile_link ?? null,
    link_mode: wallet.link_mode ?? null,
    desktop_link: wallet.desktop_link ?? null,
    desktop_universal: null,
    webapp_link: wallet.webapp_link ?? null,
    browse_link: wallet.browse_link ?? null,
    app_store: wallet.app_store ?? null,
    play_store: wallet.play_store ?? null,
    chrome_store: wallet.chrome_store ?? null,
    firefox_store: wallet.firefox_store ?? null,
    edge_store: wallet.edge_store ?? null,
    injected: [],
    supports_wc: true,
    badge_type: 'none',
    source: 'custom',
  }
}
