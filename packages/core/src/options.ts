/** The options of a kit: those of the spec (S3-17) plus what only code can carry. */
import type { Network } from '@latchkey/spec/entities'
import type { defaultSwitches, LatchkeyOptions, ResolvedFeatures } from '@latchkey/spec/options'
import type { Adapter } from './adapter.js'
import type { Clock } from './clock.js'
import type { LogLevel } from './log.js'
import type { NetworkIdInput, NetworkInput } from './network.js'
import type { Storage } from './storage.js'

/** `ownWords`: the texts that whoever draws has, so that a key that nobody reads does not compile. */
export interface CreateLatchkeyOptions<ownWords extends Words = Words> extends LatchkeyOptions {
  /** Networks of ours, or chains of viem and wagmi as they are. */
  readonly networks: readonly [NetworkInput, ...NetworkInput[]]
  /** One of `networks`, or its id; without it, the first. */
  readonly defaultNetwork?: NetworkInput | NetworkIdInput
  readonly adapters?: readonly Adapter[]
  /** The kit's name in storage and on the page; kits with different ids share nothing. */
  readonly id?: string
  readonly storage?: Storage
  readonly clock?: Clock
  readonly fetch?: typeof globalThis.fetch
  /** What reaches the console (S9-19). */
  readonly logLevel?: LogLevel
  /** Adds the address to analytics events; off unless asked (D-21). */
  readonly analyticsWithAddress?: boolean
  /** Whether a page that is loaded again asks the wallets that it remembers; without it, nobody is connected then. */
  readonly enableReconnect?: boolean
  /** Whether wallets may be connected beside each other; without it, a new one takes the place of the old one. */
  readonly enableMultiWallet?: boolean
  /** Decides the first view without adapters (S2-05); found out from the browser when absent. */
  readonly isMobile?: boolean
  /** What the interface speaks: one of `latchkey/languages`, or one of the app's own. English when absent. */
  readonly language?: Language
  /** Words of the app's own in place of ours, by their key, whatever the language. */
  readonly words?: ownWords
}

/** Texts by their key; `{slot}` stands for what is filled in. */
export type Words = Readonly<Record<string, string>>

/** One language of the interface. */
export interface Language {
  /** As in BCP 47: `de`, `pt-BR`. Amounts, money, percentages, counts and dates are written as Intl has them for it. */
  readonly code: string
  readonly direction: 'ltr' | 'rtl'
  /** What the buttons on the page say: there at once, so that none of them changes its words. */
  readonly page: Words
  /** Everything that the modal says; asked for when it first opens. What is missing stays English. */
  load(): Promise<Words>
}

/** Switches of ours beside those of the spec, with what they are when left out. */
export const ownSwitches = { enableReconnect: true, enableMultiWallet: true } as const

type Filled =
  | 'id'
  | 'adapters'
  | 'isMobile'
  | 'analyticsWithAddress'
  | 'themeMode'
  | 'themeVariables'
  | keyof typeof defaultSwitches
  | keyof typeof ownSwitches

/** The options with every default filled in; frozen. */
export interface KitOptions
  extends Omit<
      CreateLatchkeyOptions,
      Filled | 'features' | 'storage' | 'clock' | 'fetch' | 'networks' | 'defaultNetwork'
    >,
    Readonly<Required<Pick<CreateLatchkeyOptions, Filled>>> {
  readonly features: ResolvedFeatures
  readonly networks: readonly [Network, ...Network[]]
  readonly defaultNetwork: Network
  readonly fetch: typeof globalThis.fetch
}
