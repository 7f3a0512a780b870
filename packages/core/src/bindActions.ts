/** The public methods of a kit: each is an action with the context filled in. */
import { attachScreen } from './actions/attachScreen.js'
import { close } from './actions/close.js'
import { destroy } from './actions/destroy.js'
import { addNetwork, removeNetwork } from './actions/networks.js'
import { open } from './actions/open.js'
import { setTheme } from './actions/setTheme.js'
import type { KitContext } from './context.js'
import { startFeature } from './feature.js'
import { embedded, transactions } from './features/index.js'
import type { Transactions } from './features/transactions/transactions.js'
import type { KitMethods } from './kit.js'
import type { WalletActions } from './services.js'
import { watch } from './watch.js'

export function bindActions(context: () => KitContext): KitMethods {
  const withWallets = <T>(use: (actions: WalletActions) => T | Promise<T>) => context().services.wallets(use)
  return {
    open: (input) => open(context(), input),
    close: (input) => close(context(), input),
    connect: (input = {}) =>
      withWallets(({ chooseWallet, connect }) =>
        input.connectorId === undefined ? chooseWallet(context(), input) : connect(context(), input),
      ),
    // Where the actions have not come, nobody is being asked.
    cancelConnect: (input) =>
      void withWallets(({ cancelConnect }) => cancelConnect(context(), input)).catch(() => {}),
    reconnect: (input) => withWallets(({ reconnect }) => reconnect(context(), input)),
    disconnect: (input) => withWallets(({ disconnect }) => disconnect(context(), input)),
    switchNetwork: (input) => withWallets(({ switchNetwork }) => switchNetwork(context(), input)),
    addNetwork: (input) => addNetwork(context(), input),
    removeNetwork: (input) => removeNetwork(context(), input),
    switchAccount: (input) => withWallets(({ switchAccount }) => switchAccount(context(), input)),
    signMessage: (input) => withWallets(({ signMessage }) => signMessage(context(), input)),
    signTypedData: (input) => withWallets(({ signTypedData }) => signTypedData(context(), input)),
    signTransaction: (input) => withWallets(({ signTransaction }) => signTransaction(context(), input)),
    sendTransaction: (input) => withWallets(({ sendTransaction }) => sendTransaction(context(), input)),
    writeContract: (input) => withWallets(({ writeContract }) => writeContract(context(), input)),
    sendCalls: (input) => withWallets(({ sendCalls }) => sendCalls(context(), input)),
    getCallsStatus: (input) => withWallets(({ getCallsStatus }) => getCallsStatus(context(), input)),
    getCapabilities: (input) => withWallets(({ getCapabilities }) => getCapabilities(context(), input)),
    estimateGas: (input) => withWallets(({ estimateGas }) => estimateGas(context(), input)),
    readContract: (input) => withWallets(({ readContract }) => readContract(context(), input)),
    getBalance: (input) => withWallets(({ getBalance }) => getBalance(context(), input)),
    pay: (input) => withWallets(({ pay }) => pay(context(), input)),
    // Never switched off, so there is always a handle.
    transactions: () => startFeature(context(), transactions) as Promise<Transactions>,
    embedded: () => startFeature(context(), embedded),
    setTheme: (input) => setTheme(context(), input),
    attachScreen: (input) => attachScreen(context(), input),
    watch: (select, listener) => watch(context(), select, listener),
    subscribe: (listener) => context().store.subscribe(listener),
    on: (listener) => context().events.on(listener),
    onDestroy: (cleanup) => context().jobs.scope.add(cleanup),
    destroy: () => destroy(context()),
  }
}
