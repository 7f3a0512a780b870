/** A kit in a world that the test controls: its clock, its storage, its wallets. */
import { contextOf, type KitContext } from '../context.js'
import { assembleKit } from '../createLatchkey.js'
import type { Kit } from '../kit.js'
import { atHand } from '../lazy.js'
import type { CreateLatchkeyOptions } from '../options.js'
import * as walletActions from '../walletActions.js'
import { createFakeAdapter, type FakeAdapter } from './createFakeAdapter.js'
import { createFakeClock, type FakeClock } from './createFakeClock.js'
import { createFakeFetch, type FakeFetch } from './createFakeFetch.js'
import { createFakeStorage, type FakeStorage } from './createFakeStorage.js'
import { createFakeWallet, type FakeWallet } from './createFakeWallet.js'
import { fakeNetwork } from './fakeNetworks.js'

export interface TestKitInput
  extends Partial<Omit<CreateLatchkeyOptions, 'clock' | 'storage' | 'adapters' | 'fetch'>> {
  readonly clock?: FakeClock
  readonly storage?: FakeStorage
  readonly fetch?: FakeFetch
  readonly wallets?: readonly FakeWallet[]
  /** Nothing draws the modal, as in an app without our interface. */
  readonly isHeadless?: boolean
  /** Instead of the one adapter for `wallets`. */
  readonly adapters?: readonly FakeAdapter[]
}

export interface TestKit {
  readonly kit: Kit
  /** What the kit hides from apps. */
  readonly context: KitContext
  readonly clock: FakeClock
  readonly storage: FakeStorage
  readonly fetch: FakeFetch
  readonly wallets: readonly [FakeWallet, ...FakeWallet[]]
  readonly adapters: readonly FakeAdapter[]
  /** Destroys the kit and makes another on the same storage, clock and wallets. */
  reload(): TestKit
}

export function createTestKit({
  clock = createFakeClock(),
  storage = createFakeStorage(),
  fetch = createFakeFetch(),
  wallets = [createFakeWallet()],
  adapters = [createFakeAdapter({ wallets })],
  networks = [fakeNetwork(), fakeNetwork({ reference: '10' })],
  logLevel = 'silent',
  isMobile = false,
  isHeadless = false,
  ...options
}: TestKitInput = {}): TestKit {
  const kit = assembleKit(
    { ...options, networks, logLevel, isMobile, clock, storage, adapters, fetch: fetch.fetch },
    // At hand, so that a test sees what an action does in the moment in which it calls it.
    { wallets: atHand(walletActions) },
  )
  if (!isHeadless) kit.attachScreen()
  const [first = createFakeWallet(), ...others] = wallets
  return {
    kit,
    context: contextOf(kit),
    clock,
    storage,
    fetch,
    wallets: [first, ...others],
    adapters,
    reload() {
      kit.destroy()
      return createTestKit({
        clock,
        storage,
        fetch,
        wallets,
        adapters,
        networks,
        logLevel,
        isMobile,
        isHeadless,
        ...options,
      })
    },
  }
}
