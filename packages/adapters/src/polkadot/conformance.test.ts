/** The polkadot adapter against the suite that every adapter passes, with each kind of key. */
import { asAddress } from '@latchkey/spec/caip'
import { isSignedByPolkadot } from '@latchkey/verify'
import { describe, test } from 'vitest'
import {
  type ConformanceOptions,
  type ConformanceQuestion,
  type ConformanceWorld,
  conformanceCases,
} from '../conformance.js'
import { createPolkadotLabWallet } from '../lab/polkadot/createPolkadotLabWallet.js'
import { injectPolkadotWallet } from '../lab/polkadot/installPolkadotWallet.js'
import type { PolkadotLabKey } from '../lab/polkadot/labKeys.js'
import { keyKinds } from './accounts.js'
import { polkadot } from './polkadot.js'
import { type TestTarget, testNetwork } from './testWorld.js'

const methods: Readonly<Partial<Record<ConformanceQuestion, string>>> = {
  connect: 'enable',
  signMessage: 'signRaw',
}

const worldOf =
  (keys: readonly PolkadotLabKey[]) =>
  async ({ asks }: ConformanceOptions): Promise<ConformanceWorld> => {
    const target: TestTarget = {}
    const lab = await createPolkadotLabWallet({
      keys,
      asks: asks.flatMap((question) => methods[question] ?? []),
    })
    injectPolkadotWallet(lab, target)
    const networks = [testNetwork('polkadot'), testNetwork('kusama')] as const
    const [first, second] = lab.accounts
    if (!first || !second) throw new Error('two accounts are needed')
    // On Polkadot they are written with the prefix 0, and the wallet writes them with 42.
    const shown = (account: typeof first) => asAddress(account.address(0))
    return {
      adapter: polkadot({ target }),
      networks,
      wallet: {
        connectorId: lab.key,
        addresses: [shown(first), shown(second)],
        asked: (question) => lab.asked(methods[question]),
        approve: (question) => lab.approve(methods[question]),
        reject: (question) => lab.reject(methods[question], new Error('Cancelled')),
        switchAccount: (address) =>
          lab.putFirst(address === shown(first) ? first.address(42) : second.address(42)),
        leave: () => lab.revoke(),
        signWrongly: () => lab.next.signWrongly(),
        verify: ({ address, message, signature }) => isSignedByPolkadot({ address, message, signature }),
        get questions() {
          return lab.seen.length
        },
        get listeners() {
          return lab.listeners
        },
      },
    }
  }

const absent = {
  switchNetwork: 'extensions have no network, and a transaction names its own',
  isAuthorised: 'the interface has no way to give a permission back',
}

describe.each(keyKinds)('the polkadot adapter conforms with keys of the kind %s', (kind) => {
  const keys = [7, 8].map((byte): PolkadotLabKey => ({ kind, seed: new Uint8Array(32).fill(byte) }))
  const cases = conformanceCases(worldOf(keys), absent).map(({ title, run }) => [title, run] as const)
  test.each(cases)('%s', (_, run) => run())
})
