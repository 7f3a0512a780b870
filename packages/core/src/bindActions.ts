/** The public methods of a kit: each is an action with the context filled in. */

import { attachScreen } from './actions/attachScreen.js'
import { close } from './actions/close.js'
import { cancelConnect, connect } from './actions/connect.js'
import { destroy } from './actions/destroy.js'
import { disconnect } from './actions/disconnect.js'
import { addNetwork, removeNetwork } from './actions/networks.js'
import { open } from './actions/open.js'
import { reconnect } from './actions/reconnect.js'
import { sendTransaction } from './actions/sendTransaction.js'
import { setTheme } from './actions/setTheme.js'
import { signMessage } from './actions/signMessage.js'
import { signTypedData } from './actions/signTypedData.js'
import { switchAccount } from './actions/switchAccount.js'
import { switchNetwork } from './actions/switchNetwork.js'
import type { KitContext } from './context.js'
import type { KitMethods } from './kit.js'
import { watch } from './watch.js'

export function bindActions(context: () => KitContext): KitMethods {
  return {
    open: (input) => open(context(), input),
    close: (input) => close(context(), input),
    connect: async (input = {}) =>
      input.connectorId === undefined
        ? (await import('./actions/chooseWallet.js')).chooseWallet(context(), input)
        : connect(context(), input),
    cancelConnect: (input) => cancelConnect(context(), input),
    reconnect: (input) => reconnect(context(), input),
    disconnect: (input) => disconnect(context(), input),
    switchNetwork: (input) => switchNetwork(context(), input),
    addNetwork: (input) => addNetwork(context(), input),
    removeNetwork: (input) => removeNetwork(context(), input),
    switchAccount: (input) => switchAccount(context(), input),
    signMessage: (input) => signMessage(context(), input),
    signTypedData: (input) => signTypedData(context(), input),
    sendTransaction: (input) => sendTransaction(context(), input),
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
