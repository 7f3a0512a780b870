/** How a Bitcoin lab wallet shows itself, and what a kit knows it by. */
import type { BitcoinLabWallet } from './createBitcoinWallet.js'

/** By the Wallet Standard, as sats-connect wallets do, or as UniSat does. */
export type BitcoinDialect = 'standard' | 'sats' | 'unisat'

/** Where it stands in the page. */
export const bitcoinPath = ({ uuid }: Pick<BitcoinLabWallet, 'uuid'>, by: BitcoinDialect): string =>
  by === 'unisat' ? 'unisat' : `lab_${uuid.replaceAll('-', '')}.BitcoinProvider`

/** The id of its connector. The Wallet Standard has no other name for a wallet than the one people read. */
export const bitcoinConnectorId = (wallet: BitcoinLabWallet, by: BitcoinDialect): string =>
  by === 'standard' ? wallet.name : bitcoinPath(wallet, by)
