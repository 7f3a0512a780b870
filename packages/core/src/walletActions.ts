/**
 * Everything that is done with a wallet, as one chunk. A page that shows a button needs none of it; it comes with the
 * first wallet that is asked or restored, or with the modal.
 */
export { chooseWallet } from './actions/chooseWallet.js'
export { cancelConnect, connect } from './actions/connect.js'
export { disconnect } from './actions/disconnect.js'
export { reconnect } from './actions/reconnect.js'
export { sendTransaction } from './actions/sendTransaction.js'
export { signMessage } from './actions/signMessage.js'
export { signTypedData } from './actions/signTypedData.js'
export { switchAccount } from './actions/switchAccount.js'
export { switchNetwork } from './actions/switchNetwork.js'
export { adopt } from './wallets/adopt.js'
