/** The options of a kit: those of the spec (S3-17) plus what only code can carry. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'
import type { LatchkeyOptions } from '@latchkey/spec/options'
import type { Adapter } from './adapter.js'
import type { Clock } from './clock.js'
import type { LogLevel } from './log.js'
import type { Storage } from './storage.js'

export interface CreateLatchkeyOptions extends LatchkeyOptions {
  readonly networks: readonly [Network, ...Network[]]
  readonly defaultNetwork?: Network | NetworkId
  readonly adapters?: readonly Adapter[]
  /** The kit's name in storage and on the page; kits with different ids share nothing. */
  readonly id?: string
  /** Where the gateway is; without it the kit talks to wallets and to the networks' own RPC URLs only. */
  readonly gatewayUrl?: string
  /** The gateway's addresses for visitors in the time zones of D-23. */
  readonly alternateUrls?: { readonly gatewayUrl?: string }
  readonly storage?: Storage
  readonly clock?: Clock
  readonly fetch?: typeof globalThis.fetch
  readonly logLevel?: LogLevel
  /** Adds the address to analytics events; off unless asked (D-21). */
  readonly analyticsWithAddress?: boolean
  /** Mobile or not decides the first view without adapters (S2-05); found out from the browser when absent. */
  readonly isMobile?: boolean
}

/** The options with every default filled in; frozen. */
export interface KitOptions extends CreateLatchkeyOptions {
  readonly id: string
}
