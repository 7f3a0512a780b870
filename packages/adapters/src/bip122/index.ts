/** Bitcoin: `bip122()` goes into the `adapters` of a kit. */

export { type Bip122Options, bip122 } from './bip122.js'
export type { InjectedWallet, WalletTarget } from './discovery.js'
export {
  type BitcoinNetwork,
  bitcoin,
  bitcoinRegtest,
  bitcoinSignet,
  bitcoinTestnet,
  bitcoinTestnet4,
} from './networks.js'
export type { Bip122Provider, ProviderRequest } from './provider.js'
export type { Transfer } from './sendTransaction.js'
export type { SignedMessage } from './signMessage.js'
export type { PsbtInput, PsbtRequest, SignedPsbt } from './signPsbt.js'
export type { AddressPurpose, MessageProtocol, WalletAddress } from './source.js'
export { getProvider, sendPsbt, sendTransfer, signPsbt } from './typed.js'
