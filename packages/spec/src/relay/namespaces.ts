/** What a page asks of wallets, by namespace: the methods and events that wallets of it are known to have (S7-35, S9-18). */
import type { SignNamespace } from './protocol.js'

export interface SignMethods {
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/** All of it is asked for as optional: a wallet approves what it has. */
export const signMethods = {
  eip155: {
    methods: [
      'personal_sign',
      'eth_sendTransaction',
      'eth_signTypedData_v4',
      'eth_signTypedData',
      'eth_signTransaction',
      'eth_accounts',
      'eth_requestAccounts',
      'eth_sendRawTransaction',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_watchAsset',
      'wallet_getCapabilities',
      'wallet_sendCalls',
      'wallet_getCallsStatus',
      'wallet_getAssets',
      'wallet_grantPermissions',
      'wallet_revokePermissions',
    ],
    events: ['chainChanged', 'accountsChanged'],
  },
  solana: {
    methods: [
      'solana_signMessage',
      'solana_signTransaction',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
      'solana_requestAccounts',
      'solana_getAccounts',
    ],
    events: [],
  },
  algorand: { methods: ['algo_signTxn'], events: [] },
  cosmos: { methods: ['cosmos_getAccounts', 'cosmos_signDirect', 'cosmos_signAmino'], events: [] },
  polkadot: { methods: ['polkadot_signTransaction', 'polkadot_signMessage'], events: [] },
  cip34: { methods: ['cardano_signTx', 'cardano_signData'], events: [] },
  elrond: { methods: ['erd_signTransaction', 'erd_signTransactions', 'erd_signMessage'], events: [] },
  multiversx: { methods: ['mvx_signTransaction', 'mvx_signTransactions', 'mvx_signMessage'], events: [] },
  near: {
    methods: [
      'near_getAccounts',
      'near_signIn',
      'near_signOut',
      'near_signTransaction',
      'near_signTransactions',
    ],
    events: [],
  },
  tezos: { methods: ['tezos_getAccounts', 'tezos_send', 'tezos_sign'], events: [] },
  /** What namespaces without an entry of their own are asked for; bip122 is one. */
  generic: {
    methods: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
    events: ['bip122_addressesChanged'],
  },
} as const satisfies Record<SignNamespace, SignMethods>
