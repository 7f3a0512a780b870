/**
 * A short list of wallets that many people use, for those who have none yet. Alphabetical, so that nobody is preferred;
 * nobody paid for a place. Only ever opened by a click.
 */
import { topWallets } from './topWallets.js'

export interface KnownWallet {
  readonly id: string
  readonly name: string
  readonly rdns: string
  readonly homepage: string
  readonly chrome?: string
  readonly firefox?: string
  readonly edge?: string
  readonly ios?: string
  readonly android?: string
}

const toKnown = ({ slug, name, rdns, homepage, ...stores }: (typeof topWallets)[number]): KnownWallet[] =>
  // For a beginner: an app, and an extension that a page can recognise.
  rdns && homepage && stores.app_store && stores.play_store && stores.chrome_store
    ? [
        {
          id: slug,
          name,
          rdns,
          homepage,
          chrome: stores.chrome_store,
          ios: stores.app_store,
          android: stores.play_store,
          ...(stores.firefox_store ? { firefox: stores.firefox_store } : {}),
          ...(stores.edge_store ? { edge: stores.edge_store } : {}),
        },
      ]
    : []

export const knownWallets: readonly KnownWallet[] = topWallets
  .flatMap(toKnown)
  .sort((a, b) => a.name.localeCompare(b.name, 'en'))

export const findKnownWallet = (id: string | undefined): KnownWallet | undefined =>
  knownWallets.find((wallet) => wallet.id === id)
