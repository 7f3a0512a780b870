/** A kit with the polkadot adapter and a lab wallet, on a clock the test moves; for the tests of this folder. */
import { type CreateLatchkeyOptions, createLatchkey, type Kit } from '@latchkey/core'
import { createFakeClock, createFakeStorage, type FakeClock, type FakeStorage } from '@latchkey/core/testing'
import { networkId } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'
import {
  createPolkadotLabWallet,
  type PolkadotLabInput,
  type PolkadotLabWallet,
} from '../lab/polkadot/createPolkadotLabWallet.js'
import { injectPolkadotWallet } from '../lab/polkadot/installPolkadotWallet.js'
import type { Extension } from './extension.js'
import { polkadot } from './polkadot.js'

/** Nobody listens there, so a test that reaches it without meaning to fails at once. */
const nowhere = 'http://127.0.0.1:9'

export const genesis = {
  polkadot: '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3',
  kusama: '0xb0a8d493285c2df73290dfb7e61f870f17b41801197a149ca93654499ea3dafe',
  own: '0x000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
} as const

export function testNetwork(name: keyof typeof genesis, rest: Partial<Network> = {}): Network {
  const reference = genesis[name].slice(2, 34)
  return {
    id: reference,
    chainNamespace: 'polkadot',
    caipNetworkId: networkId({ namespace: 'polkadot', reference }),
    name,
    nativeCurrency: { name: 'Dot', symbol: 'DOT', decimals: 10 },
    rpcUrls: { default: { http: [nowhere] } },
    ...rest,
  }
}

export interface TestTarget {
  injectedWeb3?: Record<string, Extension>
}

export interface TestWorld {
  readonly kit: Kit
  readonly wallet: PolkadotLabWallet
  readonly target: TestTarget
  readonly clock: FakeClock
  readonly storage: FakeStorage
}

export interface TestWorldInput extends Partial<CreateLatchkeyOptions> {
  readonly wallet?: PolkadotLabInput
  readonly given?: PolkadotLabWallet
  readonly target?: TestTarget
  /** Leaves the injecting to the test. */
  readonly isLate?: boolean
  readonly fakeStorage?: FakeStorage
}

export async function createTestWorld({
  wallet: input,
  given,
  target = {},
  isLate = false,
  fakeStorage = createFakeStorage(),
  ...options
}: TestWorldInput = {}): Promise<TestWorld> {
  const wallet = given ?? (await createPolkadotLabWallet(input))
  if (!isLate) injectPolkadotWallet(wallet, target)
  const clock = createFakeClock()
  const kit = createLatchkey({
    networks: [testNetwork('polkadot'), testNetwork('kusama')],
    logLevel: 'silent',
    isMobile: false,
    ...options,
    storage: fakeStorage,
    clock,
    adapters: [polkadot({ target })],
  })
  return { kit, wallet, target, clock, storage: fakeStorage }
}
