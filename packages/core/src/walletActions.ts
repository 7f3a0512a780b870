/**
 * Everything that is done with a wallet and its chain, as one chunk. A page that shows a button needs none of it; it comes with the
 * first wallet that is asked or restored, or with the modal.
 */
export { getCallsStatus, getCapabilities, sendCalls, writeContract } from './actions/calls.js'
export { chooseWallet } from './actions/chooseWallet.js'
export { cancelConnect, connect } from './actions/connect.js'
export { disconnect, leaveToo } from './actions/disconnect.js'
export { getBalance } from './actions/getBalance.js'
export { pay } from './actions/pay.js'
export { estimateGas, readContract } from './actions/reads.js'
export { reconnect } from './actions/reconnect.js'
export { sendTransaction } from './actions/sendTransaction.js'
export { signMessage } from './actions/signMessage.js'
export { signTransaction } from './actions/signTransaction.js'
export { signTypedData } from './actions/signTypedData.js'
export { switchAccount } from './actions/switchAccount.js'
export { switchNetwork } from './actions/switchNetwork.js'
export { adopt } from './wallets/adopt.js'
