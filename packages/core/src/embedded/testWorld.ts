/** A kit with a scripted wallet in its frame, for tests. */
import type { Address, Namespace } from '@latchkey/spec/caip'
import { limits } from '@latchkey/spec/limits'
import { embedded } from '../features/index.js'
import { createGenericSession } from '../relay/genericSession.js'
import { createFakeAdapter, type FakeAdapter } from '../testing/createFakeAdapter.js'
import { createTestKit, type TestKit, type TestKitInput } from '../testing/createTestKit.js'
import { fakeNetwork } from '../testing/fakeNetworks.js'
import { type EmbeddedHandle, start } from './start.js'
import { createTestFrame, type Script, type TestFrame } from './testFrame.js'

export const eoa = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' as Address
export const smart = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' as Address
export const email = 'ada@example.org'

export const accounts = [
  { address: smart, type: 'smartAccount' as const },
  { address: eoa, type: 'eoa' as const },
]

/** A wallet that says yes to everything. */
const willing: Script = {
  SYNC_THEME: () => undefined,
  SYNC_DAPP_DATA: () => undefined,
  IS_CONNECTED: () => ({ isConnected: false }),
  CONNECT_EMAIL: () => ({ action: 'VERIFY_DEVICE', matchNumber: '42', codeDigits: 6, resendAfter: 30 }),
  CONNECT_DEVICE: () => undefined,
  CONNECT_OTP: () => undefined,
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({ smartAccountEnabledNetworks: [1, 10] }),
  GET_USER: (request) => ({
    email,
    address: request?.preferredAccountType === 'eoa' ? eoa : smart,
    chainId: request?.chainId ?? 1,
    accounts,
    smartAccountDeployed: false,
  }),
  SWITCH_NETWORK: ({ chainId }) => ({ chainId }),
  SET_PREFERRED_ACCOUNT: ({ type }) => ({ type, address: type === 'eoa' ? eoa : smart }),
  SIGN_OUT: () => undefined,
  RPC_ABORT: () => undefined,
}

/** An adapter that makes the plainest of sessions. */
function adapterOf(namespace: Namespace): FakeAdapter {
  const fake = createFakeAdapter({ namespace })
  return {
    ...fake,
    start: (lent) => ({
      ...fake.start(lent),
      openRelaySession: async (link) => ({
        ...createGenericSession(link, namespace),
        async signMessage({ message, address, networkId = link.networks()[0] }) {
          if (!networkId) throw new Error('No network')
          return String(
            await link.request({ networkId, method: 'personal_sign', params: [message, address] }),
          )
        },
      }),
    }),
  }
}

export interface EmbeddedWorld extends TestKit {
  readonly browser: TestFrame
  readonly wallet: EmbeddedHandle
}

export function openWorld(
  script: Script = {},
  input: TestKitInput = {},
  browser = createTestFrame(),
): EmbeddedWorld {
  browser.script = { ...willing, ...script }
  const test = createTestKit({
    walletUrl: 'https://wallet.example',
    adapters: [adapterOf('eip155'), adapterOf('solana')],
    networks: [fakeNetwork(), fakeNetwork({ reference: '10' }), fakeNetwork({ reference: '137' })],
    ...input,
  })
  return attach(test, browser)
}

/** Starts the feature in a browser of ours, before anybody asks for it. */
export function attach(test: TestKit, browser: TestFrame): EmbeddedWorld {
  const wallet = start(test.context, browser.environment)
  test.context.jobs.features.set(embedded.id, Promise.resolve(wallet))
  return { ...test, browser, wallet }
}

/** Lets timers of a moment run: the frame settles half a second after it is ready. */
export const settle = ({ clock }: EmbeddedWorld, ms: number = limits.frameSettle): Promise<void> =>
  clock.advanceAsync(ms)

export async function signIn(world: EmbeddedWorld): Promise<void> {
  world.kit.open()
  void world.wallet.connectEmail(email)
  await settle(world)
  void world.wallet.submitCode('123456')
  await settle(world)
}
