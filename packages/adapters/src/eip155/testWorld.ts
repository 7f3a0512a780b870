/** A kit with the eip155 adapter and lab wallets, on a clock the test moves; for the tests of this folder. */
import type { CreateLatchkeyOptions, Kit } from '@latchkey/core'
import { createLatchkey } from '@latchkey/core'
import { createFakeClock, createFakeStorage, type FakeClock, type FakeStorage } from '@latchkey/core/testing'
import { networkId } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'
import { limits } from '@latchkey/spec/limits'
import { announceWallet } from '../lab/announceWallet.js'
import { createLabWallet, type LabWallet, type LabWalletInput } from '../lab/createLabWallet.js'
import type { WalletTarget } from './announcedWallets.js'
import { type Eip155Options, eip155 } from './eip155.js'

export interface TestWorldInput extends Partial<CreateLatchkeyOptions> {
  readonly wallet?: Partial<LabWalletInput>
  readonly adapter?: Eip155Options
  /** Leaves the announcing to the test. */
  readonly isSilent?: boolean
  readonly fakeStorage?: FakeStorage
  readonly given?: LabWallet
}

export interface TestWorld {
  readonly kit: Kit
  readonly wallet: LabWallet
  readonly target: TestTarget
  readonly clock: FakeClock
  readonly storage: FakeStorage
}

/** A window without a document. */
export type TestTarget = EventTarget & { ethereum?: unknown }

/** Nobody listens there, so a test that reaches it without meaning to fails at once. */
const nowhere = 'http://127.0.0.1:9'

export function testNetwork(id: number, rpcUrl = nowhere): Network {
  return {
    id,
    chainNamespace: 'eip155',
    caipNetworkId: networkId({ namespace: 'eip155', reference: id }),
    name: `Network ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  }
}

export const testLabWallet = (input: Partial<LabWalletInput> = {}): Promise<LabWallet> =>
  createLabWallet({
    chains: [
      { id: 1, rpcUrl: nowhere },
      { id: 10, rpcUrl: nowhere },
    ],
    ...input,
  })

export async function createTestWorld({
  wallet: walletInput,
  adapter,
  isSilent = false,
  fakeStorage = createFakeStorage(),
  given,
  ...options
}: TestWorldInput = {}): Promise<TestWorld> {
  const wallet = given ?? (await testLabWallet(walletInput))
  const target: TestTarget = adapter?.target ?? new EventTarget()
  if (!isSilent) announceWallet(wallet, { target })
  const clock = createFakeClock()
  const kit = createLatchkey({
    networks: [testNetwork(1), testNetwork(10)],
    logLevel: 'silent',
    isMobile: false,
    ...options,
    storage: fakeStorage,
    clock,
    adapters: [eip155({ ...adapter, target: target satisfies WalletTarget })],
  })
  return { kit, wallet, target, clock, storage: fakeStorage }
}

/** Resolves when the state is as the test wants it; the runner's own time limit ends a wait for nothing. */
export function until(kit: Kit, isTrue: (kit: Kit) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = kit.subscribe(look)
    function look() {
      if (!isTrue(kit)) return
      stop()
      resolve()
    }
    look()
  })
}

/** Lets the kit's clock run until `work` has ended, for work whose retries wait on that clock. */
export async function withTime<T>(clock: FakeClock, work: Promise<T>): Promise<T> {
  const progress = { isOver: false }
  const end = () => {
    progress.isOver = true
  }
  work.then(end, end)
  while (!progress.isOver) {
    await clock.advanceAsync(limits.httpRetryDelay)
    // One turn of the event loop, so that real answers can arrive.
    await new Promise((resolve) => setTimeout(resolve))
  }
  return work
}
