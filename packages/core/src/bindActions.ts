/** The public methods of a kit: each is an action with the context filled in. */
import { attachScreen } from './actions/attachScreen.js'
import { close } from './actions/close.js'
import { destroy } from './actions/destroy.js'
import { addNetwork, removeNetwork } from './actions/networks.js'
import { open } from './actions/open.js'
import { setTheme } from './actions/setTheme.js'
import type { KitContext } from './context.js'
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
    sendTransaction: (input) => withWallets(({ sendTransaction }) => sendTransaction(context(), input)),
    // What only some apps do comes when it is first done.
    writeContract: async (input) => (await import('./actions/calls.js')).writeContract(context(), input),
    sendCalls: async (input) => (await import('./actions/calls.js')).sendCalls(context(), input),
    getCallsStatus: async (input) => (await import('./actions/calls.js')).getCallsStatus(context(), input),
    getCapabilities: async (input) => (await import('./actions/calls.js')).getCapabilities(context(), input),
    estimateGas: async (input) => (await import('./actions/reads.js')).estimateGas(context(), input),
    readContract: async (input) => (await import('./actions/reads.js')).readContract(context(), input),
    // Amounts and the cache come with the first balance, not with the page.
    getBalance: async (input) => (await import('./actions/getBalance.js')).getBalance(context(), input),
    setTheme: (input) => setTheme(context(), input),
    attachScreen: () => attachScreen(context()),
    watch: (select, listener) => watch(context(), select, listener),
    subscribe: (listener) => context().store.subscribe(listener),
    on: (listener) => context().events.on(listener),
    onDestroy: (cleanup) => context().jobs.scope.add(cleanup),
    destroy: () => destroy(context()),
  }
}
