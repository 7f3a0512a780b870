/** What to try on a phone, one after the other, until the wallet has the pairing. */
import type { Platform } from './platform.js'
import { appKinds, storeLink, type WalletLinks, walletLink } from './walletLink.js'

export type Rung =
  | { readonly kind: 'universal' | 'native'; readonly href: string }
  /** The app is not there. */
  | { readonly kind: 'store'; readonly href: string }
  /** The wallet is on another device. */
  | { readonly kind: 'qr' }
  | { readonly kind: 'copy' }

export interface LadderInput {
  readonly wallet: WalletLinks
  readonly uri: string
  readonly platform: Platform
}

/** Universal link, scheme, store, a code for another device, a link to carry by hand. The last two never fail. */
export function linkLadder({ wallet, uri, platform }: LadderInput): readonly Rung[] {
  const links = appKinds(platform).flatMap((kind): Rung[] => {
    const href = walletLink({ wallet, uri, kind, platform })
    return href ? [{ kind, href }] : []
  })
  const store = storeLink(wallet, platform)
  return [
    ...links,
    ...(store ? [{ kind: 'store', href: store } as const] : []),
    { kind: 'qr' },
    { kind: 'copy' },
  ]
}
