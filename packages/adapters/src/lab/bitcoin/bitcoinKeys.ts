/** Keys for Bitcoin lab wallets: those that other lab wallets have too. Worth nothing outside tests. */
import { labKeys, strangerKey } from '../labKeys.js'
import type { BitcoinLabKey } from './bitcoinAccounts.js'

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** One account: an address to pay from, and one to keep inscriptions on. */
const account = (key: string): readonly [BitcoinLabKey, BitcoinLabKey] => [
  { privateKey: bytesOf(key), purpose: 'payment', kind: 'p2wpkh' },
  { privateKey: bytesOf(key), purpose: 'ordinals', kind: 'p2tr' },
]

/** Two accounts, known to everybody. */
export const bitcoinLabKeys = [account(labKeys[0]), account(labKeys[1])] as const

/** Signs where a wallet is told to sign wrongly. */
export const bitcoinStrangerKey = bytesOf(strangerKey)
