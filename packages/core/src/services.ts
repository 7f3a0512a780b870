/** The heavy parts, each a chunk of its own that is fetched when it is first needed. */
import type { Api } from './api.js'
import type { Lazy } from './lazy.js'
import type { Queries } from './queries.js'

export type WalletActions = typeof import('./walletActions.js')

export interface Services {
  readonly wallets: Lazy<WalletActions>
  /** The gateway's HTTP client; `undefined` when the kit has no gateway. */
  api(): Promise<Api | undefined>
  /** The cache of everything fetched. */
  queries(): Promise<Queries>
}
