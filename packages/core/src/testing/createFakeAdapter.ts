/** An adapter whose wallets come and go as the test says. */
import type { Namespace } from '@latchkey/spec/caip'
import type { Adapter, AdapterContext, AdapterHandle } from '../adapter.js'
import type { FakeWallet } from './createFakeWallet.js'

export interface FakeAdapter extends Adapter {
  /** A wallet announces itself. */
  announce(wallet: FakeWallet): void
  /** A wallet is uninstalled or turned off. */
  withdraw(wallet: FakeWallet): void
  /** Kits that listen for wallets: 0 after they were destroyed. */
  readonly listeners: number
  /** Kits that started this adapter and have not stopped it. */
  readonly running: number
  /** What the last kit lent it. */
  readonly context: AdapterContext | undefined
}

export interface CreateFakeAdapterInput {
  readonly namespace?: Namespace
  readonly wallets?: readonly FakeWallet[]
  /** Absent: the adapter cannot read balances. */
  readonly getBalance?: NonNullable<AdapterHandle['getBalance']>
  /** Absent: the adapter cannot say what became of a transaction. */
  readonly getTransaction?: NonNullable<AdapterHandle['getTransaction']>
}

export function createFakeAdapter({
  namespace = 'eip155',
  wallets: given = [],
  getBalance,
  getTransaction,
}: CreateFakeAdapterInput = {}): FakeAdapter {
  let wallets = [...given]
  let running = 0
  let context: AdapterContext | undefined
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  return {
    namespace,
    start(lent) {
      running += 1
      context = lent
      return {
        connectors: () => wallets.map(({ connector }) => connector),
        subscribe(listener) {
          const entry = () => listener()
          listeners.add(entry)
          return () => listeners.delete(entry)
        },
        stop() {
          running -= 1
        },
        ...(getBalance ? { getBalance } : {}),
        ...(getTransaction ? { getTransaction } : {}),
      }
    },
    announce(wallet) {
      wallets = [...wallets, wallet]
      tell()
    },
    withdraw(wallet) {
      wallets = wallets.filter((each) => each !== wallet)
      tell()
    },
    get listeners() {
      return listeners.size
    },
    get running() {
      return running
    },
    get context() {
      return context
    },
  }
}
