/** The public methods of a kit: each is an action with the kit filled in. */

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
import type { Kit, KitMethods } from './kit.js'
import { watch } from './watch.js'

export function bindActions(kit: () => Kit): KitMethods {
  return {
    open: (input) => open(kit(), input),
    close: (input) => close(kit(), input),
    connect: async (input = {}) =>
      input.connectorId === undefined
        ? (await import('./actions/chooseWallet.js')).chooseWallet(kit(), input)
        : connect(kit(), input),
    cancelConnect: (input) => cancelConnect(kit(), input),
    reconnect: (input) => reconnect(kit(), input),
    disconnect: (input) => disconnect(kit(), input),
    switchNetwork: (input) => switchNetwork(kit(), input),
    addNetwork: (input) => addNetwork(kit(), input),
    removeNetwork: (input) => removeNetwork(kit(), input),
    switchAccount: (input) => switchAccount(kit(), input),
    signMessage: (input) => signMessage(kit(), input),
    signTypedData: (input) => signTypedData(kit(), input),
    sendTransaction: (input) => sendTransaction(kit(), input),
    // What only some apps do comes when it is first done.
    writeContract: async (input) => (await import('./actions/calls.js')).writeContract(kit(), input),
    sendCalls: async (input) => (await import('./actions/calls.js')).sendCalls(kit(), input),
    getCallsStatus: async (input) => (await import('./actions/calls.js')).getCallsStatus(kit(), input),
    getCapabilities: async (input) => (await import('./actions/calls.js')).getCapabilities(kit(), input),
    estimateGas: async (input) => (await import('./actions/reads.js')).estimateGas(kit(), input),
    readContract: async (input) => (await import('./actions/reads.js')).readContract(kit(), input),
    // Amounts and the cache come with the first balance, not with the page.
    getBalance: async (input) => (await import('./actions/getBalance.js')).getBalance(kit(), input),
    setTheme: (input) => setTheme(kit(), input),
    attachScreen: () => attachScreen(kit()),
    watch: (select, listener) => watch(kit(), select, listener),
    subscribe: (listener) => kit().store.subscribe(listener),
    on: (listener) => kit().events.on(listener),
    onDestroy: (cleanup) => kit().jobs.scope.add(cleanup),
    destroy: () => destroy(kit()),
  }
}
